import { MailvetError } from '../../errors.ts';
import type { ListFiles } from '../../service/list-files.ts';
import { ServiceError } from '../../service/service-error.ts';
import { deleteFiles, deleteSpools, listedIds, openFolder } from '../folder/list-folder.ts';
import type { ThreadRequest } from './list-thread.ts';
import { ListThreads } from './list-threads.ts';
import type { TaskArgument, TaskName, TaskResult } from './tasks.ts';

/** A million rows take half a minute on a slow machine. */
const READING_MS = 180_000;
/** Tasks that take moments. */
const SHORT: ReadonlySet<TaskName> = new Set(['portion', 'dividePortion', 'store']);
/** Tasks for pages. */
const SHOWN: ReadonlySet<TaskName> = new Set(['sample', 'entries']);
/** Tasks with a file that may be anything: they have a deadline. */
const READING: ReadonlySet<TaskName> = new Set(['read', 'chooseColumns']);

/**
 * The files of the lists in a folder, which is made where it is missing. Several processes may open
 * the same. When `leaving` aborts, whatever is under way ends.
 */
export function openListFiles(
  path: string,
  leaving: AbortSignal,
  threads: ListThreads = new ListThreads(),
): ListFiles {
  const folder = openFolder(path);
  const closing = new AbortController();
  const signal = AbortSignal.any([leaving, closing.signal]);

  async function run<Name extends TaskName>(
    name: Name,
    id: string,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    const request: ThreadRequest = { kind: 'task', name, place: { folder, id }, argument };
    return (await ask(name, request).catch((error) => {
      throw signal.aborted ? stopping() : error;
    })) as TaskResult<Name>;
  }

  function ask(name: TaskName, request: ThreadRequest): Promise<unknown> {
    if (SHORT.has(name)) return threads.ask(request, signal);
    if (SHOWN.has(name)) return threads.show(request, signal);
    return READING.has(name) ? readInTime(request) : threads.askAlone(request, signal);
  }

  async function readInTime(request: ThreadRequest): Promise<unknown> {
    const deadline = AbortSignal.timeout(READING_MS);
    try {
      return await threads.askAlone(request, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (deadline.aborted) throw notAList('time');
      throw isOutOfMemory(error) ? notAList('memory') : error;
    }
  }

  return {
    read: (id, list) => run('read', id, list),
    sample: (id) => run('sample', id, undefined),
    chooseColumns: (id, columns) => run('chooseColumns', id, columns),
    portion: (id, number) => run('portion', id, number),
    dividePortion: (id, number, first) => run('dividePortion', id, [number, first]),
    store: (id, results, portion) => run('store', id, [results, portion]),
    retryUnknown: (id, sent) => run('retryUnknown', id, sent),
    entries: (id, view) => run('entries', id, view),
    texts: (id, after) => run('texts', id, after),
    report: (id, head) => run('report', id, head),
    download: (id, wanted, asked) =>
      threads.download(
        { kind: 'download', place: { folder, id }, wanted },
        AbortSignal.any([signal, asked]),
      ),
    async *forget(address) {
      for (const id of listedIds(folder)) {
        const forgotten = await run('forget', id, address);
        if (forgotten) yield { id, ...forgotten };
      }
    },
    remove: async (id) => deleteFiles(folder, id),
    ids: async () => listedIds(folder),
    removeSpools: async () => deleteSpools(folder),
    async close() {
      closing.abort();
      await threads.close();
    },
  };
}

function notAList(what: 'time' | 'memory'): MailvetError {
  return new MailvetError(
    'input',
    `Reading the file takes too much ${what}: it does not look like a list`,
  );
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function stopping(): ServiceError {
  return new ServiceError('stopping', 'The service is stopping: try again in a moment');
}
