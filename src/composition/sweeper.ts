import type { Clock } from '../lib/clock.ts';
import { isoTime } from '../lib/iso-time.ts';
import { DAY_MS } from '../lib/time-units.ts';
import type { Store } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { ServiceSettings } from '../settings/service.ts';

interface Retention extends Pick<ServiceSettings, 'keepHistory' | 'keepBatches'> {
  /** Days after their creation for which batches of the sandbox are kept. */
  readonly keepSandbox: number;
}

interface SweeperDeps {
  readonly store: Pick<Store, 'retention'>;
  readonly clock: Clock;
  readonly observe: Observe;
}

export interface Sweeper {
  stop(): Promise<void>;
}

const EVERY_MS = 60 * 60 * 1000;
/** Not in the first: a start has other things to do than to read whole tables. */
const ROUNDS_A_DAY = 24;
/** Pause between two bounded deletions, so that requests and workers get the database. */
const PAUSE_MS = 20;

/** A wall clock that deviates this much from the monotonic clock was set. */
const CLOCK_SET_MS = DAY_MS;

/**
 * Deletes history and batches beyond their retention at the start and every hour, and once a day
 * details that nothing refers to. Without a retention nothing is deleted: the embedded service keeps all.
 */
export function startSweeper(keep: Retention | undefined, deps: SweeperDeps): Sweeper {
  const stopping = new AbortController();
  const ended = keep && keepSweeping(keep, deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepSweeping(
  keep: Retention,
  deps: SweeperDeps,
  signal: AbortSignal,
): Promise<void> {
  const wasClockSet = clockWatch(deps.clock);
  for (let round = 0; !signal.aborted; round++) {
    try {
      if (round % ROUNDS_A_DAY === 1) {
        await deps.store.retention.sweepResults(deps.clock.now());
      }
      // A clock can be wrong at the start and after it was set: deletes nothing then.
      const swept = wasClockSet() ? await withoutAll(keep, deps) : keep;
      await sweepOnce(swept, deps, signal);
    } catch (error) {
      if (!signal.aborted) deps.observe({ event: 'worker_error', error });
    }
    await deps.clock.sleep(EVERY_MS, signal).catch(() => {});
  }
}

/** Whether the wall clock was set since the last call; true at the first. */
function clockWatch(clock: Clock): () => boolean {
  let known = Number.NEGATIVE_INFINITY;
  return () => {
    const offset = clock.now() - clock.monotonic();
    const wasSet = Math.abs(offset - known) > CLOCK_SET_MS;
    known = offset;
    return wasSet;
  };
}

/** The kinds to sweep, without those that the retention would empty. */
async function withoutAll(keep: Retention, { store, clock, observe }: SweeperDeps) {
  const newest = await store.retention.newest();
  const deletesAll = (kind: keyof typeof newest, keepDays: number | undefined): boolean => {
    const last = newest[kind];
    if (keepDays === undefined || last === undefined) return false;
    if (last >= clock.now() - keepDays * DAY_MS) return false;
    const at = isoTime(last);
    observe({ event: 'sweep_refused', kind, newest: at, keepDays });
    return true;
  };
  const { keepHistory, keepBatches } = keep;
  return {
    keepSandbox: keep.keepSandbox,
    keepHistory: deletesAll('history', keepHistory) ? undefined : keepHistory,
    keepBatches: deletesAll('batches', keepBatches) ? undefined : keepBatches,
  };
}

interface RetentionDays {
  readonly keepSandbox: number;
  readonly keepHistory?: number | undefined;
  readonly keepBatches?: number | undefined;
}

async function sweepOnce(
  keep: RetentionDays,
  deps: SweeperDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, observe } = deps;
  const { retention } = store;
  const before = (days: number) => clock.now() - days * DAY_MS;
  const all = (sweep: (before: number) => Promise<number>, days: number | undefined) =>
    days === undefined ? 0 : untilNothingIsLeft(() => sweep(before(days)), clock, signal);
  const ofSandbox = await all(retention.sweepSandbox, keep.keepSandbox);
  const batches = ofSandbox + (await all(retention.sweepBatches, keep.keepBatches));
  const lists = await all(retention.sweepLists, keep.keepBatches);
  const verifications = await all(retention.sweepHistory, keep.keepHistory);
  await all(retention.sweepOutcomes, keep.keepHistory);
  await all(retention.sweepImports, keep.keepHistory);
  if (batches + lists + verifications === 0) return;
  observe({ event: 'swept', verifications, batches, lists });
}

async function untilNothingIsLeft(
  sweep: () => Promise<number>,
  clock: Clock,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const count = await sweep();
    if (count === 0) break;
    total += count;
    await clock.sleep(PAUSE_MS, signal);
  }
  return total;
}
