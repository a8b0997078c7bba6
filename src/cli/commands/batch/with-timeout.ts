import { MailvetError } from '../../../errors.ts';
import { setAlarm } from '../../../lib/alarm.ts';
import { formatDuration } from '../../../lib/duration.ts';
import type { Context } from '../../context.ts';
import type { GlobalFlags } from '../../options/global.ts';

interface Timed {
  readonly context: Pick<Context, 'clock' | 'signal'>;
  readonly globals: Pick<GlobalFlags, 'timeout'>;
}

/** What becomes of the batches when we stop waiting for them. */
export type Standing = 'unsent' | 'running' | 'embedded';

/**
 * Runs `work` with a signal that the user (Ctrl-C, SIGTERM) or `--timeout` aborts. Once the time
 * is over, every error is a consequence of that, and is told as `timeout`.
 */
export async function withTimeout<T>(
  { context, globals }: Timed,
  work: (signal: AbortSignal) => Promise<T>,
  standing: () => Standing,
): Promise<T> {
  const { timeout } = globals;
  if (timeout === undefined) return await work(context.signal);
  const over = new AbortController();
  const callOff = setAlarm(context.clock, timeout, () =>
    over.abort(timeoutError(timeout, standing())),
  );
  try {
    return await work(AbortSignal.any([context.signal, over.signal]));
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    callOff();
  }
}

const STANDINGS = {
  unsent: 'before the service had taken a batch',
  running: 'the batches go on at the service',
  embedded: 'the batches go on at the next command that needs them',
} as const satisfies Record<Standing, string>;

function timeoutError(timeout: number, standing: Standing): MailvetError {
  // Nothing runs that could be waited for: then the service was too slow for the request itself.
  const code = standing === 'unsent' ? 'request_timeout' : 'timeout';
  const over = `--timeout ran out after ${formatDuration(timeout)}`;
  return new MailvetError(
    code,
    `${over}${standing === 'unsent' ? ', ' : '; '}${STANDINGS[standing]}`,
  );
}
