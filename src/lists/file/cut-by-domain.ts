/** Addresses of one domain, by their 1-based ordinals in the list, ascending. */
type DomainOrdinals = ArrayLike<number> & Iterable<number>;

/** A list to be cut into batches. */
interface DomainGroups {
  /** Addresses of all domains together. */
  readonly total: number;
  /** Addresses of a batch at most. */
  readonly size: number;
  /** Domains whose addresses are spread over the batches. */
  readonly large: readonly DomainOrdinals[];
  /** Domains whose addresses stay together: none has more than `size`. Read once, as needed. */
  readonly small: Iterable<DomainOrdinals>;
}

/** Addresses of a large domain that go together at least: fewer are not worth a session. */
const MIN_SHARE = 50;

/** Small domains that wait for a batch with room for them. */
const MAX_WAITING = 64;

/** Spreads the shares of large domains, so that not all fall due in the same batch. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/**
 * Cuts a list into batches by domain; yields the ordinals of each, ascending. A small domain is in
 * one batch alone. A large one is spread evenly: in each batch, or in every third, say, where each
 * would have too few. Batches are full unless only small domains are left, of which none fits.
 */
export function* cutByDomain(groups: DomainGroups): Generator<Uint32Array> {
  const { total, size } = groups;
  const large = createLarge(groups);
  const small = createSmall(groups.small);
  for (let taken = 0; taken < total; ) {
    const batch = new OrdinalBatch(Math.min(size, total - taken));
    large.addDue(batch, taken + batch.room);
    small.addFitting(batch);
    large.addMore(batch);
    if (batch.size === 0) throw new TypeError('there are fewer addresses than the total says');
    taken += batch.size;
    yield batch.ordinals();
  }
}

class OrdinalBatch {
  readonly #parts: Uint32Array;
  size = 0;

  constructor(capacity: number) {
    this.#parts = new Uint32Array(capacity);
  }

  get room(): number {
    return this.#parts.length - this.size;
  }

  add(ordinals: ArrayLike<number>): void {
    this.#parts.set(ordinals, this.size);
    this.size += ordinals.length;
  }

  ordinals(): Uint32Array {
    return this.#parts.subarray(0, this.size).sort();
  }
}

/** A large domain, and how many of its addresses went into batches. */
interface Spread {
  readonly ordinals: Uint32Array;
  taken: number;
  /** Parts that it is spread in, fewer than there are batches; null = a part in each batch. */
  readonly shares: number | null;
  /** From 0 to 1: where among the batches its first share falls. */
  readonly phase: number;
  /** Nothing more is due before so many addresses of the list are in batches. */
  dueAt: number;
}

function createLarge({ total, size, large }: DomainGroups) {
  const batches = Math.ceil(total / size);
  const spreads = large.map((ordinals, index): Spread => {
    const shares = Math.max(1, Math.floor(ordinals.length / MIN_SHARE));
    return {
      ordinals: Uint32Array.from(ordinals),
      taken: 0,
      shares: shares < batches ? shares : null,
      phase: (index * GOLDEN_RATIO) % 1,
      dueAt: 0,
    };
  });
  return {
    /** Adds what is due once `reached` addresses of the list are in batches. */
    addDue(batch: OrdinalBatch, reached: number): void {
      for (const spread of spreads) {
        if (reached < spread.dueAt) continue;
        take(spread, batch, countDue(spread, reached, total) - spread.taken);
        spread.dueAt = nextDueAt(spread, total);
      }
    },
    /** Fills the batch before its turn, the domain with most addresses left first. */
    addMore(batch: OrdinalBatch): void {
      while (batch.room > 0) {
        const largest = findLeastTaken(spreads);
        if (!largest) return;
        take(largest, batch, countLeft(largest));
      }
    },
  };
}

function countDue({ ordinals, shares, phase }: Spread, reached: number, total: number): number {
  const all = ordinals.length;
  if (shares === null) return Math.floor((all * reached) / total);
  const share = Math.min(shares, Math.floor((reached / total) * shares + phase));
  return Math.floor((all * share) / shares);
}

function nextDueAt({ ordinals, taken, shares, phase }: Spread, total: number): number {
  if (shares === null) return 0;
  // The share of the next address: some may have been taken ahead, others may be overdue.
  const share = Math.floor((taken * shares) / ordinals.length) + 1;
  return Math.floor(((share - phase) / shares) * total);
}

function take(spread: Spread, batch: OrdinalBatch, count: number): void {
  const end = spread.taken + Math.min(Math.max(count, 0), batch.room);
  batch.add(spread.ordinals.subarray(spread.taken, end));
  spread.taken = end;
}

function findLeastTaken(spreads: readonly Spread[]): Spread | undefined {
  let largest: Spread | undefined;
  for (const spread of spreads) {
    if (countLeft(spread) > (largest ? countLeft(largest) : 0)) largest = spread;
  }
  return largest;
}

function countLeft({ ordinals, taken }: Spread): number {
  return ordinals.length - taken;
}

function createSmall(domains: Iterable<DomainOrdinals>) {
  const coming = domains[Symbol.iterator]();
  let waiting: DomainOrdinals[] = [];
  return {
    /** Adds whole domains while there is room: first those that wait, then new ones. */
    addFitting(batch: OrdinalBatch): void {
      waiting = waiting.filter((domain) => !addWhole(batch, domain));
      while (batch.room > 0 && waiting.length < MAX_WAITING) {
        const { value, done } = coming.next();
        if (done) return;
        if (!addWhole(batch, value)) waiting.push(value);
      }
    },
  };
}

function addWhole(batch: OrdinalBatch, domain: DomainOrdinals): boolean {
  if (domain.length > batch.room) return false;
  batch.add(domain);
  return true;
}
