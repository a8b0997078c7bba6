import { MailvetError } from '../../../errors.ts';
import type { Invocation } from '../../invocation.ts';
import type { HealthOptions } from './options.ts';

/** Health checks of containers give up after a few seconds, too. */
const TIMEOUT_MS = 3_000;

/** Prints `ready`. Throws `server` where the service says that it is not, `network` where none answers. */
export async function runHealth(
  { context }: Invocation,
  { url }: HealthOptions,
): Promise<undefined> {
  const status = await askReadiness(url, context.signal);
  if (status !== 200) {
    throw new MailvetError('server', `${url.origin} is not ready: /readyz answered ${status}`, {
      status,
    });
  }
  await context.stdout.write('ready\n');
}

/** The status of its answer. Throws `network` where none comes. */
export async function askReadiness(url: URL, signal: AbortSignal): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const answer = await fetch(new URL('/readyz', url), { signal: limit, redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status;
  } catch (cause) {
    signal.throwIfAborted();
    throw new MailvetError('network', `No service answers at ${url.origin}`, { cause });
  }
}
