import { BlockList, isIP, type Socket } from 'node:net';
import { getCACertificates, type TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import { MailvetError } from '../../lib/errors.ts';
import { isLoopback } from './base-url.ts';
import { GIVEN_UP, SPOKE_FIRST } from './connection-errors.ts';

interface DispatcherSettings {
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
 * on this machine is asked for only through a proxy on this machine: the key would leave it in
 * the clear. Rejects with `config` for a proxy that is no URL.
 */
export async function openDispatcher(
  settings: DispatcherSettings,
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
    const connector = new PendingConnections(buildConnector(tls));
    const dispatcher = new Agent({ ...patient, connect: connector.connect });
    return { dispatcher, giveUp: () => connector.giveUp() };
  }
  const proxy = { ...patient, ...proxies, noProxy, requestTls: tls, proxyTls: tls };
  return { dispatcher: new EnvHttpProxyAgent(proxy), giveUp: () => {} };
}

/** Makes connections, and can give up those that are being made. */
class PendingConnections {
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

/**
 * Whether NO_PROXY names a host by a network (`10.96.0.0/12`, `fd00::/8`) or with a `*` in it (`127.*`,
 * `build-*.example.com`), each with a port or without. Names and single addresses are left to undici, which knows no others.
 */
export function isInNoProxyNetwork(url: URL, noProxy: string): boolean {
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, pattern = '', wanted = port] = ENTRY.exec(entry.toLowerCase()) ?? [];
    if (wanted !== port) return false;
    return pattern.includes('/') ? isInNetwork(host, pattern) : matches(host, pattern);
  });
}

/** A pattern, in brackets where it has colons and a port follows, and the port. */
const ENTRY = /^\[?([^\][]*?)\]?(?::(\d+))?$/;

function isInNetwork(host: string, network: string): boolean {
  const [start = '', bits = ''] = network.split('/');
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  if (isIP(start) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(bits), family);
  return addressesOf(host).some((each) => list.check(each, isIP(each) === 6 ? 'ipv6' : 'ipv4'));
}

/** A name is not looked up, but `localhost` is this machine (RFC 6761 §6.3). */
function addressesOf(host: string): string[] {
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  return isIP(host) === 0 ? [] : [host];
}

/** `*` stands for any part of a host. Compared piece by piece: a pattern would be tried from each character. */
function matches(host: string, pattern: string): boolean {
  // `*.example.com` is a name to undici, and a lone `*` is every host.
  if (!pattern.includes('*') || /^\*?\.?[^*]*$/.test(pattern)) return false;
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop() ?? '';
  if (!host.startsWith(first) || !host.slice(first.length).endsWith(last)) return false;
  const end = host.length - last.length;
  let at = first.length;
  for (const piece of pieces) {
    const found = host.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
