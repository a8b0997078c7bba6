import type { ListFiles } from '../service/list-files.ts';
import { deleteFiles, listedIds, openFolder } from './list-folder.ts';
import type { ThreadRequest } from './list-thread.ts';
import type { TaskArgument, TaskName, TaskResult } from './tasks.ts';
import { ListThread, stopping, tooSlow } from './thread.ts';
import { ThreadPool } from './thread-pool.ts';

/** A million rows take half a minute on a slow machine. */
const READING_MS = 180_000;
/** Tasks that take moments; each of the others has a thread of its own. */
const SHORT: ReadonlySet<TaskName> = new Set([
  'sample',
  'portion',
  'dividePortion',
  'store',
  'entries',
]);

/**
 * The files of the lists in a folder, which is made where it is missing. Several processes may open
 * the same. When `leaving` aborts, whatever is under way ends.
 */
export function openListFiles(path: string, leaving: AbortSignal): ListFiles {
  const folder = openFolder(path);
  const closing = new AbortController();
  const signal = AbortSignal.any([leaving, closing.signal]);
  const pool = new ThreadPool(signal);

  async function run<Name extends TaskName>(
    name: Name,
    id: string,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    const request: ThreadRequest = { kind: 'task', name, place: { folder, id }, argument };
    const answer = SHORT.has(name) ? pool.ask(request) : alone(request, signal);
    return (await answer) as TaskResult<Name>;
  }

  return {
    read: (id, list) => run('read', id, list),
    sample: (id) => run('sample', id, undefined),
    chooseColumns: (id, columns) => run('chooseColumns', id, columns),
    portion: (id, number) => run('portion', id, number),
    dividePortion: (id, number, first) => run('dividePortion', id, [number, first]),
    store: (id, results) => run('store', id, results),
    retryUnknown: (id, sent) => run('retryUnknown', id, sent),
    entries: (id, view) => run('entries', id, view),
    report: (id, head) => run('report', id, head),
    download: (id, wanted, asked) =>
      pieces({ kind: 'download', place: { folder, id }, wanted }, AbortSignal.any([signal, asked])),
    async forget(address) {
      let rows = 0;
      for (const id of listedIds(folder)) rows += await run('forget', id, address);
      return rows;
    },
    remove: async (id) => deleteFiles(folder, id),
    ids: async () => listedIds(folder),
    async close() {
      closing.abort();
      await pool.close();
    },
  };
}

/** In a thread that ends with the task. */
async function alone(request: ThreadRequest, leaving: AbortSignal): Promise<unknown> {
  if (leaving.aborted) throw stopping();
  const deadline = AbortSignal.timeout(READING_MS);
  const thread = new ListThread();
  try {
    return await thread.ask(request, AbortSignal.any([leaving, deadline]));
  } catch (error) {
    if (leaving.aborted) throw stopping();
    throw deadline.aborted ? tooSlow() : error;
  } finally {
    await thread.end();
  }
}

async function* pieces(
  request: Extract<ThreadRequest, { readonly kind: 'download' }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const thread = new ListThread();
  try {
    let piece = await thread.ask(request, signal);
    while (piece instanceof Uint8Array) {
      yield piece;
      piece = await thread.ask({ kind: 'next' }, signal);
    }
  } finally {
    await thread.end();
  }
}
