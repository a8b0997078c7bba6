import { MailvetError } from '../../errors.ts';
import type { ListDownload } from '../../service/lists/list-files.ts';
import { ServiceError } from '../../service/service-error.ts';
import type { ThreadRequest } from './list-thread.ts';
import { ListThreads } from './list-threads.ts';
import type { ListPlace, TaskArgument, TaskName, TaskResult } from './tasks.ts';

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
export class ListTasks {
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
  );
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function stopping(): ServiceError {
  return new ServiceError('stopping', 'The service is stopping: try again in a moment');
}
