import type { Clock } from '../../src/lib/clock.ts';
import type { HeldPlace, PlaceStore } from '../../src/verifier/pacing/fleet/place-store.ts';

interface Row {
  holder: string;
  expiresAt: number;
  freeAt: number;
}

interface Lane {
  readonly rows: Row[];
  /** Since when a process asks, and until when it is in line. */
  readonly line: Map<string, { readonly since: number; expiresAt: number }>;
}

/** As in `store/postgres/fleet-slots.ts`. */
const IN_LINE_MS = 5000;

type Request = Parameters<PlaceStore['takeSlot']>[0];

/** `session_slots` and `slot_line` in memory: the statements of `fleet-slots.ts`, counted. */
export class SlotTable implements PlaceStore {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  /** Statements that take, renew or give back. */
  statements = 0;
  /** Those that took nothing. */
  vain = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async takeSlot(request: Request): ReturnType<PlaceStore['takeSlot']> {
    this.statements++;
    const now = this.#clock.monotonic();
    const { rows, line } = this.#lane(request);
    while (rows.length < request.places) rows.push({ holder: '', expiresAt: 0, freeAt: 0 });
    const free = rows
      .slice(0, request.places)
      .flatMap(({ expiresAt, freeAt }, slot) => (expiresAt <= now && freeAt <= now ? slot : []));
    const own = line.get(request.process);
    const since = own?.since ?? now;
    const others = [...line].filter(
      ([process, other]) => process !== request.process && other.expiresAt > now,
    );
    const ahead = others.filter(([, other]) => other.since < since).length;
    const slot = ahead < free.length ? free[0] : undefined;
    const row = slot === undefined ? undefined : rows[slot];
    if (!row) {
      this.vain++;
      line.set(request.process, { since, expiresAt: now + IN_LINE_MS });
      return { slot: undefined, ahead, others: others.length };
    }
    row.holder = request.holder;
    row.expiresAt = now + request.lease;
    row.freeAt = now + request.spacing;
    line.delete(request.process);
    return { slot, ahead, others: others.length };
  }

  async renewSlots(held: readonly HeldPlace[], lease: number): Promise<ReadonlySet<string>> {
    this.statements++;
    const now = this.#clock.monotonic();
    const kept = held.filter((one) => {
      const row = this.#row(one);
      if (!row || row.expiresAt <= now) return false;
      row.expiresAt = now + lease;
      return true;
    });
    return new Set(kept.map(({ holder }) => holder));
  }

  async releaseSlots(held: readonly HeldPlace[]): Promise<void> {
    this.statements++;
    for (const one of held) {
      const row = this.#row(one);
      if (row) row.expiresAt = 0;
    }
  }

  async leaveLine(lane: Pick<HeldPlace, 'egress' | 'provider'>, process: string): Promise<void> {
    this.statements++;
    this.#lane(lane).line.delete(process);
  }

  #row(held: HeldPlace): Row | undefined {
    const row = this.#lane(held).rows[held.slot];
    return row?.holder === held.holder ? row : undefined;
  }

  #lane({ egress, provider }: Pick<HeldPlace, 'egress' | 'provider'>): Lane {
    const key = `${egress} ${provider}`;
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane: Lane = { rows: [], line: new Map() };
    this.#lanes.set(key, lane);
    return lane;
  }
}
