import { MailvetError } from '../../lib/errors.ts';
import type { CommandLine, Invocation } from '../invocation.ts';
import { parseServeOptions } from './serve/settings.ts';

/** Health checks of containers give up after a few seconds, too. */
const TIMEOUT_MS = 3_000;

/** Prints `ready`. Throws `server` where the service says that it is not, `network` where none answers. */
export async function runHealth({ context }: Invocation, line: CommandLine): Promise<undefined> {
  const [given] = line.args;
  // Without a URL: a service with the settings of this environment, as inside its container.
  const url =
    given === undefined ? listeningUrl((await parseServeOptions(line)).service) : parseUrl(given);
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

/** Where a service with these settings is reached from this machine. */
export function listeningUrl({ host, port }: { host: string; port: number }): URL {
  const reached = UNSPECIFIED.get(host) ?? host;
  return new URL(`http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`);
}

/** Who listens on all addresses is reached by the loopback one. */
const UNSPECIFIED: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new MailvetError('usage', `Not an http(s) URL: ${text}`, {
    hint: 'Give it as http://127.0.0.1:8025',
  });
}
