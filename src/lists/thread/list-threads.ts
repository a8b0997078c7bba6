import { setTimeout } from 'node:timers';
import type { ThreadRequest } from './list-thread.ts';
import { ListThread } from './thread.ts';

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
