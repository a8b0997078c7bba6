import { MailvetError } from '../../../errors.ts';
import type { CommandLine } from '../../invocation.ts';
import { parseServeOptions } from '../serve/options.ts';

export interface HealthOptions {
  readonly url: URL;
}

/** Without a URL: a service with the settings of this environment, as inside its container. */
export async function parseHealthOptions(line: CommandLine): Promise<HealthOptions> {
  const [given] = line.args;
  return { url: given === undefined ? await ownUrl(line) : parseUrl(given) };
}

async function ownUrl(line: CommandLine): Promise<URL> {
  return listeningUrl((await parseServeOptions(line)).service);
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
