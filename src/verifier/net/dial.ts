import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { confirmed, type DnsAnswer, type DnsSource } from '../dns/source.ts';
import type { ConnectFailure, Connector, EgressFault } from './connect.ts';
import type { Guard } from './guard.ts';

/** The result of connecting to a host. */
export type DialResult =
  | { readonly kind: 'connected'; readonly stream: Duplex }
  /** The name has no address: proven. */
  | { readonly kind: 'no_host' }
  /** All addresses are in ranges that are never connected to. */
  | { readonly kind: 'refused_network' }
  | { readonly kind: 'failed'; readonly cause: DialFailure };

/**
 * `silence`: nothing came back, as where a firewall drops port 25; `refusal`: no connection came
 * about, but an answer did; `lookup`: the address of the host could not be looked up.
 */
export type DialFailure = 'silence' | 'refusal' | 'lookup' | EgressFault;

/** Opens a connection to a mail host. Rejects only with the signal's reason. */
export type Dial = (host: string, signal: AbortSignal) => Promise<DialResult>;

interface DialSettings {
  readonly dns: DnsSource;
  readonly guard: Guard;
  readonly port: number;
  readonly connector: Connector;
  /** Called for each address that could not be connected to: a host may have several, each with its time-out. */
  readonly onFailure?: (host: string, cause: 'silence' | 'refusal') => void;
}

/** A host may have dozens of addresses; these many of each family are tried. */
const MAX_ADDRESSES = 2;

/**
 * Resolves once, judges every address and connects to a judged one by its number, so that no
 * second look-up can point elsewhere (DNS rebinding), not even that of a proxy. The second family is
 * asked for when the first leads nowhere, which spares the resolver half of the questions. That a host
 * has no address at all is asked twice.
 */
export function createDial(settings: DialSettings): Dial {
  const { dns, connector } = settings;
  return async (host, signal) => {
    const dialBy = async (look: LookUp): Promise<DialResult> => {
      const tried: Attempt[] = [];
      for (const type of connector.families) {
        const answer = await look(type, host);
        signal.throwIfAborted();
        const attempt = await tryAnswer(answer, { ...settings, host }, signal);
        if (attempt instanceof Socket) return { kind: 'connected', stream: attempt };
        tried.push(attempt);
      }
      return toFailure(tried);
    };
    const dialled = await dialBy((type, name) => dns.query(type, name));
    return dialled.kind === 'no_host' ? dialBy(confirming(dns)) : dialled;
  };
}

type LookUp = (type: 'A' | 'AAAA', host: string) => Promise<DnsAnswer<'A' | 'AAAA'>>;

function confirming(dns: DnsSource): LookUp {
  return async (type, name) => confirmed(dns, { type, name }, await dns.query(type, name));
}

type Attempt = 'no_address' | 'unknown' | 'refused_network' | ConnectFailure;

async function tryAnswer(
  answer: DnsAnswer<'A' | 'AAAA'>,
  settings: DialSettings & { readonly host: string },
  signal: AbortSignal,
): Promise<Socket | Attempt> {
  if (answer.kind === 'failure') return 'unknown';
  if (answer.kind !== 'records') return 'no_address';
  const permitted = answer.records.filter(settings.guard);
  if (permitted.length === 0) return 'refused_network';
  return connectToOne(permitted.slice(0, MAX_ADDRESSES), settings, signal);
}

function toFailure(tried: readonly Attempt[]): DialResult {
  const all = (...attempts: Attempt[]) => tried.every((attempt) => attempts.includes(attempt));
  if (all('no_address')) return { kind: 'no_host' };
  if (all('no_address', 'refused_network')) return { kind: 'refused_network' };
  if (tried.includes('refused')) return { kind: 'failed', cause: 'refusal' };
  const fault = tried.find(isFault);
  if (fault) return { kind: 'failed', cause: fault };
  return { kind: 'failed', cause: tried.includes('silent') ? 'silence' : 'lookup' };
}

function isFault(attempt: Attempt): attempt is EgressFault {
  return typeof attempt === 'object';
}

async function connectToOne(
  addresses: readonly string[],
  { connector, port, host, onFailure }: DialSettings & { readonly host: string },
  signal: AbortSignal,
): Promise<Socket | ConnectFailure> {
  let failure: ConnectFailure = 'silent';
  for (const address of addresses) {
    const attempt = await connector.connect({ address, port }, signal);
    if (typeof attempt === 'object') return attempt;
    onFailure?.(host, attempt === 'silent' ? 'silence' : 'refusal');
    if (attempt === 'refused') failure = attempt;
  }
  return failure;
}
