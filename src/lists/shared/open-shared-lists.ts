import { createReadStream, existsSync } from 'node:fs';
import type { Clock } from '../../lib/clock.ts';
import { endsWithin } from '../../lib/ends-within.ts';
import { secureToken } from '../../lib/secure-token.ts';
import type {
  ForgottenList,
  ListFiles,
  ReadList,
  ReceivedList,
  Since,
} from '../../service/lists/list-files.ts';
import type { SharedLists } from '../../service/lists/shared-lists.ts';
import { PeopleError } from '../../service/service-error.ts';
import { isImport } from '../../service/suppressions/import-suppression-file.ts';
import { copyList } from '../folder/copy-lists.ts';
import { deleteOriginal, deleteSpools, originalPath } from '../folder/list-folder.ts';
import { ListTasks } from '../thread/list-tasks.ts';
import type { ListThreads } from '../thread/list-threads.ts';
import type {
  ListPlace,
  PlacedSince,
  TaskArgument,
  TaskName,
  TaskResult,
} from '../thread/tasks.ts';
import { type CopyFolder, copiesIn, deleteTree, emptyFolder, importFolder } from './copy-folder.ts';
import { ListCopies } from './list-copies.ts';
import { sharedParts } from './shared-parts.ts';

/** For so long a page waits for a list that is fetched. */
const PAGE_MS = 5000;
/** After which other nodes see to the lists of one that is silent. */
const LEASE_MS = 30_000;
/** Longer than a list is received and read. */
const UNPUBLISHED_MS = 60 * 60_000;

interface SharedListsDeps {
  readonly lists: SharedLists;
  /** Where the copies of this process are. */
  readonly folder: CopyFolder;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** When it aborts, whatever is under way ends. */
  readonly leaving: AbortSignal;
  readonly threads?: ListThreads | undefined;
}

/** Lists that lie in the database. Each process works on copies, which it fetches when they are wanted. */
export function openSharedLists(deps: SharedListsDeps): ListFiles {
  const { lists, folder, clock, leaving, threads } = deps;
  const node = secureToken(20);
  const tasks = new ListTasks(leaving, threads);
  const copies = new ListCopies({ lists, tasks, folder, now: () => clock.now() });
  const imported = (id: string): ListPlace => ({ folder: importFolder(folder, id), id });

  async function show<Name extends TaskName>(
    name: Name,
    id: string,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    if (isImport(id)) return await tasks.run(name, imported(id), argument);
    if (!(await endsWithin(copies.refresh(id), PAGE_MS, clock))) throw notHereYet();
    return await copies.ask(name, id, argument);
  }

  const remake = <Name extends 'chooseColumns' | 'revise' | 'forget'>(
    name: Name,
    id: string,
    argument: TaskArgument<Name>,
  ) =>
    copies.republish(
      id,
      async (copy, draft) => {
        copyList(copy.folder, draft.folder, id);
        return tasks.run(name, draft, argument);
      },
      { sameRows: name !== 'forget' },
    );

  /** A copy is this process's: a team's storage is what the list takes in the database. */
  async function measured<T extends { readonly size: number }>(id: string, known: T): Promise<T> {
    return { ...known, size: (await lists.sizes([id])).get(id) ?? 0 };
  }

  /** Asks the copy of a list beside that of the earlier one, which is always the older of both. */
  async function compared<T>(since: Since, ask: (since: PlacedSince) => Promise<T>): Promise<T> {
    if ('round' in since) return ask(since);
    return copies.visit(since.listId, (place) => ask({ place, policy: since.policy }));
  }

  const originals = sharedParts(lists, folder.path);

  async function read(draft: ListPlace, list: ReceivedList): Promise<ReadList> {
    const found = await tasks.run('read', draft, list);
    const original = originalPath(draft.folder, draft.id);
    if (existsSync(original)) await originals.write(draft.id, 0, createReadStream(original));
    deleteOriginal(draft.folder, draft.id);
    return found;
  }

  return {
    hasOriginal: async (id) => (await originals.size(id)) > 0,
    openOriginal: (id) => originals.open(id),
    async read(id, list) {
      if (!isImport(id)) {
        const found = await copies.publish(id, (draft) => read(draft, list));
        if (found.kind === 'column') return measured(id, found);
        return { ...found, content: await measured(id, found.content) };
      }
      emptyFolder(imported(id).folder.path);
      return tasks.run('read', imported(id), list);
    },
    sample: (id) => show('sample', id, undefined),
    async chooseColumns(id, chosen) {
      const content = await remake('chooseColumns', id, chosen);
      if (!content) throw missing(id);
      return measured(id, content);
    },
    portion: (id, number) => copies.ask('portion', id, number),
    async dividePortion(id, number, first) {
      await copies.change(id, async () => {
        const key = `split/${secureToken(12)}`;
        return { key, change: { kind: 'split', number, first }, value: undefined };
      });
    },
    async store(id, results, how = {}) {
      const { portion } = how;
      if (results.length === 0) return measured(id, await copies.ask('apply', id, []));
      const { progress } = await copies.change(id, async (ask) => {
        const change = await ask('planResults', [results, how]);
        // What is known of a portion later has all that was known before.
        return { key: `results/${portion ?? secureToken(12)}`, change, value: undefined };
      });
      return measured(id, progress);
    },
    async retryUnknown(id, sent) {
      const { value } = await copies.change(id, async (ask) => {
        const { change, round } = await ask('planRetry', sent);
        return { key: `round/${secureToken(12)}`, change, value: round };
      });
      return value;
    },
    async planRound(id, sent, ordinals) {
      const { value } = await copies.change(id, async (ask) => {
        const { change, round } = await ask('planRound', [sent, ordinals]);
        return { key: `round/${secureToken(12)}`, change, value: round };
      });
      return value;
    },
    listed: (id, after, limit) => copies.ask('listed', id, [after, limit]),
    countChanges: (id, since) => compared(since, (placed) => show('countChanges', id, placed)),
    changes: (id, since) => compared(since, (placed) => show('changes', id, placed)),
    async revise(id, reading, sent) {
      const revision = await remake('revise', id, [reading, sent]);
      if (!revision) throw missing(id);
      return measured(id, revision);
    },
    judge: (id, judging) => copies.ask('judge', id, judging),
    entries(id, { changed, ...view }, judging) {
      if (!changed) return show('entries', id, [view, judging]);
      return compared(changed.since, (since) =>
        show('entries', id, [{ ...view, changed: { ...changed, since } }, judging]),
      );
    },
    facts: (id, judging) => show('facts', id, judging),
    texts: (id, after) => show('texts', id, after),
    report: (id, head) => copies.ask('report', id, head),
    download: (id, wanted, asked) =>
      copies.read(id, (place) => tasks.download(place, wanted, asked)),
    async *forget(address) {
      await lists.cutParts(null, 0);
      for (const { listId } of await lists.all()) {
        const changed = await remake('forget', listId, address).catch(unlessMissing);
        // Nothing reads here what was fetched for it.
        await copies.remove(listId);
        if (!changed) continue;
        const progress = await measured(listId, changed.progress);
        yield { ...changed, id: listId, progress } satisfies ForgottenList;
      }
    },
    async remove(id) {
      if (isImport(id)) return deleteTree(imported(id).folder.path);
      while (!(await lists.remove(id)));
      await copies.remove(id);
    },
    // A node has copies, and the database the lists.
    check: () => {},
    setAside: (id) => copies.remove(id).then(() => undefined),
    takeBack: async () => {},
    sizes: (ids) => lists.sizes(ids),
    ids: async () => [...new Set(copiesIn(folder).map(({ listId }) => listId))],
    claim: (ids) => lists.claim(ids, node, LEASE_MS),
    async tidy() {
      deleteSpools(folder);
      await copies.tidy();
      await lists.sweep(UNPUBLISHED_MS);
    },
    async close() {
      await tasks.close();
      // Without an answer they are free in half a minute.
      await lists.release(node).catch(() => {});
      folder.unlock();
    },
  };
}

function notHereYet(): PeopleError {
  return new PeopleError(
    'busy',
    'The list is being fetched from the database: try again in a moment',
    PAGE_MS,
  );
}

/** A list may be deleted meanwhile. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function missing(id: string): Error {
  return new Error(`List ${id} can't be read again`);
}
