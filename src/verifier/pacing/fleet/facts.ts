import { setAlarm } from '../../../lib/alarm.ts';
import type { Clock } from '../../../lib/clock.ts';

/** A fact that one process publishes for the others. */
interface SharedFact {
  readonly kind: string;
  readonly key: string;
  /** JSON. */
  readonly value: string;
  /** Milliseconds for which it holds. */
  readonly left: number;
}

/** Where facts are kept. The service's store implements it by its shape. */
export interface FactStore {
  publish(facts: readonly SharedFact[], process: string): Promise<void>;
  changes(
    position: number | undefined,
    process: string,
  ): Promise<{ readonly position: number; readonly facts: readonly SharedFact[] }>;
}

/**
 * `pause`, `rest`: of a lane; `accept_all`: of a domain at a host; `host`: the tolerance of a set of hosts;
 * `budget`: what one process counted in a lane.
 */
type FactKind = 'pause' | 'rest' | 'accept_all' | 'host' | 'budget';

/** Milliseconds between two reads of what others published; own facts wait as long at most. */
const EVERY = 1000;

interface FactsParts {
  readonly store: FactStore;
  readonly clock: Clock;
  readonly process: string;
}

/** What a verifier learnt, for other processes, and what those learnt, by way of the database. What can't be written or read now is written and read a second later. */
export class SharedFacts {
  readonly #parts: FactsParts;
  readonly #learn = new Map<string, (key: string, value: unknown, left: number) => void>();
  /** What is to be published, the last of each key, with the time until which it holds. */
  #news = new Map<string, { readonly fact: Omit<SharedFact, 'left'>; readonly until: number }>();
  #position: number | undefined;
  #cancelAlarm: (() => void) | undefined;
  /** The publication and the look under way, or the last ones. */
  #exchanged: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(parts: FactsParts) {
    this.#parts = parts;
  }

  publish(kind: FactKind, key: string, { value, left }: { value: unknown; left: number }): void {
    const fact = { kind, key, value: JSON.stringify(value) };
    this.#news.set(`${kind} ${key}`, { fact, until: this.#parts.clock.monotonic() + left });
  }

  /** `learn` is called with what others published. */
  on(kind: FactKind, learn: (key: string, value: unknown, left: number) => void): void {
    this.#learn.set(kind, learn);
  }

  /** Reads the current facts, and continues until it is closed. */
  async start(): Promise<void> {
    await this.#read().catch(() => {});
    this.#goOn();
  }

  /** Resolves when the database has the own facts and is no longer asked. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelAlarm?.();
    await this.#exchanged;
    await this.#publishNews().catch(() => {});
  }

  #goOn(): void {
    if (this.#isClosed) return;
    this.#cancelAlarm = setAlarm(this.#parts.clock, EVERY, () => {
      this.#exchanged = Promise.allSettled([this.#publishNews(), this.#read()]);
      this.#exchanged.then(() => this.#goOn());
    });
  }

  async #publishNews(): Promise<void> {
    const { clock, store, process } = this.#parts;
    const news = this.#news;
    if (news.size === 0) return;
    this.#news = new Map();
    const now = clock.monotonic();
    const facts = [...news.values()].map(({ fact, until }) => ({ ...fact, left: until - now }));
    try {
      await store.publish(facts, process);
    } catch (error) {
      this.#news = new Map([...news, ...this.#news]);
      throw error;
    }
  }

  async #read(): Promise<void> {
    const { store, process } = this.#parts;
    const { position, facts } = await store.changes(this.#position, process);
    this.#position = position;
    for (const { kind, key, value, left } of facts)
      this.#learn.get(kind)?.(key, JSON.parse(value), left);
  }
}
