import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ListFiles, ListResult } from '../../service/lists/list-files.ts';
import type { ListBatch, OpenList } from '../../service/lists/list-ports.ts';
import type { EntryRecord, ServiceContext } from '../../service/ports.ts';
import { findReadableJudging } from '../../service/teams/policy.ts';

interface CollectDeps extends Pick<ServiceContext, 'store'> {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly files: ListFiles;
}

/** Batches whose results go into their list in one look: the team's other lists come next. */
const MAX_BATCHES = 20;
/**
 * Results of a batch that still runs are fetched so often, for those who look at the list: at least, and
 * as many times as long as it takes, so that a busy service has little to do with it.
 */
const PARTIAL_EVERY_MS = 1000;
const PARTIAL_PAUSES = 6;
const MAX_PARTIAL = 5;
/** Batches and lists remembered: what is forgotten is fetched once more. */
const MAX_REMEMBERED = 10_000;

interface Collected {
  /** Whether all batches have ended and are in the list. */
  readonly isAll: boolean;
  /** Milliseconds until more of what is known may be collected; infinite where nothing more is. */
  readonly moreIn: number;
}

/** Brings the results of batches into the files of their lists. */
export class ResultCollector {
  readonly #deps: CollectDeps;
  /** Of each running batch, how many results are in its list. */
  readonly #fetched = new BoundedMap<string, number>(MAX_REMEMBERED);
  readonly #partialAt = new BoundedMap<string, number>(MAX_REMEMBERED);

  constructor(deps: CollectDeps) {
    this.#deps = deps;
  }

  /** A batch a step. */
  async *collect(list: OpenList): AsyncGenerator<void, Collected> {
    const open = await this.#deps.store.listQueue.uncollected(list.id);
    const ended = open.filter(({ isFinal }) => isFinal);
    for (const batch of ended.slice(0, MAX_BATCHES)) {
      await this.#collectEnded(list, batch);
      yield;
    }
    const running = open.filter(({ isFinal }) => !isFinal);
    const partialIn = yield* this.#collectPartial(list, running);
    const hasMore = ended.length > MAX_BATCHES;
    return { isAll: open.length === ended.length && !hasMore, moreIn: hasMore ? 0 : partialIn };
  }

  forget(listId: string): void {
    this.#partialAt.delete(listId);
  }

  async #collectEnded(
    { id, teamId, lease }: OpenList,
    { batchId, portion }: ListBatch,
  ): Promise<void> {
    const { store, files } = this.#deps;
    const entries = await this.#entries(teamId, batchId);
    const judging = await findReadableJudging(this.#deps, { id: teamId });
    const progress = await files.store(id, entries.filter(hasResult), { portion, judging });
    await store.listQueue.recordProgress(id, progress, { ended: [batchId], lease });
    this.#fetched.delete(batchId);
  }

  /**
   * Those that have got on most: somebody with a short list wants to see what is known. Returns the
   * milliseconds until the next, infinite where nothing more is known.
   */
  async *#collectPartial(
    list: OpenList,
    running: readonly ListBatch[],
  ): AsyncGenerator<void, number> {
    const { store, files, clock } = this.#deps;
    const growth = ({ batchId, processedCount }: ListBatch) =>
      processedCount - (this.#fetched.get(batchId) ?? 0);
    const grown = running
      .filter((batch) => growth(batch) > 0)
      .sort((one, other) => growth(other) - growth(one));
    if (grown.length === 0) return Number.POSITIVE_INFINITY;
    const left = (this.#partialAt.get(list.id) ?? 0) - clock.monotonic();
    if (left > 0) return left;
    let took = 0;
    for (const { batchId, portion, processedCount } of grown.slice(0, MAX_PARTIAL)) {
      const begun = clock.monotonic();
      const entries = await this.#entries(list.teamId, batchId);
      const verified = entries.filter((entry) => entry.status === 'verified' && hasResult(entry));
      const judging = await findReadableJudging(this.#deps, { id: list.teamId });
      const progress = await files.store(list.id, verified, { portion, judging });
      await store.listQueue.recordProgress(list.id, progress, { lease: list.lease });
      this.#fetched.set(batchId, processedCount);
      took += clock.monotonic() - begun;
      yield;
    }
    const pause = Math.max(PARTIAL_EVERY_MS, PARTIAL_PAUSES * took);
    this.#partialAt.set(list.id, clock.monotonic() + pause);
    return grown.length > MAX_PARTIAL ? pause : Number.POSITIVE_INFINITY;
  }

  async #entries(teamId: string, batchId: string): Promise<readonly EntryRecord[]> {
    return (await this.#deps.store.team(teamId).findBatch(batchId))?.entries ?? [];
  }
}

/** Of a cancelled entry there is nothing to say. */
function hasResult({ result, error }: ListResult): boolean {
  return result !== null || error !== null;
}
