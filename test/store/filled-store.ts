import { DatabaseSync } from 'node:sqlite';
import type { NewOutcome } from '../../src/service/outcomes/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { HISTORY, selectCoarse, selectFine } from '../../src/store/block-counts.ts';
import { openStore } from '../../src/store/open-store.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';
const BY = { actor: 'ada@x.test', at: NOW };
/** Single verifications, and one of a batch. */
export const HISTORY_ROWS = 5001;
const RESULT = foundResult();

const OUTCOME: NewOutcome = {
  ...{ entry: 'd@x.test', domain: 'x.test', outcome: 'no_mailbox', proof: 'gone' },
  ...{ wasAccepted: true, code: 550, status: null, host: 'mx.x.test', reply: 'ü😀 no', at: null },
  source: null,
};

/** An SQLite store with a row in every table, batches of all states, and text of any kind. */
export async function fillEverything(path: string): Promise<void> {
  const store = await openStore(path);
  await store.teams.create({ id: 'team_1', name: 'ours', quota: 100_000, createdAt: NOW });
  await fillPeople(store);
  await fillBatches(store);
  await fillLists(store);
  await store.corrections('team_1').decide([{ from: '@gmial.com', to: '@gmail.com' }], BY);
  await store.policies('team_1').set('{"rules": [] /* ü😀 */}', BY);
  await store.suppressions('team_1').add(['@x.test', 'ü😀@y.test', ':0123'], NOW);
  await store.outcomes('team_1').add([OUTCOME], NOW);
  const imported = {
    address: 'a@x.test',
    source: 'kickbox',
    verdict: 'risky',
    reason: null,
  } as const;
  await store.ledger('team_1').addImported([{ ...imported, checkedAt: NOW }], NOW);
  const provider = { teamId: 'team_1', provider: 'ses', tokenHash: 't', createdAt: NOW } as const;
  await store.providerAddresses.renew(provider);
  await store.verifierMemory.secret('probe_key', 'secret');
  await store.verifierMemory.keepRest({ egress: '', provider: 'google', until: NOW });
  await store.close();
  fillHistory(path);
}

async function fillPeople({ people, members: membersOf, sessions, team }: Store): Promise<void> {
  const members = membersOf('team_1');
  const key = { id: 'key_1', teamId: 'team_1', label: null, hash: 'k', lastFour: 'abcd' };
  await members.createKey({ ...key, createdAt: NOW }, BY);
  await people.openSetup({ hash: 'setup', createdAt: NOW, replaces: 0 });
  const person = { id: 'p1', email: 'ada@x.test', passwordHash: 'hash', createdAt: NOW };
  await people.redeemSetup('setup', 'team_1', person);
  await people.setLanguage('p1', 'de');
  await sessions.create({ hash: 's', personId: 'p1', createdAt: NOW, seenAt: NOW }, 'hash');
  const times = { createdAt: NOW, expiresAt: NOW + 1 };
  await members.invite({ id: 'i', hash: 'h', email: 'b@x.test', role: 'member', ...times }, BY);
  await people.openPasswordLink('ada@x.test', { hash: 'l', expiresAt: NOW }, BY);
  await team('team_1').reserve({ id: 'r', month: MONTH, count: 1, expiresAt: NOW });
}

async function fillBatches(store: Store): Promise<void> {
  const team = store.team('team_1');
  const request = { key: 'idem', hash: 'hash', at: NOW, expiresAt: NOW + 9 };
  const keep = { key: 'c@x.test', expiresAt: NOW + 9 };
  await team.recordVerification({ email: 'c@x.test', result: RESULT, at: NOW, keep, request });
  for (const id of ['open', 'claimed', 'failed', 'cancelled']) {
    const entries = ["a'; drop\u0000\ufdd0", 'ü😀@bücher.test', ''].map((email) => ({
      email,
      cacheKey: email,
      cost: 1,
    }));
    await team.createBatch({ id, createdAt: NOW, month: MONTH, entries });
  }
  await team.cancelBatch('cancelled');
  const claim = () => claimPart(store, 'team_1', 'me');
  await claim();
  await store.parts.record(await claim(), [{ positions: [0], result: RESULT }], NOW);
  await store.parts.fail(await claim(), 'it broke');
}

async function fillLists(store: Store): Promise<void> {
  await store.lists('team_1').create({ id: 'list_1', name: 'a.csv', size: 5 }, 100, BY);
}

/** Of several months and teams: rows of one moment are told apart by their number. */
function fillHistory(path: string): void {
  const file = new DatabaseSync(path);
  file.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${HISTORY_ROWS - 2})
    insert into verifications (team_id, email, at, result_id, checked_at)
    select 'team_1', 'a' || (i + 2) || '@x.test', ${NOW} - (i / 3) * 3600000,
      (select min(id) from results), ${NOW} from n;
    delete from block_counts where counted = 'history';
    insert into block_counts (team_id, counted, size, start, count) ${selectFine(HISTORY)};
    insert into block_counts (team_id, counted, size, start, count) ${selectCoarse(HISTORY)}`);
  file.close();
}
