import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { isLoopback } from './base-url.ts';

export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly ca?: string | undefined;
}

/** The proxies that the environment names; lower case wins, as everywhere. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The connections to one service: direct, or through the proxy that the variables name. A service
 * on this machine is asked for through a proxy on this machine alone: the key would leave it in
 * the clear.
 */
export async function openDispatcher(
  settings: ConnectionSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const tls = settings.ca === undefined ? {} : { ca: trusted(settings.ca) };
  // Our own timer ends a try: undici's would end it sooner, with an answer under way.
  const patient = { headersTimeout: 0, bodyTimeout: 0, connect: tls };
  const proxies = proxiesOf(env);
  if (!isProxied(new URL(settings.baseUrl), proxies)) return new Agent(patient);
  return new EnvHttpProxyAgent({ ...patient, ...proxies, requestTls: tls, proxyTls: tls });
}

function proxiesOf(env: Readonly<Record<string, string | undefined>>): Proxies {
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY ?? '';
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY ?? '';
  return { httpProxy, httpsProxy, noProxy: env.no_proxy ?? env.NO_PROXY ?? '' };
}

function isProxied(service: URL, { httpProxy, httpsProxy }: Proxies): boolean {
  const proxy = service.protocol === 'https:' ? httpsProxy || httpProxy : httpProxy;
  if (!proxy) return false;
  if (!isLoopback(service.hostname)) return true;
  return isLoopback(URL.parse(proxy)?.hostname ?? '');
}

/** A list of authorities replaces Node's own, so those go in as well. */
function trusted(ca: string): string[] {
  return [...getCACertificates('default'), ca];
}
