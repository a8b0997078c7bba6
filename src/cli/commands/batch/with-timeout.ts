import { MailvetError } from '../../../errors.ts';
import { formatDuration } from '../../../lib/duration.ts';
import type { Invocation } from '../../invocation.ts';

/**
 * Runs `work` with a signal that the user (Ctrl-C, SIGTERM) or `--timeout` aborts. Once the time
 * is over, every error is a consequence of that, and is told as `timeout`.
 */
export async function withTimeout<T>(
  { context, globals }: Pick<Invocation, 'context' | 'globals'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeout } = globals;
  if (timeout === undefined) return await work(context.signal);
  const over = new AbortController();
  const done = new AbortController();
  context.clock.sleep(timeout, done.signal).then(
    () => over.abort(timeoutError(timeout)),
    () => {},
  );
  try {
    return await work(AbortSignal.any([context.signal, over.signal]));
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    done.abort();
  }
}

function timeoutError(timeout: number): MailvetError {
  const message = `--timeout ran out after ${formatDuration(timeout)}; the batches go on at the service`;
  return new MailvetError('timeout', message);
}
