import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { MailvetError } from '../../errors.ts';
import { message } from '../../i18n/message.ts';
import {
  type ListDownload,
  ListFileMissing,
  type ListFiles,
  type Since,
} from '../../service/lists/list-files.ts';
import { ServiceError } from '../../service/service-error.ts';
import { StoreError } from '../../service/store-error.ts';
import { readOwner } from '../folder/folder-owner.ts';
import {
  deleteFiles,
  deleteOriginal,
  deleteSpools,
  type ListFolder,
  listedIds,
  openFolder,
  originalPath,
  sizeOnDisk,
} from '../folder/list-folder.ts';
import { setAside, setAsideFolder, setAsideNames, takeBack } from '../folder/set-aside.ts';
import type { ThreadRequest } from './list-thread.ts';
import { ListThreads } from './list-threads.ts';
import type { ListPlace, PlacedSince, TaskArgument, TaskName, TaskResult } from './tasks.ts';

interface OpenFolder {
  readonly path: string;
  /** The id of its owner; absent: the folder is this process's alone. */
  readonly owner?: string | undefined;
  /** Whether processes on other machines may have it, too. */
  readonly isShared?: boolean;
}

/**
 * The files of the lists in a folder, which is made where it is missing. Several processes may open
 * the same. When `leaving` aborts, whatever is under way ends.
 */
export function openListFiles(
  { path, owner, isShared = false }: OpenFolder,
  leaving: AbortSignal,
  threads?: ListThreads,
): ListFiles {
  const folder = { ...openFolder(path), isShared };
  const check = () => {
    if (owner !== undefined && readOwner(folder)?.id !== owner) throw away(path);
  };
  const tasks = new ListTasks(leaving, threads);
  const run = async <Name extends TaskName>(
    name: Name,
    id: string,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> => {
    try {
      return await tasks.run(name, { folder, id }, argument);
    } catch (error) {
      // Without the folder, each list in it seems to be missing.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      check();
      throw new ListFileMissing(error);
    }
  };
  return {
    check,
    async read(id, list) {
      check();
      return run('read', id, list);
    },
    hasOriginal: async (id) => existsSync(originalPath(folder, id)),
    async openOriginal(id) {
      const file = await open(originalPath(folder, id), 'r').catch(unlessMissing);
      return file && { fd: file.fd, close: () => file.close() };
    },
    sample: (id) => run('sample', id, undefined),
    chooseColumns: (id, chosen) => run('chooseColumns', id, chosen),
    portion: (id, number, lease) => run('portion', id, [number, lease]),
    dividePortion: (id, number, cut) => run('dividePortion', id, [number, cut]),
    store: (id, results, how = {}) => run('store', id, [results, how]),
    judge: (id, judging) => run('judge', id, judging),
    retryUnknown: (id, sent) => run('retryUnknown', id, sent),
    planRound: (id, sent, ordinals) => run('planRound', id, [sent, ordinals]),
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
      check();
      for (const place of [folder, ...setAsideFolder(folder)]) {
        for (const id of listedIds(place)) {
          deleteOriginal(place, id);
          const forgotten = await tasks.run('forget', { folder: place, id }, address);
          if (forgotten) yield { id, ...forgotten };
        }
      }
    },
    remove: async (id) => deleteFiles(folder, id),
    setAside: async (id) => setAside(folder, id),
    async takeBack(ids) {
      for (const id of setAsideNames(folder)) if (ids.has(id)) takeBack(folder, id);
    },
    async sizes(ids) {
      const there = new Set(listedIds(folder));
      const own = ids.filter((id) => there.has(id));
      return new Map(own.map((id) => [id, sizeOnDisk(folder, id)]));
    },
    ids: async () => listedIds(folder),
    tidy: async () => deleteSpools(folder),
    close: () => tasks.close(),
  };
}

function away(path: string): StoreError {
  return new StoreError('lists_away', `The folder of the lists is not there: ${path}`);
}

/** All lists are in one folder. */
function placed(folder: ListFolder, since: Since): PlacedSince {
  if ('round' in since) return since;
  return { place: { folder, id: since.listId }, policy: since.policy };
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** A million rows take half a minute on a slow machine. */
const READING_MS = 180_000;
/** Tasks that take moments. */
const SHORT: ReadonlySet<TaskName> = new Set(['portion', 'dividePortion', 'store', 'listed']);
/** Tasks for pages. */
const SHOWN: ReadonlySet<TaskName> = new Set([
  'sample',
  'entries',
  'facts',
  'countChanges',
  'changes',
]);
/** Tasks with a file that may be anything: they have a deadline. */
const READING: ReadonlySet<TaskName> = new Set(['read', 'chooseColumns']);

/** What is done with lists in threads. When `leaving` aborts, whatever is under way ends. */
class ListTasks {
  readonly #threads: ListThreads;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;

  constructor(leaving: AbortSignal, threads: ListThreads = new ListThreads()) {
    this.#threads = threads;
    this.#signal = AbortSignal.any([leaving, this.#closing.signal]);
  }

  async run<Name extends TaskName>(
    name: Name,
    place: ListPlace,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    const request: ThreadRequest = { kind: 'task', name, place, argument };
    return (await this.#ask(name, request).catch((error) => {
      throw this.#signal.aborted ? stopping() : error;
    })) as TaskResult<Name>;
  }

  /** Throws what `run` rejects with when it is over. */
  throwIfStopping(): void {
    if (this.#signal.aborted) throw stopping();
  }

  download(place: ListPlace, wanted: ListDownload, asked: AbortSignal): AsyncIterable<Uint8Array> {
    const signal = AbortSignal.any([this.#signal, asked]);
    return this.#threads.download({ kind: 'download', place, wanted }, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#threads.close();
  }

  #ask(name: TaskName, request: ThreadRequest): Promise<unknown> {
    if (SHORT.has(name)) return this.#threads.ask(request, this.#signal);
    if (SHOWN.has(name)) return this.#threads.show(request, this.#signal);
    if (READING.has(name)) return this.#readInTime(request);
    return this.#threads.askAlone(request, this.#signal);
  }

  async #readInTime(request: ThreadRequest): Promise<unknown> {
    const deadline = AbortSignal.timeout(READING_MS);
    try {
      return await this.#threads.askAlone(request, AbortSignal.any([this.#signal, deadline]));
    } catch (error) {
      if (deadline.aborted) throw notAList('time');
      throw isOutOfMemory(error) ? notAList('memory') : error;
    }
  }
}

function notAList(what: 'time' | 'memory'): MailvetError {
  return new MailvetError(
    'input',
    `Reading the file takes too much ${what}: it does not look like a list`,
    { said: message('errorTexts.unlike_a_list') },
  );
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function stopping(): ServiceError {
  return new ServiceError('stopping', 'The service is stopping: try again in a moment');
}
