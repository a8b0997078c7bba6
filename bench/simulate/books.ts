import type { Clock } from '../../src/lib/clock.ts';
import type { SimulatedPart } from './part-table.ts';

/** A list that a team gives. */
export interface SimulatedList {
  readonly id: string;
  readonly team: string;
  readonly size: number;
  /** Milliseconds after the start. */
  readonly at: number;
}

/** Open sessions with a provider, and how long there were how many. */
interface SessionBook {
  open: number;
  total: number;
  /** Places times milliseconds, up to `since`. */
  used: number;
  since: number;
  firstAt: number;
  lastAt: number;
}

/** What happens in a simulation. */
export class FleetBooks {
  readonly #clock: Clock;
  readonly #left = new Map<string, number>();
  /** When the last address of a list was answered. */
  readonly finished = new Map<string, number>();
  /** Answers of each team, each minute. */
  readonly answers = new Map<string, number[]>();
  readonly sessions = new Map<string, SessionBook>();
  /** The most sessions with a provider at a time from one egress. */
  readonly peaks = new Map<string, number>();
  readonly #open = new Map<string, number>();
  events = 0;

  constructor(clock: Clock, lists: readonly SimulatedList[]) {
    this.#clock = clock;
    for (const { id, size } of lists) this.#left.set(id, size);
  }

  get isDone(): boolean {
    return this.#left.size === 0;
  }

  noteMoment(): void {
    this.events++;
  }

  noteAnswers({ team, list }: SimulatedPart, count: number): void {
    const now = this.#clock.monotonic();
    const minutes = this.answers.get(team) ?? [];
    this.answers.set(team, minutes);
    const minute = Math.floor(now / 60_000);
    minutes[minute] = (minutes[minute] ?? 0) + count;
    const left = (this.#left.get(list) ?? 0) - count;
    this.#left.set(list, left);
    if (left > 0) return;
    this.#left.delete(list);
    this.finished.set(list, now);
  }

  /** A session begins; the result ends it. */
  noteSession(provider: string, egress: string): () => void {
    const book = this.#book(provider);
    const lane = `${provider} ${egress}`;
    this.#change(book, 1);
    book.total++;
    const open = (this.#open.get(lane) ?? 0) + 1;
    this.#open.set(lane, open);
    this.peaks.set(lane, Math.max(open, this.peaks.get(lane) ?? 0));
    return () => {
      this.#change(book, -1);
      this.#open.set(lane, (this.#open.get(lane) ?? 1) - 1);
    };
  }

  #change(book: SessionBook, by: 1 | -1): void {
    const now = this.#clock.monotonic();
    book.used += book.open * (now - book.since);
    book.since = now;
    book.lastAt = now;
    book.open += by;
  }

  #book(provider: string): SessionBook {
    const known = this.sessions.get(provider);
    if (known) return known;
    const now = this.#clock.monotonic();
    const book = { open: 0, total: 0, used: 0, since: now, firstAt: now, lastAt: now };
    this.sessions.set(provider, book);
    return book;
  }
}
