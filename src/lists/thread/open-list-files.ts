import type { ListFiles, Since } from '../../service/lists/list-files.ts';
import {
  deleteFiles,
  deleteSpools,
  type ListFolder,
  listedIds,
  openFolder,
  sizeOnDisk,
} from '../folder/list-folder.ts';
import { partFiles, partIds } from '../folder/part-files.ts';
import { ListTasks } from './list-tasks.ts';
import type { ListThreads } from './list-threads.ts';
import type { PlacedSince, TaskArgument, TaskName } from './tasks.ts';

/**
 * The files of the lists in a folder, which is made where it is missing. Several processes may open
 * the same. When `leaving` aborts, whatever is under way ends.
 */
export function openListFiles(
  path: string,
  leaving: AbortSignal,
  threads?: ListThreads,
): ListFiles {
  const folder = openFolder(path);
  const tasks = new ListTasks(leaving, threads);
  const run = <Name extends TaskName>(name: Name, id: string, argument: TaskArgument<Name>) =>
    tasks.run(name, { folder, id }, argument);
  const parts = partFiles(folder);
  return {
    parts,
    read: (id, list) => run('read', id, list),
    sample: (id) => run('sample', id, undefined),
    chooseColumns: (id, chosen) => run('chooseColumns', id, chosen),
    portion: (id, number) => run('portion', id, number),
    dividePortion: (id, number, first) => run('dividePortion', id, [number, first]),
    store: (id, results, how = {}) => run('store', id, [results, how]),
    judge: (id, judging) => run('judge', id, judging),
    retryUnknown: (id, sent) => run('retryUnknown', id, sent),
    async planRound(id, sent, ordinals) {
      const { change, round } = await run('planRound', id, [sent, ordinals]);
      await run('apply', id, [change]);
      return round;
    },
    listed: (id, after, limit) => run('listed', id, [after, limit]),
    countChanges: (id, since) => run('countChanges', id, placed(folder, since)),
    changes: (id, since) => run('changes', id, placed(folder, since)),
    revise: (id, reading, sent) => run('revise', id, [reading, sent]),
    entries: (id, { changed, ...view }, judging) => {
      const since = changed && { ...changed, since: placed(folder, changed.since) };
      return run('entries', id, [{ ...view, changed: since }, judging]);
    },
    facts: (id, judging) => run('facts', id, judging),
    texts: (id, after) => run('texts', id, after),
    report: (id, head) => run('report', id, head),
    download: (id, wanted, asked) => tasks.download({ folder, id }, wanted, asked),
    async *forget(address) {
      for (const id of partIds(folder)) await parts.remove(id);
      for (const id of listedIds(folder)) {
        const forgotten = await run('forget', id, address);
        if (forgotten) yield { id, ...forgotten };
      }
    },
    remove: async (id) => deleteFiles(folder, id),
    async sizes(ids) {
      const there = new Set(listedIds(folder));
      const own = ids.filter((id) => there.has(id));
      return new Map(own.map((id) => [id, sizeOnDisk(folder, id)]));
    },
    ids: async () => [...new Set([...listedIds(folder), ...partIds(folder)])],
    claim: async (ids) => new Map(ids.map((id) => [id, undefined])),
    tidy: async () => deleteSpools(folder),
    close: () => tasks.close(),
  };
}

/** All lists are in one folder. */
function placed(folder: ListFolder, since: Since): PlacedSince {
  if ('round' in since) return since;
  return { place: { folder, id: since.listId }, policy: since.policy };
}
