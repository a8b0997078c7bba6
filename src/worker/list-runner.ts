/**
 * Sees to the lists of all teams: sends their portions as quota and open batches permit, collects
 * the results, deletes what was removed. Everything it does may be done again: after a crash, or by
 * a second process.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { type WakeableSleep, wakeableSleep } from '../lib/wakeable-sleep.ts';
import { mayBeImport } from '../service/import-suppression-file.ts';
import type { OpenList } from '../service/list-ports.ts';
import { endBatches, type ListContext } from '../service/lists.ts';
import { ResultCollector } from './collect-results.ts';
import { type SendContext, sendPortions } from './send-portions.ts';

type RunnerContext = Omit<ListContext, 'wakeLists' | 'listStorage'> &
  SendContext & { readonly clock: Clock };

const LOOK_EVERY_MS = 1000;
/** After an error with a list (a full disk, say) the others go on. */
const AFTER_ERROR_MS = 30_000;
/** Lists remembered after an error: one that is forgotten is tried again. */
const MAX_RESTING = 10_000;
/** Between two bounded deletions, so that requests and workers get their turn at the database. */
const PAUSE_MS = 20;
/** A received file is read within three minutes: what takes longer, nobody waits for any more. */
const READ_WITHIN_MS = 10 * 60_000;
const TIDY_EVERY_MS = 5 * 60_000;

export class ListRunner {
  readonly #context: RunnerContext;
  readonly #sleep: WakeableSleep;
  readonly #collector: ResultCollector;
  readonly #restsUntil = new BoundedMap<string, number>(MAX_RESTING);
  #tidyAt = Number.NEGATIVE_INFINITY;
  #loop: Promise<void> | undefined;
  #stopping = false;

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#sleep = wakeableSleep(context.clock);
    this.#collector = new ResultCollector(context);
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  /** Resolves when what is under way is written. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#sleep.wake();
    await this.#loop;
  }

  /** There is something new. */
  wake(): void {
    this.#sleep.wake();
  }

  /** Does what is due for each list. */
  async look(): Promise<void> {
    for (const list of await this.#context.store.listQueue.open()) {
      if (this.#stopping) return;
      if (this.#isResting(list)) continue;
      await this.#attend(list).catch((error) => this.#noteError(list, error));
    }
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      await this.#tidyUp().catch((error) => this.#reportError(error));
      await this.look().catch((error) => this.#reportError(error));
      if (!this.#stopping) await this.#sleep.sleep(LOOK_EVERY_MS);
    }
  }

  /** Deletes what processes left behind that died while they received or read a list. */
  async #tidyUp(): Promise<void> {
    const { store, files, clock } = this.#context;
    if (clock.monotonic() < this.#tidyAt) return;
    this.#tidyAt = clock.monotonic() + TIDY_EVERY_MS;
    await files.removeSpools();
    await store.listQueue.endAbandoned(clock.now() - READ_WITHIN_MS);
    const fileIds = await files.ids();
    const known = await store.listQueue.ids();
    const now = clock.now();
    const left = fileIds.filter((id) => !known.has(id) && !mayBeImport(id, now));
    for (const id of left) await files.remove(id);
  }

  async #attend(list: OpenList): Promise<void> {
    if (list.status === 'removed') return this.#delete(list);
    // The process that cancelled the list may have died before it cancelled the batches.
    if (list.status === 'cancelled' && list.open > 0) {
      await endBatches(this.#context, list.teamId, list.id);
    }
    const isCollected = await this.#collector.collect(list);
    if (list.status === 'running' && list.sent < list.portions) {
      await sendPortions(this.#context, list);
    } else if (isCollected && (await this.#isWhole(list))) await this.#settle(list);
  }

  /** A process may have died between dividing a portion and noting the new number of portions. */
  async #isWhole({ id, status, portions }: OpenList): Promise<boolean> {
    const { store, files } = this.#context;
    if (status === 'cancelled') return true;
    const kept = await files.portion(id, 1);
    if (kept.portions <= portions) return true;
    await store.listQueue.setPortions(id, kept.portions);
    return false;
  }

  async #settle(list: OpenList): Promise<void> {
    const { store, clock, observe } = this.#context;
    await store.listQueue.settle(list, clock.now());
    this.#collector.forget(list.id);
    const status = list.status === 'cancelled' ? 'cancelled' : 'completed';
    observe?.({ event: 'list_ended', listId: list.id, teamId: list.teamId, status });
  }

  async #delete({ id, teamId }: OpenList): Promise<void> {
    const { store, files, clock } = this.#context;
    await endBatches(this.#context, teamId, id);
    await files.remove(id);
    while (!this.#stopping && !(await store.listQueue.deleteRows(id))) await clock.sleep(PAUSE_MS);
  }

  #isResting({ id }: OpenList): boolean {
    return this.#context.clock.monotonic() < (this.#restsUntil.get(id) ?? 0);
  }

  async #noteError({ id }: OpenList, error: unknown): Promise<void> {
    if (this.#stopping) return;
    const { store, clock, observe } = this.#context;
    observe?.({ event: 'list_failed', listId: id, error });
    this.#restsUntil.set(id, clock.monotonic() + AFTER_ERROR_MS);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
    await store.listQueue.fail(id, MISSING, clock.now());
  }

  #reportError(error: unknown): void {
    if (!this.#stopping) this.#context.observe?.({ event: 'worker_error', error });
  }
}

const MISSING = 'The file of this list is missing on the machine of the service';
