import { DEFAULT_EGRESS, type Egress } from '../../src/verifier/pacing/egress/egress.ts';
import { EgressHealth } from '../../src/verifier/pacing/egress/health.ts';
import { createPaceOf } from '../../src/verifier/providers/pace.ts';
import { BUILT_IN_PROVIDERS, ProviderTable } from '../../src/verifier/providers/provider-table.ts';
import { divideByProvider } from '../../src/worker/divide-by-provider.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { FleetBooks, type SimulatedList } from './books.ts';
import { SimulatedClock } from './clock.ts';
import { drawing, mailShares } from './mail-share.ts';
import { PartTable, type SimulatedPart } from './part-table.ts';
import { SlotTable } from './slot-table.ts';
import { SimulatedWorker } from './worker.ts';

export interface FleetSettings {
  readonly workers: number;
  readonly egresses: number;
  /** `own`: an egress is the address of one machine, whose workers share it; `all`: each worker has all. */
  readonly reach: 'own' | 'all';
  readonly seed: number;
  /** Parts of one provider at a time; absent: as many as the service works on. */
  readonly partsOfProvider?: number;
}

export interface FleetRun {
  readonly books: FleetBooks;
  readonly slots: SlotTable;
  /** Simulated milliseconds. */
  readonly took: number;
}

const DAY = 24 * 60 * 60_000;
const BATCH = 1000;

export const paceOf = createPaceOf(new ProviderTable(BUILT_IN_PROVIDERS));

/** Takes lists through a fleet. The same settings and lists give the same figures. */
export async function runFleet(
  settings: FleetSettings,
  lists: readonly SimulatedList[],
): Promise<FleetRun> {
  const clock = new SimulatedClock();
  const random = seededRandom(settings.seed);
  const slots = new SlotTable(clock);
  const parts = new PartTable(settings.partsOfProvider);
  const books = new FleetBooks(clock, lists);
  const divide = divideBy(random);
  const egresses = Array.from({ length: settings.egresses }, (_, at) => egressAt(at, clock));
  const workers = Array.from({ length: settings.workers }, (_, at) => {
    const own = egresses[at % egresses.length];
    const reach = settings.reach === 'all' || !own ? egresses : [own];
    const shared = { clock, random, slots, parts, books, paceOf, divide };
    return new SimulatedWorker({ ...shared, name: `worker-${at}`, egresses: reach });
  });
  for (const list of lists) void clock.sleep(list.at).then(() => parts.add(batchesOf(list)));
  for (const worker of workers) void worker.work();
  await clock.run(() => books.isDone, DAY);
  for (const worker of workers) worker.isStopped = true;
  if (!books.isDone) throw new Error('lists are left after a day');
  return { books, slots, took: clock.monotonic() };
}

function egressAt(at: number, clock: SimulatedClock): Egress {
  return {
    name: `${DEFAULT_EGRESS}-${at}`,
    way: '',
    helo: 'simulation.test',
    senders: [''],
    dial: () => Promise.reject(new Error('the simulation connects to nothing')),
    health: new EgressHealth({ clock, isAlone: true }),
  };
}

function batchesOf({ id, team, size }: SimulatedList): readonly SimulatedPart[] {
  return Array.from({ length: Math.ceil(size / BATCH) }, (_, at) => ({
    queue: 'resolve',
    team,
    list: id,
    size: Math.min(BATCH, size - at * BATCH),
  }));
}

/** Draws where each address goes, and divides the batch as a worker does. */
function divideBy(random: () => number): (part: SimulatedPart) => Promise<SimulatedPart[]> {
  const draw = drawing(mailShares(), random);
  let hosts = 0;
  return async ({ team, list, size }) => {
    const addresses = Array.from({ length: size }, (_, at) => ({
      email: `u${at}@simulation.test`,
      cacheKey: String(at),
      positions: [at],
    }));
    const { parts } = await divideByProvider(addresses, async (emails) =>
      emails.map(() => {
        const id = draw();
        const provider = id ?? `host-${hosts++}.test`;
        return { kind: 'hosts' as const, provider, isKnown: id !== undefined };
      }),
    );
    return parts.map(({ queue, entries }) => ({ queue, team, list, size: entries.length }));
  };
}
