import type { Message } from '../../../i18n/message.ts';
import type { Dial } from '../../net/dial.ts';
import type { EgressHealth } from './health.ts';

/** One way out to mail hosts: a source address, the name it gives in HELO, and its senders. */
export interface Egress {
  readonly name: string;
  /** Its address, or `socks5 ` and its proxy; empty where the system chooses. */
  readonly way: string;
  readonly helo: string;
  /** Envelope senders in the order to try. */
  readonly senders: readonly string[];
  readonly dial: Dial;
  /** Providers (ids of the provider table) that go by it and by no egress that does not name them. */
  readonly providers?: readonly string[] | undefined;
  readonly health: EgressHealth;
}

/** What is known of an egress of a running verifier. */
export interface EgressStatus extends Pick<Egress, 'name' | 'helo' | 'way'> {
  /** Stands for the limits of providers: the same in processes that keep to the same ones. */
  readonly limits: string;
  /** Why it was of no use when it was last tried, as a sentence without a full stop. */
  readonly fault: Message | undefined;
  /** A block list has its address. */
  readonly isListed: boolean;
}

/** What an egress is called where none is configured. */
export const DEFAULT_EGRESS = 'default';

/**
 * The egresses by which a provider is contacted, best first: those that name it, else those that
 * name none. The order differs from provider to provider and is always the same for one, since
 * hosts that greylist expect the same address when they are asked again.
 */
export function egressesFor(egresses: readonly Egress[], key: string): readonly Egress[] {
  if (egresses.length === 1) return egresses;
  const id = key.split(' ', 1)[0] ?? key;
  const naming = egresses.filter(({ providers }) => providers?.includes(id));
  const allowed = naming.length > 0 ? naming : egresses.filter(({ providers }) => !providers);
  return [...allowed].sort((a, b) => rank(b.name, key) - rank(a.name, key));
}

/** Rendezvous hashing: FNV-1a over the pair. */
function rank(egress: string, key: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${egress} ${key}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  // A last round of mixing: without it close names give close ranks.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
