import type { Worker } from 'node:worker_threads';
import { MailvetError } from '../../errors.ts';
import type { NumberedRequest, ThreadAnswer, ThreadRequest } from './list-thread.ts';
import { startListProgram } from './thread-program.ts';

/** A list of a million rows takes 60 MB, the texts of a large workbook more. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that does what it is asked, one thing beside the other. */
export class ListThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
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

  #take(number: number): Waiting | undefined {
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
