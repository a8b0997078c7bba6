import { BoundedMap } from '../../lib/bounded-map.ts';
import { submitBatch } from '../../service/batches/batches.ts';
import type { ListFiles, ListResult, PlacedAddresses } from '../../service/lists/list-files.ts';
import type { ListBatch, ListWait, OpenList } from '../../service/lists/list-ports.ts';
import type { BatchContext, EntryRecord } from '../../service/ports.ts';
import { ServiceError } from '../../service/service-error.ts';
import { findReadableJudging } from '../../service/teams/policy.ts';
import { monthOf } from '../../service/teams/teams.ts';
import type { ListTransport, PlacedList, Sent } from './engine.ts';

export interface SendContext extends BatchContext {
  readonly files: ListFiles;
}

/** Addresses of a list without a result in open batches: as many as workers take in hand. */
const MAX_WAITING = 20_000;
/** Addresses of a batch that the quota shortens, at least, while open ones of the list may give some back. */
const LEAST_SHORTENED = 100;
/** Of the open batches that a team may have; the others are for its programs. */
const SHARE_OF_LISTS = 0.8;
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

/** What is remembered of running batches between two looks at their lists. */
export class PartialResults {
  /** Of each running batch, how many results are in its list. */
  readonly fetched = new BoundedMap<string, number>(MAX_REMEMBERED);
  /** When results of a list may be fetched next. */
  readonly dueAt = new BoundedMap<string, number>(MAX_REMEMBERED);
}

/** A batch with its entries. */
interface BatchEntries {
  readonly batch: ListBatch;
  readonly entries: readonly EntryRecord[];
}

/**
 * Sends an uploaded list to the service of this process. No answer is lost: the transaction that creates a
 * batch notes it in the list. The store has news when a batch ends, so nothing is polled: a look at the list
 * does what is due, and ends.
 */
export class ServiceTransport
  implements PlacedList<PlacedAddresses>, ListTransport<PlacedAddresses, BatchEntries>
{
  /** What the next batch waits for. */
  wait: ListWait | undefined;
  /** Milliseconds until more of what is known may be collected; infinite where nothing more is. */
  moreIn = Number.POSITIVE_INFINITY;
  readonly #context: SendContext;
  readonly #list: OpenList;
  readonly #partial: PartialResults;
  #sent: number;
  #waiting: number;
  /** Whether all batches that there were have ended and are in the list. */
  #isCollected = false;
  /** When the results that are collected now began to be fetched, and the time that others took. */
  #begun = 0;
  #took = 0;

  constructor(context: SendContext, list: OpenList, partial: PartialResults) {
    this.#context = context;
    this.#list = list;
    this.#partial = partial;
    this.#sent = list.sent;
    this.#waiting = list.waiting;
  }

  /** Whether everything was sent before this look, and is in the list. */
  get hasEnded(): boolean {
    const { status, sent, places } = this.#list;
    return this.#isCollected && (status !== 'running' || sent >= places);
  }

  async cut(most: number): Promise<PlacedAddresses | undefined> {
    const { id, status, places } = this.#list;
    const isDue = status === 'running' && this.#sent < places && this.#waiting < MAX_WAITING;
    return isDue ? await this.#context.files.cut(id, this.#sent + 1, most) : undefined;
  }

  async send({ first, last, emails }: PlacedAddresses): Promise<Sent> {
    const { id, teamId, lease, rounds } = this.#list;
    const { maxOpenBatches } = this.#context;
    const maxOpen = maxOpenBatches && Math.ceil(maxOpenBatches * SHARE_OF_LISTS);
    const batch = await submitBatch({ ...this.#context, maxOpenBatches: maxOpen }, teamId, {
      emails,
      list: { listId: id, first, last, lease },
      // A cached result is what is to be looked at again.
      noCache: rounds > 0,
    });
    if (batch instanceof ServiceError) return await this.#waitFor('storage');
    if (batch === 'too_many_batches') return await this.#waitFor('open_batches');
    if (batch === 'over_quota') return await this.#shorten(emails.length);
    // The list was cancelled, or another process has sent it.
    if (batch === 'not_due') return 'later';
    this.#sent = last;
    this.#waiting += emails.length;
    return 'sent';
  }

  async *follow(): AsyncGenerator<BatchEntries> {
    const open = await this.#context.store.listQueue.uncollected(this.#list.id);
    const ended = open.filter(({ isFinal }) => isFinal);
    for (const batch of ended.slice(0, MAX_BATCHES)) yield await this.#fetch(batch);
    yield* this.#followRunning(open.filter(({ isFinal }) => !isFinal));
    const hasMore = ended.length > MAX_BATCHES;
    this.#isCollected = open.length === ended.length && !hasMore;
    if (hasMore) this.moreIn = 0;
  }

  async collect({ batch, entries }: BatchEntries): Promise<void> {
    const { store, files, clock } = this.#context;
    const { id, teamId, lease } = this.#list;
    const { batchId, place, isFinal, processedCount } = batch;
    const found = entries.filter(
      (entry) => hasResult(entry) && (isFinal || entry.status === 'verified'),
    );
    const judging = await findReadableJudging(this.#context, { id: teamId });
    const progress = await files.store(id, found, { place, judging });
    const ended = isFinal ? [batchId] : [];
    await store.listQueue.recordProgress(id, progress, { ended, lease });
    if (isFinal) this.#partial.fetched.delete(batchId);
    else this.#partial.fetched.set(batchId, processedCount);
    this.#took += clock.monotonic() - this.#begun;
  }

  /** The news of the store bring the list back. */
  async rest(): Promise<boolean> {
    return false;
  }

  async #waitFor(wait: ListWait): Promise<Sent> {
    this.wait = wait;
    const { id, waitsFor } = this.#list;
    if (wait !== waitsFor) await this.#context.store.listQueue.setWait(id, wait);
    return 'later';
  }

  /** As many addresses as the quota permits. */
  async #shorten(size: number): Promise<Sent> {
    const left = await this.#quotaLeft();
    const least = this.#waiting > 0 ? LEAST_SHORTENED : 1;
    return left < least || left >= size ? await this.#waitFor('quota') : { most: left };
  }

  async #quotaLeft(): Promise<number> {
    const { store, clock } = this.#context;
    const { teamId, quota } = this.#list;
    if (quota === null) return 0;
    const { used } = await store.reports(teamId).usage(monthOf(clock.now()));
    return quota - used;
  }

  /** Those that have got on most: somebody with a short list wants to see what is known. */
  async *#followRunning(running: readonly ListBatch[]): AsyncGenerator<BatchEntries> {
    const { clock } = this.#context;
    const { fetched, dueAt } = this.#partial;
    const growth = ({ batchId, processedCount }: ListBatch) =>
      processedCount - (fetched.get(batchId) ?? 0);
    const grown = running
      .filter((batch) => growth(batch) > 0)
      .sort((one, other) => growth(other) - growth(one));
    if (grown.length === 0) return;
    this.moreIn = (dueAt.get(this.#list.id) ?? 0) - clock.monotonic();
    if (this.moreIn > 0) return;
    this.#took = 0;
    for (const batch of grown.slice(0, MAX_PARTIAL)) yield await this.#fetch(batch);
    const pause = Math.max(PARTIAL_EVERY_MS, PARTIAL_PAUSES * this.#took);
    dueAt.set(this.#list.id, clock.monotonic() + pause);
    this.moreIn = grown.length > MAX_PARTIAL ? pause : Number.POSITIVE_INFINITY;
  }

  async #fetch(batch: ListBatch): Promise<BatchEntries> {
    const { store, clock } = this.#context;
    this.#begun = clock.monotonic();
    const found = await store.team(this.#list.teamId).findBatch(batch.batchId);
    return { batch, entries: found?.entries ?? [] };
  }
}

/** Of a cancelled entry there is nothing to say. */
function hasResult({ result, error }: ListResult): boolean {
  return result !== null || error !== null;
}
