/**
 * Sees to the lists of all teams: sends their portions as quota and open batches permit, collects
 * the results, deletes what was removed. Everything it does may be done again: after a crash, or by
 * a second process.
 */
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { type WakeableSleep, wakeableSleep } from '../../lib/wakeable-sleep.ts';
import { type OpenList, PART_LIFETIME_MS } from '../../service/lists/list-ports.ts';
import { endBatches, type ListContext, retryDueLists } from '../../service/lists/lists.ts';
import { mayBeImport } from '../../service/suppressions/import-suppression-file.ts';
import { ResultCollector } from './collect-results.ts';
import { type SendContext, sendPortions } from './send-portions.ts';

type RunnerContext = Omit<ListContext, 'wakeLists' | 'listStorage'> &
  SendContext & { readonly clock: Clock };

const LOOK_EVERY_MS = 1000;
/** Steps of all teams at a time, such as a batch that is collected: each has it in memory. */
const STEPS = 4;
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
  readonly #steps = new Semaphore(STEPS);
  /** Teams whose lists are seen to now. */
  readonly #passes = new Map<string, Promise<void>>();
  #tidyAt = Number.NEGATIVE_INFINITY;
  #hasMeasured = false;
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
    await Promise.all(this.#passes.values());
  }

  /** There is something new. */
  wake(): void {
    this.#sleep.wake();
  }

  /** Resolves when what is due for each list is done. */
  async look(): Promise<void> {
    await this.#retryDue();
    await this.#beginPasses();
    await Promise.all(this.#passes.values());
  }

  #retryDue(): Promise<void> {
    return retryDueLists({ ...this.#context, wakeLists: () => this.wake() });
  }

  /** A team's lists are seen to one after the other, beside those of other teams. */
  async #beginPasses(): Promise<void> {
    const lists = await this.#claimed(await this.#context.store.listQueue.open());
    for (const [teamId, ofTeam] of Map.groupBy(lists, (list) => list.teamId)) {
      if (this.#passes.has(teamId)) continue;
      const pass = this.#seeTo(ofTeam)
        .catch((error) => this.#reportError(error))
        .finally(() => this.#passes.delete(teamId));
      this.#passes.set(teamId, pass);
    }
  }

  /** Those that no other process sees to. */
  async #claimed(lists: readonly OpenList[]): Promise<readonly OpenList[]> {
    const claims = await this.#context.files.claim(lists.map(({ id }) => id));
    return lists.flatMap((list) =>
      claims.has(list.id) ? [{ ...list, claim: claims.get(list.id) }] : [],
    );
  }

  async #seeTo(lists: readonly OpenList[]): Promise<void> {
    for (const list of lists) {
      if (this.#isResting(list)) continue;
      await this.#takeSteps(this.#attend(list)).catch((error) => this.#noteError(list, error));
    }
  }

  /** Each step waits for its turn behind those of the other teams. */
  async #takeSteps(steps: AsyncGenerator<void>): Promise<void> {
    let isDone: boolean | undefined = false;
    while (!isDone && !this.#stopping) {
      await this.#steps.enter();
      try {
        isDone = (await steps.next()).done;
      } finally {
        this.#steps.leave();
      }
    }
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      await this.#tidyUp().catch((error) => this.#reportError(error));
      await this.#retryDue().catch((error) => this.#reportError(error));
      await this.#beginPasses().catch((error) => this.#reportError(error));
      if (!this.#stopping) await this.#sleep.sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * Deletes what processes left behind that died while they received or read a list. Before this start
   * lists may have been moved to where they take another size.
   */
  async #tidyUp(): Promise<void> {
    const { store, files, clock } = this.#context;
    if (clock.monotonic() < this.#tidyAt) return;
    this.#tidyAt = clock.monotonic() + TIDY_EVERY_MS;
    await files.tidy();
    const now = clock.now();
    await store.listQueue.endAbandoned(now - READ_WITHIN_MS, now - PART_LIFETIME_MS);
    await store.listShares.sweep(now);
    const fileIds = await files.ids();
    const known = await store.listQueue.ids();
    const left = fileIds.filter((id) => !known.has(id) && !mayBeImport(id, now));
    for (const id of left) await files.remove(id);
    if (!this.#hasMeasured) await store.listQueue.recordSizes(await files.sizes([...known]));
    this.#hasMeasured = true;
  }

  async *#attend(list: OpenList): AsyncGenerator<void> {
    if (list.status === 'removed') return yield* this.#delete(list);
    // The process that cancelled the list may have died before it cancelled the batches.
    if (list.status === 'cancelled' && list.open > 0) {
      await endBatches(this.#context, list.teamId, list.id);
    }
    const isCollected = yield* this.#collector.collect(list);
    if (list.status === 'running' && list.sent < list.portions) {
      yield* sendPortions(this.#context, list);
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

  async *#delete({ id, teamId }: OpenList): AsyncGenerator<void> {
    const { store, files, clock } = this.#context;
    await endBatches(this.#context, teamId, id);
    await files.remove(id);
    while (!(await store.listQueue.deleteRows(id))) {
      yield;
      await clock.sleep(PAUSE_MS);
    }
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
