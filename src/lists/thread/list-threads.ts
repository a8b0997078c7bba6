import { setTimeout } from 'node:timers';
import type { Worker } from 'node:worker_threads';
import { MailvetError } from '../../lib/errors.ts';
import type { NumberedRequest, ThreadAnswer, ThreadRequest } from './list-thread.ts';
import { startListProgram } from './thread-program.ts';

type DownloadRequest = Extract<ThreadRequest, { readonly kind: 'download' }>;

/** How long a thread waits for another long task: to start one takes a tenth of a second. */
const LINGER_MS = 5000;

/**
 * The threads that read and write lists. Short tasks share one, what pages show another, so that
 * nobody who searches holds up a list; downloads have a third, which waits for the slowest reader
 * without holding up anybody; a long task has one to itself, which ends when the task is given up.
 */
export class ListThreads {
  #shared: ListThread | undefined;
  #pages: ListThread | undefined;
  #downloads: ListThread | undefined;
  #idle: ListThread | undefined;

  /** A task that takes moments. */
  ask(request: ThreadRequest, signal: AbortSignal): Promise<unknown> {
    this.#shared = usable(this.#shared);
    return this.#shared.ask(request, signal);
  }

  /** A task for a page that somebody looks at. */
  show(request: ThreadRequest, signal: AbortSignal): Promise<unknown> {
    this.#pages = usable(this.#pages);
    return this.#pages.ask(request, signal);
  }

  /** A task that takes seconds or minutes. */
  async askAlone(request: ThreadRequest, signal: AbortSignal): Promise<unknown> {
    const thread = usable(this.#idle);
    this.#idle = undefined;
    try {
      const answer = await thread.ask(request, signal);
      this.#keep(thread);
      return answer;
    } catch (error) {
      await thread.end();
      throw error;
    }
  }

  /** The pieces of a download, each as it is wanted. */
  async *download(request: DownloadRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.#downloads = usable(this.#downloads);
    const thread = this.#downloads;
    const { number, answer } = thread.begin(request, signal);
    try {
      await answer;
      const next = () => thread.ask({ kind: 'next', of: number }, signal);
      for (let piece = await next(); piece instanceof Uint8Array; piece = await next()) yield piece;
    } finally {
      const always = new AbortController().signal;
      await thread.ask({ kind: 'end', of: number }, always).catch(() => {});
    }
  }

  async close(): Promise<void> {
    const all = [this.#shared, this.#pages, this.#downloads, this.#idle];
    await Promise.all(all.map((thread) => thread?.end()));
  }

  #keep(thread: ListThread): void {
    void this.#idle?.end();
    this.#idle = thread;
    setTimeout(() => {
      if (this.#idle !== thread) return;
      this.#idle = undefined;
      void thread.end();
    }, LINGER_MS).unref();
  }
}

/** One that ran out of memory is replaced. */
function usable(thread: ListThread | undefined): ListThread {
  return thread && !thread.hasEnded ? thread : new ListThread();
}

/** A list of a million rows takes 60 MB, the texts of a large workbook more. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that does what it is asked, one thing beside the other. */
class ListThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, WaitingCall>();
  #last = 0;
  #end: Error | undefined;

  constructor() {
    this.#worker = startListProgram({
      resourceLimits: RESOURCES,
      name: 'list',
      // node:sqlite warns that it is experimental; loaders and flags of the main program stay there.
      execArgv: ['--no-warnings'],
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread of a list ended')));
  }

  /** Whether it can't be asked any more. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Rejects with MailvetError `input` for what can't be read, or with the signal's reason. */
  ask(request: ThreadRequest, signal: AbortSignal): Promise<unknown> {
    return this.begin(request, signal).answer;
  }

  /** The same, with the number that the request has. */
  begin(request: ThreadRequest, signal: AbortSignal) {
    const number = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const abort = () => this.#take(number)?.reject(signal.reason);
    const settled = () => signal.removeEventListener('abort', abort);
    const answer = promise.finally(settled);
    if (this.#end || signal.aborted) reject(this.#end ?? signal.reason);
    else {
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.set(number, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ number, request } satisfies NumberedRequest);
    }
    return { number, answer };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#take(answer.number);
    if (answer.kind === 'value') waiting?.resolve(answer.value);
    else if (answer.kind === 'refused') {
      waiting?.reject(new MailvetError('input', answer.message, answer.details));
    } else waiting?.reject(withCode(answer.error, answer.code));
  }

  #take(number: number): WaitingCall | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#worker.unref();
    return waiting;
  }

  #fail(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function withCode(error: unknown, code: string | undefined): unknown {
  return code === undefined ? error : Object.assign(error as Error, { code });
}
