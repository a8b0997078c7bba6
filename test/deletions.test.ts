/**
 * Every place of the program that deletes or replaces something, with what is known before it does. A place
 * that is not named here fails: who adds one says why nothing of a person's can be lost by it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ASKED = 'a person or a program asked for exactly this, by its id and of its own team';
const OWN_NAME = 'the file is new and has a name of this process alone';
const TEMPORARY = 'a temporary table, or one that the same transaction has copied';
const EXPIRED = 'each row has the time at which it expires, and that is over';
const REPLACED = 'the same transaction writes what takes its place';
const PORT = 'no deletion: the declaration or the call of a port of that name';

/** By file: how many places, and what is known before. */
const PLACES: Readonly<Record<string, readonly [count: number, known: string]>> = {
  'cli/io/output-file.ts': [
    3,
    'temporary files of this process, or of one that has ended and wrote nothing for an hour; a rename over a file only with --force or over what the job wrote, and never over what the run reads',
  ],
  'cli/commands/scan/git.ts': [1, 'a temporary folder that this process made'],
  'cli/commands/scan/write.ts': [
    3,
    'a rename over a file whose addresses a person asked to replace, once it is written as a whole, and only while it is as it was scanned; a temporary file of this process',
  ],
  'cli/reporters/find-reporters.ts': [1, 'a function that creates an output file as above'],
  'cli/reporters/open-reporters.ts': [1, 'a function that creates an output file as above'],
  'composition/admin.ts': [2, 'a temporary folder that this process made'],
  'dashboard/uploads/receive-form.ts': [2, OWN_NAME],
  'lib/new-files.ts': [2, 'never replaces: a link comes first, and fails where the name is taken'],
  'lists/directory/job-directory.ts': [
    2,
    'jobs forget, locked; drafts by their name, of processes that have ended',
  ],
  'lists/directory/job-draft.ts': [
    5,
    'a draft of this process; its new name has an id that is random',
  ],
  'lists/file/cancellation.ts': [
    2,
    'the mark of a cancellation, which this process has heeded, or whose job is forgotten',
  ],
  'lists/file/same-mailbox.ts': [1, TEMPORARY],
  'lists/file/list-views.ts': [1, TEMPORARY],
  'lists/file/forget.ts': [
    1,
    'an erased list takes the place of the list, once it is written as a whole',
  ],
  'lists/file/job-file.ts': [
    2,
    `${TEMPORARY}; a batch that was planned and that the service never had`,
  ],
  'lists/file/result-store.ts': [
    3,
    'results of an address that was erased or asked again; texts that no address has any more',
  ],
  'lists/file/revise.ts': [1, TEMPORARY],
  'lists/file/uploaded-list.ts': [
    3,
    'temporary tables, and portions that were not sent, which the caller divides again',
  ],
  'lists/file/write-list.ts': [
    3,
    'no deletion: a generator of that name gives the bytes of a download',
  ],
  'lists/folder/copy-lists.ts': [
    6,
    'into a folder that is new or empty (checkCopyPlace), or has these lists alone (refuseOtherFiles); a list that is there stays',
  ],
  'lists/folder/folder-owner.ts': [
    4,
    'a new file, or the owner of a folder that is this database’s or is adopted on purpose; a draft of this process',
  ],
  'lists/folder/list-folder.ts': [
    5,
    'files of a list that somebody deleted, by its id in this database, in the folder that belongs to it; spools by a name that only uploads have; what is set aside gets a free name',
  ],
  'service/lists/list-ports.ts': [1, PORT],
  'service/lists/lists.ts': [1, PORT],
  'store/batches.ts': [2, ASKED],
  'store/block-counts.ts': [2, 'triggers: counts of rows that are deleted'],
  'store/cached-answers.ts': [
    2,
    'answers by their keys that an outcome contradicts, or that have expired',
  ],
  'store/idempotency.ts': [
    3,
    'expired keys, a key whose request failed, and those of an erased address',
  ],
  'store/members.ts': [4, ASKED],
  'store/notices.ts': [1, EXPIRED],
  'store/people.ts': [
    8,
    'links of a person who was removed or has a new password; links of the first start while there is nobody, and invitations, once used; signed out, expired, or the password was changed',
  ],
  'store/postgres/address-writers.ts': [
    1,
    'reservations by their ids: the same transaction charges them',
  ],
  'store/postgres/copy-target.ts': [2, 'the table of the progress of a copy that is complete'],
  'store/postgres/fleet.ts': [8, EXPIRED],
  'store/postgres/history.ts': [3, 'verifications older than keep-history says'],
  'store/postgres/migrate.ts': [1, REPLACED],
  'store/postgres/part-queue.ts': [
    3,
    'parts of batches that have ended, or whose addresses all have results; parts of batches that have ended',
  ],
  'store/results.ts': [2, 'results that no row refers to, looked up in the same transaction'],
  'store/sqlite/address-writers.ts': [
    1,
    'reservations by their ids: the same transaction charges them',
  ],
  'store/sqlite/backup.ts': [4, OWN_NAME],
  'store/sqlite/history.ts': [1, 'verifications older than keep-history says'],
  'store/sqlite/migrate.ts': [
    2,
    `${REPLACED}; a trigger: the entry of a deleted verification in the index by address`,
  ],
  'store/storage.ts': [
    3,
    'batches of a list that somebody deleted, or that are older than keep-batches says',
  ],
  'store/suppressions.ts': [
    2,
    `the hash of the same address takes its place in this transaction; ${ASKED}`,
  ],
  'store/teams.ts': [3, `${ASKED}; given back by who made it, or expired`],
  'store/upkeep.ts': [
    7,
    `${ASKED}; batches older than keep-batches says, and those of the sandbox after a day`,
  ],
  'store/lists/correction-store.ts': [2, ASKED],
  'store/lists/list-queue.ts': [
    2,
    'a list that somebody deleted, once its files and batches are gone',
  ],
  'store/lists/list-states.ts': [1, 'the mark of a round that has begun or was given back'],
  'store/lists/list-store.ts': [4, 'links that have expired; what a person asked for'],
  'store/lists/list-watches.ts': [3, 'the watch of a list that somebody deleted, or ended'],
  'store/verifier-memory.ts': [1, EXPIRED],
  'store/webhook-attempts.ts': [
    2,
    'messages that have ended, or whose webhook nobody enabled, after 30 days',
  ],
  'store/webhooks.ts': [2, ASKED],
};

const DELETES =
  /\b(?:unlink|rm|rmdir|rename|truncate|ftruncate|writeFile|copyFile)(?:Sync)?\(|\bcreateWriteStream\(|\bdeleteFrom\(|\bdropTable\(|\b(?:delete from|drop table|truncate table)\b/gi;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function countsIn(folder: string): Record<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const counts = names
    .filter((name) => name.endsWith('.ts') && !name.includes('catalogues'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replace(COMMENTS, '');
      return [name.replaceAll('\\', '/'), [...text.matchAll(DELETES)].length] as const;
    });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

it('each place that deletes or replaces something is named, with what is known before', () => {
  const named = Object.entries(PLACES).map(([name, [count]]) => [name, count]);
  expect(countsIn('src')).toEqual(Object.fromEntries(named));
});
