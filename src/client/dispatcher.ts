import { getCACertificates } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import { MailvetError } from '../errors.ts';
import { isLoopback } from './base-url.ts';

export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly ca?: string | undefined;
}

/**
 * The connections to one service: direct, or through the proxy that the variables name. A service
 * on this machine is asked for through a proxy on this machine alone: the key would leave it in
 * the clear. Rejects with `config` for a proxy that is no URL.
 */
export async function openDispatcher(
  settings: ConnectionSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Dispatcher> {
  const { Agent, buildConnector, EnvHttpProxyAgent } = await import('undici');
  const tls = settings.ca === undefined ? {} : { ca: trusted(settings.ca) };
  // Our own timer ends a try: undici's would end it sooner, with an answer under way.
  const patient = { headersTimeout: 0, bodyTimeout: 0, connect: tls };
  const proxies = proxiesOf(env);
  if (!isProxied(new URL(settings.baseUrl), proxies)) {
    return new Agent({ ...patient, connect: silentConnector(buildConnector(tls)) });
  }
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  return new EnvHttpProxyAgent({ ...patient, ...proxies, noProxy, requestTls: tls, proxyTls: tls });
}

/**
 * Connects, and refuses a server that speaks first: what it says would be taken for the answer to a
 * question that it has not read. What comes later can't be told from an answer by its time: that is
 * left to what it says (see same-address.ts).
 */
function silentConnector(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      void turnsOfTheLoop(TURNS_TO_SPEAK).then(() => {
        if (socket.readableLength === 0) return callback(null, socket);
        socket.destroy();
        callback(Object.assign(new Error(SPOKE_FIRST), { code: SPOKE_FIRST }), null);
      });
    });
}

/** What has arrived is read in the first of them. */
const TURNS_TO_SPEAK = 3;

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** The code of the error for a server that answers before it is asked. */
export const SPOKE_FIRST = 'MAILVET_SPOKE_FIRST';

/** The proxies that the environment names, empty where it names none. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
}

function proxiesOf(env: Readonly<Record<string, string | undefined>>): Proxies {
  return { httpProxy: proxyOf(env, 'http_proxy'), httpsProxy: proxyOf(env, 'https_proxy') };
}

/** Lower case wins, and `host:port` will do, as in every program that reads these variables. */
function proxyOf(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const text = env[name] ?? env[name.toUpperCase()] ?? '';
  if (text === '') return '';
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new MailvetError('config', `${name.toUpperCase()} is not the URL of a proxy`, {
    hint: 'Give it as http://host:port',
  });
}

function isProxied(service: URL, { httpProxy, httpsProxy }: Proxies): boolean {
  const proxy = service.protocol === 'https:' ? httpsProxy || httpProxy : httpProxy;
  if (!proxy) return false;
  return !isLoopback(service.hostname) || isLoopback(new URL(proxy).hostname);
}

/** A list of authorities replaces Node's own, so those go in as well. */
function trusted(ca: string): string[] {
  return [...getCACertificates('default'), ca];
}
