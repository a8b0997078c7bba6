import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { secureToken } from '../../lib/secure-token.ts';
import type { HoldLists, ListLeases } from '../../service/lists/list-ports.ts';

/** After which other processes see to the lists of one that is silent. */
const LEASE_MS = 30_000;
/** Lists remembered: of one that is forgotten, the database is asked again. */
const MAX_REMEMBERED = 10_000;

interface Held {
  readonly lease: number;
  /** When the lease is asked for again. */
  readonly until: number;
}

/** The lists that this process sees to. A lease is renewed when half of it is over. */
export class HeldLists {
  readonly #leases: ListLeases;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #holder = secureToken(20);
  readonly #held = new BoundedMap<string, Held>(MAX_REMEMBERED);

  constructor(leases: ListLeases, clock: Pick<Clock, 'monotonic'>) {
    this.#leases = leases;
    this.#clock = clock;
  }

  readonly hold: HoldLists = async (listIds) => {
    const asked = this.#clock.monotonic();
    const isDue = (id: string) => (this.#held.get(id)?.until ?? asked) <= asked;
    const due = listIds.filter(isDue);
    const taken = due.length > 0 ? await this.#leases.take(due, this.#holder, LEASE_MS) : new Map();
    for (const id of due) {
      const lease = taken.get(id);
      if (lease === undefined) this.#held.delete(id);
      else this.#held.set(id, { lease, until: asked + LEASE_MS / 2 });
    }
    return new Map(
      listIds.flatMap((id) => {
        const held = this.#held.get(id);
        return held ? [[id, held.lease] as const] : [];
      }),
    );
  };

  /** Without an answer of the database, others may take the lists when the leases are over. */
  async release(): Promise<void> {
    await this.#leases.release(this.#holder).catch(() => {});
  }
}
