import { BoundedMap } from '../../../lib/bounded-map.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isPublicAddress } from '../../../lib/ip-address.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import { listingName, readListing } from '../../../settings/block-lists.ts';
import type { DnsSource } from '../../dns/source.ts';
import type { Egress } from './egress.ts';

/** The own address of an egress came on a block list, or is on it no more. */
export interface ListingChange {
  readonly egress: string;
  readonly address: string;
  /** The list's name in DNS. */
  readonly list: string;
  readonly isListed: boolean;
}

interface WatchParts {
  /** Names in DNS; none: nothing is looked up. */
  readonly lists: readonly string[];
  readonly dns: DnsSource;
  readonly clock: Clock;
  readonly onChange?: ((change: ListingChange) => void) | undefined;
}

/** Milliseconds for which a look-up stands. */
const EVERY = HOUR_MS;
/** Own addresses that are remembered: hosts name them, and might make them up. */
const MAX_ADDRESSES = 100;

/**
 * Looks the own addresses up on block lists while sessions are opened: with the first session of an
 * egress, and each hour. While an address is listed, half as many sessions are opened from there.
 */
export class BlockListWatch {
  readonly #parts: WatchParts;
  /** When addresses were looked up, by egress and address. */
  readonly #lookedUp = new BoundedMap<string, number>(MAX_ADDRESSES);

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** A session was opened. `address`: as mail hosts see the egress, where that is known. */
  noteSession(egress: Pick<Egress, 'name' | 'health'>, address: string | undefined): void {
    const { lists, clock } = this.#parts;
    if (lists.length === 0 || address === undefined || !isPublicAddress(address)) return;
    const key = `${egress.name} ${address}`;
    const now = clock.monotonic();
    if (now - (this.#lookedUp.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY) return;
    this.#lookedUp.set(key, now);
    for (const list of lists) void this.#lookUp(egress, address, list);
  }

  /** Without an answer, what was known before holds. */
  async #lookUp(
    egress: Pick<Egress, 'name' | 'health'>,
    address: string,
    list: string,
  ): Promise<void> {
    const name = listingName(address, list);
    if (name === undefined) return;
    const answer = await this.#parts.dns.query('A', name).catch(() => undefined);
    if (!answer || answer.kind === 'failure') return;
    const listing = readListing(answer.kind === 'records' ? answer.records : []);
    if (listing === 'not served') return;
    const isListed = listing === 'listed';
    if (!egress.health.noteListing(list, isListed)) return;
    this.#parts.onChange?.({ egress: egress.name, address, list, isListed });
  }
}
