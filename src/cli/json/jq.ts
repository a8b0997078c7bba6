import { MailvetError } from '../../lib/errors.ts';
import type { JqAnswer, JqRequest } from './jq-thread.ts';
import { startJqThread } from './start-jq-thread.ts';

/** An expression of jq, which runs in a thread of its own: one that never ends can be stopped. */
export interface JqFilter extends AsyncDisposable {
  /** What jq prints for a value of JSON, or several. Rejects with `usage` where it fails. */
  run(json: string): Promise<string>;
}

/**
 * Compiles an expression. Rejects with `usage` for one that jq does not understand, before any work is done.
 * Whatever runs when `signal` aborts ends, and rejects with its reason.
 */
export async function compileJq(expression: string, signal?: AbortSignal): Promise<JqFilter> {
  const thread = new JqThread(signal);
  try {
    // Never run: only its syntax and the names in it are looked at.
    await thread.ask('null', `if false then (${expression}\n) else empty end`);
  } catch (error) {
    await thread.end();
    throw error;
  }
  return { run: (json) => thread.ask(json, expression), [Symbol.asyncDispose]: () => thread.end() };
}

/** Answers one request after the other. */
class JqThread {
  readonly #thread = startJqThread();
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#thread.unref();
  }

  async ask(json: string, filter: string): Promise<string> {
    this.#signal?.throwIfAborted();
    const answer = await this.#answerTo({ json, filter });
    if ('error' in answer) throw refused(answer.error);
    const { text } = answer;
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #answerTo(request: JqRequest): Promise<JqAnswer> {
    const thread = this.#thread;
    const { promise, resolve, reject } = Promise.withResolvers<JqAnswer>();
    const stop = () => {
      reject(this.#signal?.reason);
      void thread.terminate();
    };
    this.#signal?.addEventListener('abort', stop);
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.ref();
    thread.postMessage(request);
    return promise.finally(() => {
      this.#signal?.removeEventListener('abort', stop);
      thread.off('message', resolve);
      thread.off('error', reject);
      thread.unref();
    });
  }
}

function refused(message: string): MailvetError {
  const reason = message
    .replace(/^Non-zero exit code: \d+\s*/, '')
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .split('\n')[0]
    ?.replace(/ \(Unix shell quoting issues\?\) at <top-level>, line \d+:$/, '');
  return new MailvetError('usage', `--jq: ${reason}`, {
    hint: 'See https://jqlang.org/manual, and quote the expression for the shell',
  });
}
