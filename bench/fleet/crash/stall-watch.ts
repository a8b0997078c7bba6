/** How long the batches and parts of a database stay as they are while it can be asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../books.ts';

const LOOK_EVERY_MS = 1000;

interface OpenBatch {
  readonly id: string;
  /** Changes with each result, and with each part that begins or ends. */
  readonly state: string;
  /** Its parts, for a person. */
  readonly parts: string | null;
}

const OPEN = `
  select id, concat(status, processed_count, (select string_agg(job.id::text, ' ' order by job.id)
      from mailvet_jobs.job where data ->> 'batch' = batches.id)) as state,
    (select string_agg(concat(name, ' ', jsonb_array_length(data -> 'positions'), ' ',
      output ->> 'owner', ' renewed ', now() - heartbeat_on, ' due ', now() - start_after,
      ' failures ', data ->> 'failures'), '; ')
      from mailvet_jobs.job where data ->> 'batch' = batches.id) as parts
  from batches where status in ('pending', 'processing')`;

export class StallWatch {
  readonly #database: string;
  /** Of each batch its state, and for how many milliseconds it was seen to be the same. */
  readonly #seen = new Map<string, { readonly state: string; readonly ms: number }>();
  #work: Promise<void> | undefined;
  #isOver = false;
  /** Milliseconds, and what that batch looked like. */
  longest = { ms: 0, what: '' };

  constructor(database: string) {
    this.#database = database;
  }

  /** Counts from here: what stood still before is another matter. */
  restart(): void {
    this.#seen.clear();
    this.longest = { ms: 0, what: '' };
  }

  start(): void {
    this.#work = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #watch(): Promise<void> {
    let lastLook = performance.now();
    while (!this.#isOver) {
      const batches = await this.#open().catch(() => undefined);
      const now = performance.now();
      // While the database is away nothing can get on.
      if (batches) this.#compare(batches, now - lastLook);
      lastLook = now;
      await sleep(LOOK_EVERY_MS);
    }
  }

  #open(): Promise<readonly OpenBatch[]> {
    return withClient(this.#database, async (client) => (await client.query<OpenBatch>(OPEN)).rows);
  }

  #compare(batches: readonly OpenBatch[], elapsed: number): void {
    const before = new Map(this.#seen);
    this.#seen.clear();
    for (const { id, state, parts } of batches) {
      const known = before.get(id);
      const ms = known?.state === state ? known.ms + elapsed : 0;
      this.#seen.set(id, { state, ms });
      if (ms > this.longest.ms) this.longest = { ms, what: `${id} ${state}: ${parts}` };
    }
  }
}
