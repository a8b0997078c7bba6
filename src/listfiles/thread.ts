import { Worker } from 'node:worker_threads';
import { MailvetError } from '../errors.ts';
import { ServiceError } from '../service/service-error.ts';
import type { ThreadAnswer, ThreadRequest } from './list-thread.ts';

/** A list of a million rows takes 130 MB while its portions are cut. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** From src/ in tests, from dist/ in the built program. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'list-thread.ts' : 'list-thread.js',
  import.meta.url,
);

/** A thread that is asked one thing after the other. */
export class ListThread {
  readonly #worker: Worker;
  #hasEnded = false;

  constructor() {
    this.#worker = new Worker(PROGRAM, {
      resourceLimits: RESOURCES,
      name: 'list',
      // node:sqlite warns that it is experimental; loaders and flags of the main program stay there.
      execArgv: ['--no-warnings'],
    });
    this.#worker.unref();
    // Until somebody asks again: an error without a listener would end the process.
    this.#worker.on('error', () => {});
    this.#worker.on('exit', () => {
      this.#hasEnded = true;
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Rejects with MailvetError `input`, or with ServiceError `stopping` when the signal aborts. */
  async ask(request: ThreadRequest, signal: AbortSignal): Promise<unknown> {
    const worker = this.#worker;
    worker.ref();
    const ended = new AbortController();
    try {
      const answer = await firstAnswer(worker, () => worker.postMessage(request), {
        signal,
        ended: ended.signal,
      });
      return unwrap(answer);
    } finally {
      ended.abort();
      worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

interface Signals {
  readonly signal: AbortSignal;
  /** Aborts when nobody listens any more. */
  readonly ended: AbortSignal;
}

function firstAnswer(
  worker: Worker,
  ask: () => void,
  { signal, ended }: Signals,
): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
    const exit = () => reject(new Error('The thread ended without an answer'));
    worker.once('message', resolve).once('messageerror', reject).once('error', fail);
    worker.once('exit', exit);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended });
    ended.addEventListener('abort', () => {
      worker.off('message', resolve).off('messageerror', reject).off('error', fail);
      worker.off('exit', exit);
    });
    ask();
  });
}

function unwrap(answer: ThreadAnswer): unknown {
  if (answer.kind === 'value') return answer.value;
  if (answer.kind === 'refused') throw new MailvetError('input', answer.message);
  throw answer.code === undefined
    ? answer.error
    : Object.assign(answer.error as Error, { code: answer.code });
}

function tooMuch(): MailvetError {
  return new MailvetError(
    'input',
    'Reading the file takes too much memory: it does not look like a list',
  );
}

export function tooSlow(): MailvetError {
  return new MailvetError('input', 'Reading the file takes too long: it does not look like a list');
}

export function stopping(): ServiceError {
  return new ServiceError('stopping', 'The service is stopping: try again in a moment');
}
