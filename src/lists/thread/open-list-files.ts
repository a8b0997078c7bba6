import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import {
  type ForgottenRows,
  ListFileMissing,
  type ListFiles,
  type ListQuestions,
  type ReadList,
} from '../../service/lists/list-files.ts';
import type { ListContent } from '../../service/lists/list-ports.ts';
import { ServiceError } from '../../service/service-error.ts';
import { StoreError } from '../../service/store-error.ts';
import { readOwner } from '../folder/folder-owner.ts';
import {
  deleteFiles,
  deleteOriginal,
  deleteSpools,
  listedIds,
  openFolder,
  originalPath,
  setAside,
  setAsideFolder,
  setAsideNames,
  sizeOnDisk,
  takeBack,
} from '../folder/list-folder.ts';
import type { ListPlace } from './asked-list.ts';
import type { QuestionName, ThreadRequest } from './list-thread.ts';
import { ListThreads } from './list-threads.ts';

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
  threads: ListThreads = new ListThreads(),
): ListFiles {
  const folder = { ...openFolder(path), isShared };
  const closing = new AbortController();
  const signal = AbortSignal.any([leaving, closing.signal]);
  const check = () => {
    if (owner !== undefined && readOwner(folder)?.id !== owner) throw away(path);
  };
  const untilStop = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer;
    } catch (error) {
      if (signal.aborted) throw stopping();
      // Without the folder, each list in it seems to be missing.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      check();
      throw new ListFileMissing(error);
    }
  };
  const ask = (question: QuestionName, place: ListPlace, asked: readonly unknown[]) =>
    untilStop(threads[LANES[question]]({ kind: 'ask', question, place, asked }, signal));
  const read = (request: ThreadRequest) => untilStop(readInTime(threads, request, signal));
  return {
    ...askedById((question, id, asked) => ask(question, { folder, id }, asked)),
    check,
    async read(id, list) {
      check();
      return (await read({ kind: 'read', place: { folder, id }, list })) as ReadList;
    },
    chooseColumns: async (id, chosen) =>
      (await read({ kind: 'reread', place: { folder, id }, chosen })) as ListContent,
    hasOriginal: async (id) => existsSync(originalPath(folder, id)),
    async openOriginal(id) {
      const file = await open(originalPath(folder, id), 'r').catch(unlessMissing);
      return file && { fd: file.fd, close: () => file.close() };
    },
    download: (id, wanted, asked) =>
      threads.download(
        { kind: 'download', place: { folder, id }, wanted },
        AbortSignal.any([signal, asked]),
      ),
    async *forget(address) {
      check();
      for (const place of [folder, ...setAsideFolder(folder)]) {
        for (const id of listedIds(place)) {
          deleteOriginal(place, id);
          const forgotten = await ask('forget', { folder: place, id }, [address]);
          if (forgotten) yield { id, ...(forgotten as ForgottenRows) };
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
    close() {
      closing.abort();
      return threads.close();
    },
  };
}

function away(path: string): StoreError {
  return new StoreError('lists_away', `The folder of the lists is not there: ${path}`);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Which thread answers a question: a method of ListThreads. */
const LANES: Readonly<Record<QuestionName, 'ask' | 'show' | 'askAlone'>> = {
  cut: 'ask',
  store: 'ask',
  listed: 'ask',
  preview: 'show',
  mends: 'show',
  entries: 'show',
  facts: 'show',
  countChanges: 'show',
  changes: 'show',
  judge: 'askAlone',
  retryUnknown: 'askAlone',
  planRound: 'askAlone',
  revise: 'askAlone',
  texts: 'askAlone',
  report: 'askAlone',
  forget: 'askAlone',
};

type Ask = (question: keyof ListQuestions, id: string, asked: readonly unknown[]) => unknown;

/** Each question as a function that asks it of a list. */
function askedById(ask: Ask): Pick<ListFiles, keyof ListQuestions> {
  const { forget: _, ...lanes } = LANES;
  const names = Object.keys(lanes) as (keyof ListQuestions)[];
  const functions = names.map((name) => [
    name,
    (id: string, ...asked: readonly unknown[]) => ask(name, id, asked),
  ]);
  return Object.fromEntries(functions);
}

/** A million rows take half a minute on a slow machine. */
const READING_MS = 180_000;

/** A file that is read may be anything: it has a deadline. */
async function readInTime(
  threads: ListThreads,
  request: ThreadRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(READING_MS);
  try {
    return await threads.askAlone(request, AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (deadline.aborted) throw notAList('time');
    throw isOutOfMemory(error) ? notAList('memory') : error;
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
