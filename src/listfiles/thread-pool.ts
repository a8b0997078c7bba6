import type { ThreadRequest } from './list-thread.ts';
import { ListThread, stopping } from './thread.ts';

/** Short tasks side by side. */
const MAX_THREADS = 2;

interface Job {
  readonly request: ThreadRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads for tasks that take moments: they stay, and are asked in the order of the questions. */
export class ThreadPool {
  readonly #signal: AbortSignal;
  readonly #idle: ListThread[] = [];
  readonly #all = new Set<ListThread>();
  readonly #waiting: Job[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  ask(request: ThreadRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) return reject(stopping());
      this.#waiting.push({ request, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  #next(): void {
    const thread = this.#idle.pop() ?? this.#start();
    if (!thread) return;
    const job = this.#waiting.shift();
    if (job) void this.#run(thread, job);
    else this.#idle.push(thread);
  }

  #start(): ListThread | undefined {
    if (this.#all.size >= MAX_THREADS) return undefined;
    const thread = new ListThread();
    this.#all.add(thread);
    return thread;
  }

  async #run(thread: ListThread, { request, resolve, reject }: Job): Promise<void> {
    try {
      resolve(await thread.ask(request, this.#signal));
    } catch (error) {
      reject(error);
    }
    // One that ran out of memory is replaced.
    if (thread.hasEnded) this.#all.delete(thread);
    else this.#idle.push(thread);
    if (this.#waiting.length > 0) this.#next();
  }
}
