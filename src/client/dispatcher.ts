import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { isLoopback } from './base-url.ts';

export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly ca?: string | undefined;
}

/**
 * The connections to one service: direct, or through the proxy that the variables name (lower
 * case wins, as everywhere). A loopback address is never asked of a proxy: the key would leave
 * the machine in the clear.
 */
export async function openDispatcher(
  settings: ConnectionSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const tls = settings.ca === undefined ? {} : { ca: trusted(settings.ca) };
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY ?? '';
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY ?? '';
  const direct = isLoopback(new URL(settings.baseUrl).hostname);
  // Our own timer ends a try: undici's would end it sooner, with an answer under way.
  const patient = { headersTimeout: 0, bodyTimeout: 0 };
  if (direct || (!httpProxy && !httpsProxy)) return new Agent({ ...patient, connect: tls });
  return new EnvHttpProxyAgent({
    ...patient,
    httpProxy,
    httpsProxy,
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
  });
}

/** A list of authorities replaces Node's own, so those go in as well. */
function trusted(ca: string): string[] {
  return [...getCACertificates('default'), ca];
}
