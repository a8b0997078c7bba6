import type { Socket } from 'node:net';
import { getCACertificates, type TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import { MailvetError } from '../errors.ts';
import { isLoopback } from './base-url.ts';
import { isInNoProxyNetwork } from './no-proxy.ts';

interface ConnectionSettings {
  readonly baseUrl: string;
  readonly ca?: string | undefined;
}

/** A client's connections to its service. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** Gives up the connections that are still being made, and makes no more. */
  giveUp(): void;
}

/**
 * The connections to one service: direct, or through the proxy that the variables name. A service
 * on this machine is asked for through a proxy on this machine alone: the key would leave it in
 * the clear. Rejects with `config` for a proxy that is no URL.
 */
export async function openDispatcher(
  settings: ConnectionSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Connections> {
  const { Agent, buildConnector, EnvHttpProxyAgent } = await import('undici');
  const { ca } = settings;
  const tls = ca === undefined ? {} : { ca: trusted(ca) };
  // Our own timer ends a try: undici's would end it sooner, with an answer under way.
  const patient = { headersTimeout: 0, bodyTimeout: 0, connect: tls };
  const proxies = readProxies(env);
  const service = new URL(settings.baseUrl);
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  if (!isProxied(service, proxies) || isInNoProxyNetwork(service, noProxy)) {
    const connector = new Connector(buildConnector(tls));
    const dispatcher = new Agent({ ...patient, connect: connector.connect });
    return { dispatcher, giveUp: () => connector.giveUp() };
  }
  const proxy = { ...patient, ...proxies, noProxy, requestTls: tls, proxyTls: tls };
  return { dispatcher: new EnvHttpProxyAgent(proxy), giveUp: () => {} };
}

/** Makes connections, and can give up those that are being made. */
class Connector {
  readonly #pending = new Set<Socket>();
  readonly #connect: buildConnector.connector;
  #over = false;

  constructor(connect: buildConnector.connector) {
    this.#connect = connect;
  }

  /**
   * Connects, and refuses a server that speaks first: what it says would be taken for the answer to
   * a question that it has not read. What comes later can't be distinguished from an answer by its time: that
   * is left to what it says (see same-address.ts).
   */
  readonly connect: buildConnector.connector = (options, callback) => {
    if (this.#over) return callback(Object.assign(new Error(GIVEN_UP), { code: GIVEN_UP }), null);
    // The types leave it out: what comes back is the socket that is being connected.
    const pending = this.#connect(options, (error, socket) => {
      this.#pending.delete(pending);
      if (error) return callback(error, null);
      void turnsOfTheLoop(TURNS_TO_SPEAK).then(() => {
        if (socket.readableLength === 0 || isMultiplexed(socket)) return callback(null, socket);
        socket.destroy();
        callback(Object.assign(new Error(SPOKE_FIRST), { code: SPOKE_FIRST }), null);
      });
    }) as unknown as Socket;
    this.#pending.add(pending);
  };

  /** Gives up what is being connected (a TLS handshake that hangs): nothing was sent on it. */
  giveUp(): void {
    this.#over = true;
    const error = Object.assign(new Error(GIVEN_UP), { code: GIVEN_UP });
    for (const socket of this.#pending) socket.destroy(error);
    this.#pending.clear();
  }
}

/** HTTP/2 pairs answers with questions by itself, and its servers may speak first (RFC 9113 §3.4). */
function isMultiplexed(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).alpnProtocol === 'h2';
}

/** What has arrived is read in the first of them. */
const TURNS_TO_SPEAK = 3;

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** The code of the error for a connection that was not waited for. */
export const GIVEN_UP = 'MAILVET_GIVEN_UP';

/** The code of the error for a server that answers before it is asked. */
export const SPOKE_FIRST = 'MAILVET_SPOKE_FIRST';

/** The proxies that the environment names, empty where it names none. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
}

function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  return { httpProxy: readProxy(env, 'http_proxy'), httpsProxy: readProxy(env, 'https_proxy') };
}

/** Lower case wins, and `host:port` will do, as in every program that reads these variables. */
function readProxy(env: Readonly<Record<string, string | undefined>>, name: string): string {
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
