import { connect, isIPv6, type Socket } from 'node:net';
import { type Message, message } from '../../i18n/message.ts';
import type { Clock } from '../../lib/clock.ts';
import { setSharedAlarm } from '../../lib/shared-alarms.ts';

/** An IP address that may be connected to, and its port. */
export interface AllowedAddress {
  readonly address: string;
  readonly port: number;
}

/** Why there is no connection. `silent`: nothing came back; `refused`: an answer did. */
export type ConnectFailure = 'silent' | 'refused' | EgressFault;

/** The source address or the proxy can't be used, which says nothing about the host. */
export interface EgressFault {
  readonly fault: Message;
}

/** Connects to an address as an egress does. Rejects only with the signal's reason. */
export interface Connector {
  /** Kinds of addresses that can be reached, the preferred first. */
  readonly families: readonly ('A' | 'AAAA')[];
  connect(target: AllowedAddress, signal: AbortSignal): Promise<Socket | ConnectFailure>;
}

export interface ConnectorSettings {
  readonly clock: Clock;
  /** For each address, in milliseconds. */
  readonly connectLimit: number;
}

/**
 * IPv4 first: many hosts that verify or send have no name for their IPv6 address, and are refused for
 * it.
 */
export const BOTH_FAMILIES = ['A', 'AAAA'] as const;

/** Connects from an address of this machine, or from the one that the system chooses. */
export function directConnector(
  { clock, connectLimit }: ConnectorSettings,
  localAddress?: string,
): Connector {
  const own = localAddress === undefined ? {} : { localAddress };
  return {
    families: localAddress === undefined ? BOTH_FAMILIES : [isIPv6(localAddress) ? 'AAAA' : 'A'],
    connect: ({ address, port }, signal) =>
      openSocket(connect({ host: address, port, noDelay: true, ...own }), signal, {
        clock,
        limit: connectLimit,
        localAddress,
      }),
  };
}

interface OpenSettings {
  readonly clock: Clock;
  readonly limit: number;
  readonly localAddress?: string | undefined;
}

/** Waits until the socket is connected. */
export function openSocket(
  socket: Socket,
  signal: AbortSignal,
  { clock, limit, localAddress }: OpenSettings,
): Promise<Socket | ConnectFailure> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancelAlarm();
      signal.removeEventListener('abort', abort);
    };
    const giveUp = (report: () => void) => {
      settle();
      socket.destroy();
      report();
    };
    const abort = () => giveUp(() => reject(signal.reason));
    const cancelAlarm = setSharedAlarm(clock, limit, () => giveUp(() => resolve('silent')));
    signal.addEventListener('abort', abort);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    // Stays: an error of a socket that was given up must not end the process.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(() => resolve(toFailure(error.code ?? '', localAddress))),
    );
  });
}

function toFailure(code: string, localAddress?: string): ConnectFailure {
  const fault = UNUSABLE_SOURCE[code];
  if (fault) {
    const address = localAddress ?? message('errorTexts.the_machine');
    return { fault: message(fault, { address }) };
  }
  return UNREACHABLE.has(code) ? 'silent' : 'refused';
}

const UNUSABLE_SOURCE: Readonly<
  Record<string, `errorTexts.source_${'not_here' | 'no_port' | 'no_route'}`>
> = {
  EADDRNOTAVAIL: 'errorTexts.source_not_here',
  EADDRINUSE: 'errorTexts.source_no_port',
  EINVAL: 'errorTexts.source_no_route',
};

/** What a network without a way to port 25 says, as opposed to a host that is there and refuses. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EACCES',
  'EPERM',
]);
