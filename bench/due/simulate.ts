/** A team that looks at its list every month, by the service's own rules of what is due. */
import { isDue, learnHalfLives } from '../../src/service/ledger/half-lives.ts';
import type { RepeatedLooks } from '../../src/service/ledger/ledger-ports.ts';
import type { Mailbox } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Days between two rounds. */
const ROUND = 30;
/** Rounds in which the whole list is verified: what the team has seen before it uses `due`. */
const LEARNING = 3;
/** Rounds that count: two years. */
const COUNTED = 24;

interface Known {
  readonly mailbox: Mailbox;
  reason: 'accepted' | 'no_mailbox';
  /** The day of the last look. */
  at: number;
}

export interface DueFigures {
  /** Mailboxes that died in the rounds that count. */
  readonly dead: number;
  /** Those of them that were found. */
  readonly found: number;
  readonly probes: number;
  /** Of a team that verifies the whole list in each round. */
  readonly allProbes: number;
}

export function simulateDue(world: readonly Mailbox[]): DueFigures {
  const list = world.map((mailbox): Known => ({ mailbox, reason: 'accepted', at: 0 }));
  const looks = new Looks();
  let day = 0;
  for (let round = 1; round <= LEARNING; round++) {
    day += ROUND;
    for (const known of list) looks.look(known, day);
  }
  const start = day;
  let probes = 0;
  for (let round = 1; round <= COUNTED; round++) {
    day += ROUND;
    const halfLives = learnHalfLives(looks.all());
    for (const known of list) {
      const { reason, mailbox } = known;
      const halfLife = halfLives({ reason, provider: mailbox.provider });
      if (!isDue(halfLife, (day - known.at) * DAY_MS)) continue;
      looks.look(known, day);
      probes += 1;
    }
  }
  const dead = list.filter(({ mailbox }) => mailbox.dies > start && mailbox.dies <= day);
  const found = dead.filter(({ reason }) => reason === 'no_mailbox').length;
  return { dead: dead.length, found, probes, allProbes: COUNTED * list.length };
}

/** What the database would count of the history. */
class Looks {
  readonly #counts = new Map<string, { pairs: number; time: number }>();

  look(known: Known, day: number): void {
    const { mailbox, reason: before, at } = known;
    known.reason = mailbox.dies <= day ? 'no_mailbox' : 'accepted';
    known.at = day;
    const key = `${mailbox.provider} ${before} ${known.reason}`;
    const counts = this.#counts.get(key) ?? { pairs: 0, time: 0 };
    counts.pairs += 1;
    counts.time += (day - at) * DAY_MS;
    this.#counts.set(key, counts);
  }

  all(): RepeatedLooks[] {
    return [...this.#counts].map(([key, counts]) => {
      const [provider = '', before = '', after = ''] = key.split(' ');
      return { detail: JSON.stringify({ provider }), before, after, ...counts };
    });
  }
}
