import { setAlarm } from '../../lib/alarm.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { SharedFacts } from '../pacing/fleet/facts.ts';
import { RefusalTolerance } from '../pacing/refusal-tolerance.ts';
import { Tolerance } from '../pacing/tolerance.ts';
import type { HostMemory } from './active-session.ts';
import { SendersByEgress } from './recipients/dialogue.ts';
import { SessionPool } from './session-pool.ts';
import type { StuckWork } from './stuck.ts';

/** Sets of hosts that are remembered. */
const MAX_REMEMBERED = 10_000;
/** Milliseconds between two checks for stuck work. */
const CHECK_EVERY = 30_000;

/** Work that can be checked for being stuck. */
interface StuckCheck {
  check(): void;
}

/** Domains with one `key` have the same hosts with the same preferences. */
export interface HostSet {
  readonly key: string;
  /** In the order to try. */
  readonly hosts: readonly string[];
}

/**
 * All sessions of the process: one pool for each set of hosts, shared by all callers,
 * and a regular check of all work under way.
 */
export class Scheduler {
  readonly #context: ProbeContext;
  readonly #onStuck: (stuck: StuckWork) => void;
  readonly #pools = new Map<string, SessionPool>();
  readonly #memory = new BoundedMap<string, HostMemory>(MAX_REMEMBERED);
  readonly #checked = new Set<StuckCheck>();
  #cancelAlarm: (() => void) | undefined;

  constructor(context: ProbeContext, onStuck: (stuck: StuckWork) => void) {
    this.#context = context;
    this.#onStuck = onStuck;
    context.facts?.on('host', (key, value) => adoptMemory(this.#recall(key), value));
  }

  /** Sets of hosts that have work. */
  get pools(): number {
    return this.#pools.size;
  }

  pool({ key, hosts }: HostSet): SessionPool {
    const known = this.#pools.get(key);
    if (known) return known;
    const pool = new SessionPool({
      context: this.#context,
      hosts,
      memory: this.#recall(key),
      onIdle: () => {
        this.#pools.delete(key);
        this.unwatch(pool);
      },
      onStuck: this.#onStuck,
    });
    this.#pools.set(key, pool);
    this.watch(pool);
    return pool;
  }

  watch(one: StuckCheck): void {
    this.#checked.add(one);
    this.#cancelAlarm ??= this.#setAlarm();
  }

  unwatch(one: StuckCheck): void {
    this.#checked.delete(one);
    if (this.#checked.size > 0) return;
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }

  /** Frees all sockets. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #setAlarm(): () => void {
    return setAlarm(this.#context.clock, CHECK_EVERY, () => {
      for (const one of [...this.#checked]) one.check();
      this.#cancelAlarm = this.#checked.size > 0 ? this.#setAlarm() : undefined;
    });
  }

  #recall(key: string): HostMemory {
    const memory = this.#memory.get(key) ?? createMemory(key, this.#context.facts);
    this.#memory.set(key, memory);
    return memory;
  }
}

/** Milliseconds for which other processes keep what hosts tolerate. */
const SHARED_FOR = 12 * HOUR_MS;

/** Domains at a set of hosts whose last accepted address is known. */
const MAX_ACCEPTED = 1000;

/** What is learnt of a set of hosts, and published for other processes when it changes. */
export function createMemory(
  key: string,
  facts: Pick<SharedFacts, 'publish'> | undefined,
): HostMemory {
  const tolerance = new Tolerance();
  const refusals = new RefusalTolerance();
  const accepted = new BoundedMap<string, string>(MAX_ACCEPTED);
  const memory = { senders: new SendersByEgress(), tolerance, refusals, accepted };
  if (!facts) return memory;
  const learnt = () => JSON.stringify([tolerance.learnt, refusals.learnt]);
  let published = learnt();
  return {
    ...memory,
    noteLearnt() {
      if (learnt() === published) return;
      published = learnt();
      const value = { session: tolerance.learnt, refusals: refusals.learnt };
      facts.publish('host', key, { value, left: SHARED_FOR });
    },
  };
}

/** Takes on what another process published. */
export function adoptMemory({ tolerance, refusals }: HostMemory, value: unknown): void {
  const { session, refusals: refused } = (value ?? {}) as Partial<Record<string, unknown[]>>;
  const [recipients, command] = session ?? [];
  const [max, ceiling] = refused ?? [];
  if (typeof recipients === 'number' && (command === 'quit' || command === 'hello'))
    tolerance.adopt(recipients, command);
  if (typeof max === 'number' && typeof ceiling === 'number') refusals.adopt(max, ceiling);
}
