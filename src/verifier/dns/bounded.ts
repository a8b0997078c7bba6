import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StuckWork } from '../session/stuck.ts';
import type { DnsAnswer, DnsSource, RecordType } from './source.ts';

/** Milliseconds; more than all tries of a question at all resolvers take. */
const LOOKUP_LIMIT = 120_000;
/** Milliseconds between two checks: one alarm for all questions costs less than one for each. */
const CHECK_EVERY = LOOKUP_LIMIT / 4;

interface LimitedLookup {
  readonly question: string;
  readonly since: number;
  giveUp(): void;
}

/** Ends look-ups that take longer than their limits allow. */
class OpenLookups {
  readonly #clock: Clock;
  readonly #onStuck: (stuck: StuckWork) => void;
  readonly #open = new Set<LimitedLookup>();
  #cancelAlarm: (() => void) | undefined;

  constructor(clock: Clock, onStuck: (stuck: StuckWork) => void) {
    this.#clock = clock;
    this.#onStuck = onStuck;
  }

  add(question: string, giveUp: () => void): LimitedLookup {
    const lookup = { question, since: this.#clock.monotonic(), giveUp };
    this.#open.add(lookup);
    this.#cancelAlarm ??= this.#setAlarm();
    return lookup;
  }

  delete(lookup: LimitedLookup): void {
    if (!this.#open.delete(lookup) || this.#open.size > 0) return;
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }

  #setAlarm(): () => void {
    return setAlarm(this.#clock, CHECK_EVERY, () => {
      const latest = this.#clock.monotonic() - LOOKUP_LIMIT;
      for (const lookup of [...this.#open]) if (lookup.since <= latest) this.#end(lookup);
      this.#cancelAlarm = this.#open.size > 0 ? this.#setAlarm() : undefined;
    });
  }

  #end(lookup: LimitedLookup): void {
    this.#open.delete(lookup);
    this.#onStuck({ work: 'lookup', state: `${lookup.question} for ${LOOKUP_LIMIT} ms` });
    lookup.giveUp();
  }
}

/** A source that always answers, after some two minutes at the latest, whatever becomes of its questions. */
export function boundedDns(
  source: DnsSource,
  clock: Clock,
  onStuck: (stuck: StuckWork) => void,
): DnsSource {
  const lookups = new OpenLookups(clock, onStuck);
  const bounded = <Answer>(question: string, ask: () => Promise<Answer>) =>
    new Promise<Answer | DnsFailure>((resolve, reject) => {
      const lookup = lookups.add(question, () => resolve({ kind: 'failure', problem: 'ETIMEOUT' }));
      const settle = (end: () => void) => {
        lookups.delete(lookup);
        end();
      };
      ask().then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  const { confirm } = source;
  return {
    query: (type, name) => bounded(`${type} ${name}`, () => source.query(type, name)),
    confirm:
      confirm &&
      ((type, name, denial) => bounded(`${type} ${name}`, () => confirm(type, name, denial))),
  };
}

type DnsFailure = Extract<DnsAnswer<RecordType>, { readonly kind: 'failure' }>;
