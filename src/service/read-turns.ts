import { message } from '../i18n/message.ts';
import { ServiceError } from './service-error.ts';

/** Milliseconds for which one piece of work holds the event loop at most, up to its next pause. */
const SLICE_MS = 2;
/**
 * Turns of the event loop from one slice to the next. An empty turn takes some microseconds; Node accepts one
 * connection in each, and a short request takes several.
 */
const TURNS_BETWEEN = 20;
/** Milliseconds from one slice to the next at most: while lists are verified, one turn may take a quarter of a second. */
const LONGEST_GAP_MS = 25;
/** Reads of one team that may wait for each other. */
const MAX_WAITING = 200;
/** Elements that are worked on before the time is looked at. */
const SLICE = 20;

/** Gives the event loop back where the slice of this work is over. */
export type Pause = () => Promise<void>;

/** Work on an answer that many rows make up. */
export interface ReadWork<T> {
  readonly teamId: string;
  readonly work: (pause: Pause) => Promise<T>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Shares the event loop among teams. The long reads of a team run one after the other. Each is cut into
 * slices, with turns of the loop between them: what arrives meanwhile is answered first. The slices of teams
 * take turns, so that a team gets the same share however many requests it sends.
 */
export class ReadTurns {
  /** Reads that wait, of each team that has one under way. */
  readonly #teams = new Map<string, (() => void)[]>();
  readonly #slices: (() => void)[] = [];
  #turnsLeft = TURNS_BETWEEN;
  #sliceAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  /** `now`: milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Rejects with ServiceError `rate_limited` where too many reads of the team wait. */
  async run<T>({ teamId, work, signal }: ReadWork<T>): Promise<T> {
    await this.#enter(teamId);
    try {
      await this.#nextSlice();
      signal?.throwIfAborted();
      return await work(this.#pause());
    } finally {
      this.#leave(teamId);
    }
  }

  async #enter(teamId: string): Promise<void> {
    const waiting = this.#teams.get(teamId);
    if (!waiting) {
      this.#teams.set(teamId, []);
      return;
    }
    if (waiting.length >= MAX_WAITING)
      throw new ServiceError('rate_limited', message('errorTexts.too_many_reads'));
    await new Promise<void>((start) => waiting.push(start));
  }

  #leave(teamId: string): void {
    const next = this.#teams.get(teamId)?.shift();
    if (next) next();
    else this.#teams.delete(teamId);
  }

  #pause(): Pause {
    let since = this.#now();
    return async () => {
      if (this.#now() - since < SLICE_MS) return;
      await this.#nextSlice();
      since = this.#now();
    };
  }

  #nextSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.#slices.push(resolve);
      if (this.#slices.length === 1) setImmediate(this.#turn);
    });
  }

  /** Once in each turn of the loop, behind what has arrived, as long as a slice waits. */
  readonly #turn = (): void => {
    const now = this.#now();
    if (--this.#turnsLeft <= 0 || now - this.#sliceAt >= LONGEST_GAP_MS) {
      this.#turnsLeft = TURNS_BETWEEN;
      this.#sliceAt = now;
      this.#slices.shift()?.();
    }
    if (this.#slices.length > 0) setImmediate(this.#turn);
  };
}

/** Maps elements in slices, with a pause between two where it is due. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  pause: Pause,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += SLICE) {
    for (const item of items.slice(at, at + SLICE)) results.push(map(item));
    await pause();
  }
  return results;
}
