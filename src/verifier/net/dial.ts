import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../lib/clock.ts';
import type { DnsAnswer, DnsSource } from '../dns/source.ts';
import type { Guard } from './guard.ts';

export type Dialled =
  | { readonly kind: 'connected'; readonly stream: Duplex }
  /** The name has no address: proven. */
  | { readonly kind: 'no_host' }
  /** All addresses are in ranges that are never connected to. */
  | { readonly kind: 'refused_network' }
  /** `silent`: nothing came back, as where a firewall drops port 25. */
  | { readonly kind: 'failed'; readonly silent: boolean };

/** Opens a connection to a mail host. Rejects only with the signal's reason. */
export type Dial = (host: string, signal: AbortSignal) => Promise<Dialled>;

export interface DialSettings {
  readonly dns: DnsSource;
  readonly guard: Guard;
  readonly port: number;
  /** For each address tried, in milliseconds. */
  readonly connectLimit: number;
  readonly clock: Clock;
}

/** A host may have dozens of addresses; these many are tried. */
const MOST_ADDRESSES = 3;

/**
 * Resolves once, judges every address and connects to a judged one by its number, so that no
 * second look-up can point elsewhere (DNS rebinding).
 */
export function createDial(settings: DialSettings): Dial {
  return async (host, signal) => {
    const found = await addressesOf(settings.dns, host);
    signal.throwIfAborted();
    if (found.addresses.length === 0) {
      return found.proven ? { kind: 'no_host' } : { kind: 'failed', silent: false };
    }
    const permitted = found.addresses.filter(settings.guard);
    if (permitted.length === 0) return { kind: 'refused_network' };
    return connectToOne(permitted.slice(0, MOST_ADDRESSES), settings, signal);
  };
}

/** IPv4 first: many hosts that verify or send have no name for their IPv6 address, and are refused for it. */
async function addressesOf(dns: DnsSource, host: string) {
  const answers = await Promise.all([dns.query('A', host), dns.query('AAAA', host)]);
  const addresses = answers.flatMap((answer: DnsAnswer<'A' | 'AAAA'>) =>
    answer.kind === 'records' ? answer.records : [],
  );
  return { addresses, proven: answers.every((answer) => answer.kind !== 'failure') };
}

async function connectToOne(
  addresses: readonly string[],
  settings: DialSettings,
  signal: AbortSignal,
): Promise<Dialled> {
  let silent = true;
  for (const address of addresses) {
    const attempt = await connectTo(address, settings, signal);
    if (attempt instanceof Object) return { kind: 'connected', stream: attempt };
    silent &&= attempt === 'silent';
  }
  return { kind: 'failed', silent };
}

/** One for all: a signal without a reason makes an error with a stack each time. */
const SETTLED = new Error('settled');

async function connectTo(
  address: string,
  { port, connectLimit, clock }: DialSettings,
  signal: AbortSignal,
): Promise<Socket | 'silent' | 'refused'> {
  const over = new AbortController();
  const socket = connect({ host: address, port, noDelay: true });
  const both = AbortSignal.any([signal, over.signal]);
  const connected = outcomeOf(socket);
  const expired = clock.sleep(connectLimit, both).then(
    () => 'silent' as const,
    () => 'silent' as const,
  );
  const outcome = await Promise.race([connected, expired]);
  over.abort(SETTLED);
  if (outcome === socket && !signal.aborted) return socket;
  socket.destroy();
  signal.throwIfAborted();
  return outcome === 'silent' ? 'silent' : 'refused';
}

function outcomeOf(socket: Socket): Promise<Socket | 'silent' | 'refused'> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    // Stays: an error of a socket that was given up must not end the process.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(UNREACHABLE.has(error.code ?? '') ? 'silent' : 'refused'),
    );
  });
}

/** What a network without a way to port 25 says, as opposed to a host that is there and refuses. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EACCES',
  'EPERM',
]);
