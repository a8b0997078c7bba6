import { connect, type Socket } from 'node:net';
import { orAborted } from '../../lib/or-aborted.ts';
import {
  BOTH_FAMILIES,
  type ConnectFailure,
  type Connector,
  type ConnectorSettings,
  type JudgedAddress,
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
      if (typeof socket === 'string') return 'egress';
      return throughProxy(socket, { proxy, target, limit }, signal);
    },
  };
}

interface Hop {
  readonly proxy: Socks5Proxy;
  readonly target: JudgedAddress;
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
    return toFailure(error as Error);
  }
}

/** The library names the reply of RFC 1928 §6 at the end of its message. */
function toFailure({ message }: Error): ConnectFailure {
  const reply = / - (\w+)$/.exec(message)?.[1] ?? '';
  if (reply === 'ConnectionRefused') return 'refused';
  if (/timed out/i.test(message)) return 'silent';
  return SILENT_REPLIES.has(reply) ? 'silent' : 'egress';
}

/** Dante and others answer Failure for a time-out of their own. */
const SILENT_REPLIES: ReadonlySet<string> = new Set([
  'Failure',
  'NetworkUnreachable',
  'HostUnreachable',
  'TTLExpired',
  'AddressNotSupported',
]);
