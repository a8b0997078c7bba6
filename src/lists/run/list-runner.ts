import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { secureToken } from '../../lib/secure-token.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { type WakeableSleep, wakeableSleep } from '../../lib/wakeable-sleep.ts';
import { judgeLists } from '../../service/lists/judge-lists.ts';
import type { HoldLists, ListLeases, ListNews, OpenList } from '../../service/lists/list-ports.ts';
import { endBatches, retryDueLists } from '../../service/lists/lists.ts';
import { beginDueRounds, findHow } from '../../service/lists/watch-lists.ts';
import { StoreError } from '../../service/store-error.ts';
import { isImport, mayBeImport } from '../../service/suppressions/suppressions.ts';
import { runList } from './engine.ts';
import { PartialResults, type SendContext, ServiceTransport } from './service-transport.ts';

interface RunnerContext extends SendContext {
  /** The address of the page of a list. */
  readonly pageOf?: (id: string) => string;
}

/** After the last look: a busy service ends many batches in a second, and writes results all the time. */
const LOOK_AGAIN_MS: Readonly<Record<ListNews, number>> = {
  ended: 50,
  changed: 50,
  recorded: 1000,
};
/** Between two looks that nothing has asked for. */
const LOOK_EVERY_MS = 30_000;
/** Where other processes may end the batches of open lists, or leave lists to this one. */
const UNNOTIFIED_LOOK_MS = { busy: 1000, idle: 5000 };
/** The same where the database notifies: leases are renewed and taken over by looks. */
const NOTIFIED_LOOK_MS = { busy: 10_000, idle: LOOK_EVERY_MS };
/** Another process may have raised the quota, say, that a list waits for. */
const WAIT_MS = 5000;
const AFTER_FAILED_LOOK_MS = 1000;
/** A disk may be mounted again. */
const AWAY_LOOK_MS = 5000;
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
/** Another process may have changed a policy. */
const JUDGE_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 5 * 60_000;

/**
 * Sees to the lists of all teams: sends them as quota and open batches permit, collects the results, deletes
 * what was removed. Each list is one process's at a time. It looks at them when a process has done something for batches
 * or lists, and now and then for what nobody has notified it of. Everything it does may be done
 * again: after a crash, or by another process.
 */
export class ListRunner {
  readonly #context: RunnerContext;
  readonly #held: HeldLists;
  readonly #sleep: WakeableSleep;
  readonly #partial = new PartialResults();
  readonly #restsUntil = new BoundedMap<string, number>(MAX_RESTING);
  readonly #steps = new Semaphore(STEPS);
  /** Teams whose lists are seen to now. */
  readonly #passes = new Map<string, Promise<void>>();
  /** Teams to which something happened since their lists were read. */
  readonly #missed = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lookAt = Number.NEGATIVE_INFINITY;
  /** Whether this process sees to any list. */
  #isBusy = false;
  #tidyAt = Number.NEGATIVE_INFINITY;
  #judgeAt = Number.NEGATIVE_INFINITY;
  #judging: Promise<void> | undefined;
  #hasMeasured = false;
  #rounds: Promise<void> | undefined;
  #loop: Promise<void> | undefined;
  #stopping = false;
  /** Whether the folder of the lists was missed at the last look. */
  #isAway = false;
  /** Lists without their file, which was reported. */
  readonly #missing = new Set<string>();

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#sleep = wakeableSleep(context.clock);
    this.#held = new HeldLists(context.store.listLeases, context.clock);
  }

  start(): void {
    this.#context.store.listQueue.onNews((news) => this.#heed(news));
    this.wake();
    this.#loop ??= this.#work();
  }

  /** Resolves when what is under way is written. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#sleep.wake();
    await this.#loop;
    await Promise.all([this.#rounds, this.#judging, ...this.#passes.values()]);
    await this.#held.release();
  }

  /** There is something new; `policy`: lists are to be judged by another one. */
  wake(why?: 'policy'): void {
    if (why === 'policy') this.#judgeAt = Number.NEGATIVE_INFINITY;
    this.#lookBy(this.#lookedAt);
  }

  #heed(news: ListNews): void {
    if (this.#isBusy || news === 'changed') this.#lookBy(this.#lookedAt + LOOK_AGAIN_MS[news]);
  }

  #lookBy(time: number): void {
    if (time >= this.#lookAt) return;
    this.#lookAt = time;
    this.#sleep.wake();
  }

  /** Resolves when what is due for each list is done. */
  async look(): Promise<void> {
    await this.#beginLook();
    await this.#rounds;
    await Promise.all(this.#passes.values());
    this.#beginJudging();
    await this.#judging;
  }

  /** Beside everything else: all lists of a team may have to be judged by another policy. */
  #beginJudging(): void {
    const { clock } = this.#context;
    if (this.#judging || clock.monotonic() < this.#judgeAt) return;
    this.#judgeAt = clock.monotonic() + JUDGE_EVERY_MS;
    this.#judging = judgeLists(this.#context, this.#held.hold)
      .then((hasMore) => {
        if (hasMore) this.wake('policy');
      })
      .catch((error) => this.#reportError(error))
      .finally(() => {
        this.#judging = undefined;
      });
  }

  async #beginLook(): Promise<void> {
    const { clock } = this.#context;
    this.#lookedAt = clock.monotonic();
    this.#lookAt = this.#lookedAt + LOOK_EVERY_MS;
    await this.#retryDue().catch((error) => this.#reportError(error));
    this.#beginRounds();
    await this.#beginPasses();
  }

  #retryDue(): Promise<void> {
    return retryDueLists(this.#listContext());
  }

  #listContext() {
    return { ...this.#context, hold: this.#held.hold, wakeLists: () => this.wake() };
  }

  /** Not waited for: to find what is due of a long list takes long. */
  #beginRounds(): void {
    this.#rounds ??= beginDueRounds(this.#listContext())
      .catch((error) => this.#reportError(error))
      .finally(() => {
        this.#rounds = undefined;
      });
  }

  /** A team's lists are seen to one after the other, beside those of other teams. */
  async #beginPasses(): Promise<void> {
    const { store } = this.#context;
    const open = await store.listQueue.open();
    const every = store.listQueue.isNotified() ? NOTIFIED_LOOK_MS : UNNOTIFIED_LOOK_MS;
    this.#lookBy(this.#lookedAt + every[open.length > 0 ? 'busy' : 'idle']);
    const held = await this.#held.hold(open.map(({ id }) => id));
    const lists = open.flatMap((list) =>
      held.has(list.id) ? [{ ...list, lease: held.get(list.id) }] : [],
    );
    this.#isBusy = lists.length > 0;
    for (const [teamId, ofTeam] of Map.groupBy(lists, (list) => list.teamId)) {
      if (this.#passes.has(teamId)) {
        this.#missed.add(teamId);
        continue;
      }
      const pass = this.#seeTo(ofTeam)
        .catch((error) => this.#reportError(error))
        .finally(() => this.#endPass(teamId));
      this.#passes.set(teamId, pass);
    }
  }

  #endPass(teamId: string): void {
    this.#passes.delete(teamId);
    if (this.#missed.delete(teamId)) this.#lookBy(this.#lookedAt + LOOK_AGAIN_MS.ended);
  }

  async #seeTo(lists: readonly OpenList[]): Promise<void> {
    for (const list of lists) {
      const rest = this.#restsUntil.get(list.id) ?? 0;
      if (this.#context.clock.monotonic() < rest) {
        this.#lookBy(rest);
        continue;
      }
      await this.#takeSteps(this.#attend(list)).catch((error) => this.#noteError(list, error));
    }
  }

  /** Each step waits for its turn behind those of the other teams. */
  async #takeSteps(steps: AsyncGenerator<unknown>): Promise<void> {
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
    const { clock } = this.#context;
    while (!this.#stopping) {
      if (clock.monotonic() >= this.#lookAt && this.#isFolderThere()) {
        await this.#tidyUp().catch((error) => this.#reportError(error));
        await this.#beginLook().catch((error) => this.#noteFailedLook(error));
      }
      if (!this.#isAway) this.#beginJudging();
      const left = this.#lookAt - clock.monotonic();
      if (!this.#stopping && left > 0) await this.#sleep.sleep(left);
    }
  }

  /** While the folder of the lists is not there, nothing is known of any list. */
  #isFolderThere(): boolean {
    const { files, clock, observe } = this.#context;
    try {
      files.check();
    } catch (error) {
      this.#lookAt = clock.monotonic() + AWAY_LOOK_MS;
      const hint = error instanceof StoreError ? error.hint : '';
      if (!this.#isAway) observe?.({ event: 'lists_away', error, hint });
      this.#isAway = true;
      return false;
    }
    if (this.#isAway) observe?.({ event: 'lists_back' });
    this.#isAway = false;
    return true;
  }

  /**
   * Ends what processes began that died while they read a list, and sets aside the files of
   * lists that the database does not know: it may be another than the one that these lists were uploaded
   * to, or an earlier copy. Before this start lists may have been moved to where they take another size.
   */
  async #tidyUp(): Promise<void> {
    const { store, files, clock } = this.#context;
    if (clock.monotonic() < this.#tidyAt) return;
    this.#tidyAt = clock.monotonic() + TIDY_EVERY_MS;
    await files.tidy();
    const now = clock.now();
    await store.listQueue.endAbandoned(now - READ_WITHIN_MS);
    await store.listShares.sweep(now);
    const fileIds = await files.ids();
    const known = await store.listQueue.ids();
    await files.takeBack(known);
    for (const id of fileIds.filter((each) => !known.has(each))) await this.#clear(id);
    if (!this.#hasMeasured) await store.listQueue.recordSizes(await files.sizes([...known]));
    this.#hasMeasured = true;
  }

  /** Only this service imports, and only for this long; the file is a copy of what somebody has. */
  async #clear(id: string): Promise<void> {
    const { files, clock, observe } = this.#context;
    if (mayBeImport(id, clock.now())) return;
    if (isImport(id)) return files.remove(id);
    const path = await files.setAside(id);
    if (path !== undefined) observe?.({ event: 'list_set_aside', listId: id, path });
  }

  async *#attend(found: OpenList): AsyncGenerator<unknown> {
    if (found.status === 'removed') return yield* this.#delete(found);
    const list = found.waitsFor === 'file' ? await this.#findFile(found) : found;
    // The process that cancelled the list may have died before it cancelled the batches.
    if (list.status === 'cancelled' && list.open > 0) {
      await endBatches(this.#context, list.teamId, list.id);
    }
    const transport = new ServiceTransport(this.#context, list, this.#partial);
    yield* runList(transport, transport);
    const { moreIn, wait, hasEnded } = transport;
    this.#lookBy(this.#context.clock.monotonic() + (wait ? Math.min(moreIn, WAIT_MS) : moreIn));
    if (hasEnded) await this.#end(list);
  }

  async #end(list: OpenList): Promise<void> {
    const { store, clock, observe } = this.#context;
    await store.listQueue.endList(list, clock.now(), await this.#roundOf(list));
    this.#partial.dueAt.delete(list.id);
    const status = list.status === 'cancelled' ? 'cancelled' : 'completed';
    observe?.({ event: 'list_ended', listId: list.id, teamId: list.teamId, status });
  }

  /** What came of the round of a watch, where there is one. */
  async #roundOf({ id, teamId, rounds, places: last }: OpenList) {
    const { store, files, pageOf = pathOf } = this.#context;
    const round = rounds > 0 ? await store.watchQueue.openRound(id) : undefined;
    if (!round?.places) return undefined;
    const { first } = round.places;
    const how = await findHow({ store }, { id: teamId });
    const since = { round: { first, last, isLatest: true }, ...how };
    const { worse, better, other } = await files.countChanges(id, since);
    return { changes: { worse, better, other }, page: pageOf(id) };
  }

  async *#delete({ id, teamId }: OpenList): AsyncGenerator<unknown> {
    const { store, files, clock } = this.#context;
    await endBatches(this.#context, teamId, id);
    await files.remove(id);
    while (!(await store.listQueue.deleteRows(id))) {
      yield;
      await clock.sleep(PAUSE_MS);
    }
  }

  async #noteError({ id }: OpenList, error: unknown): Promise<void> {
    if (this.#stopping) return;
    const { store, clock, observe } = this.#context;
    this.#restsUntil.set(id, clock.monotonic() + AFTER_ERROR_MS);
    // The next look reports it.
    if (error instanceof StoreError && error.kind === 'lists_away') return;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || !this.#missing.has(id))
      observe?.({ event: 'list_failed', listId: id, error });
    if (!isMissing) return;
    this.#missing.add(id);
    await store.listQueue.setWait(id, 'file');
  }

  /** Goes on with a list whose file was missing; rejects where it still is. */
  async #findFile(list: OpenList): Promise<OpenList> {
    const { store, files } = this.#context;
    await files.cut(list.id, 1, 1);
    this.#missing.delete(list.id);
    await store.listQueue.setWait(list.id, null);
    return { ...list, waitsFor: null };
  }

  #noteFailedLook(error: unknown): void {
    this.#lookBy(this.#lookedAt + AFTER_FAILED_LOOK_MS);
    this.#reportError(error);
  }

  #reportError(error: unknown): void {
    if (!this.#stopping) this.#context.observe?.({ event: 'worker_error', error });
  }
}

const pathOf = (id: string) => `/lists/${id}`;

/** After which other processes see to the lists of one that is silent. */
const LEASE_MS = 30_000;
/** Lists remembered: of one that is forgotten, the database is asked again. */
const MAX_REMEMBERED = 10_000;

interface Held {
  readonly lease: number;
  /** When the lease is asked for again. */
  readonly until: number;
}

/** The lists that this process sees to. A lease is renewed when half of it is over. */
class HeldLists {
  readonly #leases: ListLeases;
  readonly #clock: Clock;
  readonly #holder = secureToken(20);
  readonly #held = new BoundedMap<string, Held>(MAX_REMEMBERED);

  constructor(leases: ListLeases, clock: Clock) {
    this.#leases = leases;
    this.#clock = clock;
  }

  readonly hold: HoldLists = async (listIds) => {
    const asked = this.#clock.monotonic();
    const isDue = (id: string) => (this.#held.get(id)?.until ?? asked) <= asked;
    const due = listIds.filter(isDue);
    const taken = due.length > 0 ? await this.#leases.take(due, this.#holder, LEASE_MS) : new Map();
    for (const id of due) {
      const lease = taken.get(id);
      if (lease === undefined) this.#held.delete(id);
      else this.#held.set(id, { lease, until: asked + LEASE_MS / 2 });
    }
    return new Map(
      listIds.flatMap((id) => {
        const held = this.#held.get(id);
        return held ? [[id, held.lease] as const] : [];
      }),
    );
  };

  /** Without an answer of the database, others may take the lists when the leases are over. */
  async release(): Promise<void> {
    await this.#leases.release(this.#holder).catch(() => {});
  }
}
