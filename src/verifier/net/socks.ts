import { connect, isIPv6, Socket } from 'node:net';
import { message } from '../../i18n/message.ts';
import { orAborted } from '../../lib/abort.ts';
import {
  type AllowedAddress,
  BOTH_FAMILIES,
  type ConnectFailure,
  type Connector,
  type ConnectorSettings,
  openSocket,
} from './connect.ts';

/** A SOCKS5 proxy (RFC 1928), with user and password where it wants them (RFC 1929). */
export interface Socks5Proxy {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Connects through a proxy. It is given an IP address that was judged here, never a name: a name
 * would be looked up by the proxy, and could lead anywhere.
 */
export function socksConnector(proxy: Socks5Proxy, settings: ConnectorSettings): Connector {
  return {
    families: BOTH_FAMILIES,
    async connect(target, signal) {
      const limit = settings.connectLimit;
      const toProxy = connect({ host: proxy.host, port: proxy.port, noDelay: true });
      const socket = await openSocket(toProxy, signal, { clock: settings.clock, limit });
      if (socket === 'silent' || socket === 'refused') {
        return { fault: message(UNREACHED[socket], { proxy: proxyName(proxy) }) };
      }
      if (!(socket instanceof Socket)) return socket;
      return throughProxy(socket, { proxy, target, limit }, signal);
    },
  };
}

interface Hop {
  readonly proxy: Socks5Proxy;
  readonly target: AllowedAddress;
  /** In milliseconds. */
  readonly limit: number;
}

async function throughProxy(
  socket: Socket,
  { proxy, target, limit }: Hop,
  signal: AbortSignal,
): Promise<Socket | ConnectFailure> {
  const { SocksClient } = await import('socks');
  const { host, port, user, password } = proxy;
  const account = user === undefined ? {} : { userId: user, password: password ?? '' };
  const handshake = SocksClient.createConnection({
    command: 'connect',
    proxy: { type: 5, host, port, ...account },
    destination: { host: target.address, port: target.port },
    existing_socket: socket,
    timeout: limit,
  });
  try {
    await orAborted(handshake, signal);
    // The library lets data through only when its caller listens.
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    return toFailure(proxy, (error as Error).message, socket.bytesRead);
  }
}

const UNREACHED = {
  silent: 'errorTexts.proxy_silent',
  refused: 'errorTexts.proxy_refuses',
} as const;

/**
 * The library names the reply of RFC 1928 §6 at the end of its message. A proxy that has answered and
 * then sends no reply, or hangs up, may do so because of the host.
 */
function toFailure(proxy: Socks5Proxy, problem: string, read: number): ConnectFailure {
  const reply = / - (\w+)$/.exec(problem)?.[1] ?? '';
  if (reply === 'ConnectionRefused') return 'refused';
  if (SILENT_REPLIES.has(reply)) return 'silent';
  const isEnd = /timed out|socket closed|ECONNRESET|EPIPE/i.test(problem);
  if (isEnd && read >= METHOD_REPLY) return 'silent';
  const name = proxyName(proxy);
  const fault = FAULTS.find(([words]) => words.test(problem))?.[1];
  if (fault) return { fault: message(fault, { proxy: name }) };
  return { fault: message('errorTexts.proxy_fails', { proxy: name, problem }) };
}

/** Octets of the first reply of a proxy (RFC 1928 §3). */
const METHOD_REPLY = 2;

/** Messages of the library, and what they mean for the proxy. */
const FAULTS = [
  [/timed out/i, 'errorTexts.proxy_stalls'],
  [/socket closed|ECONNRESET|EPIPE/i, 'errorTexts.proxy_hangs_up'],
  [/authentication failed/i, 'errorTexts.proxy_password'],
  [/no accepted authentication/i, 'errorTexts.proxy_sign_in'],
  [/NotAllowed/, 'errorTexts.proxy_no_port_25'],
  [/invalid socks version|initial handshake response/i, 'errorTexts.proxy_no_socks'],
] as const;

/** `host:port`, without the account. */
export function proxyName({ host, port }: Socks5Proxy): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Dante and others answer Failure for a time-out of their own. */
const SILENT_REPLIES: ReadonlySet<string> = new Set([
  'Failure',
  'NetworkUnreachable',
  'HostUnreachable',
  'TTLExpired',
  'AddressNotSupported',
]);
