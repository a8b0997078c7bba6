/**
 * A fleet of 100 workers and 50 egresses, simulated: how fair teams are served, how far the places at
 * providers are used, how long lists take, and what is reached first.
 *
 *     npm run bench:simulate -- [seed]
 *
 * What decides is the service's own code: the table of providers (limits), `divideByProvider`, the
 * shares of lanes in a worker, pacing, lanes and places with their leases. Three things are in memory
 * and follow the statements of the PostgreSQL store: parts and turns (`part-table.ts`), places
 * (`slot-table.ts`), and time (`clock.ts`). How long a session takes is set by `session-times.ts`;
 * nothing is greylisted, refused or cached.
 */
import { MAX_PARTS_OF_PROVIDER } from '../../src/service/batches/part-queue.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import type { SimulatedList } from './books.ts';
import { type FleetRun, type FleetSettings, runFleet } from './fleet.ts';
import { drawLists, KINDS } from './lists.ts';
import {
  capacityTable,
  databaseLine,
  fairness,
  listTable,
  providerTable,
  timesOf,
} from './report.ts';

const [SEED = 1] = process.argv.slice(2).map(Number);
const FLEET = { workers: 100, egresses: 50, reach: 'own', seed: SEED } as const;
/** To compare with the bound that the service has. */
const MORE_PARTS = 128;

const lists = drawLists(KINDS, seededRandom(SEED));
const began = performance.now();

print(
  `${FLEET.workers} workers, ${FLEET.egresses} egresses, each the address of one machine with two workers`,
);
const run = await simulate(FLEET, lists);
print(
  `Fairness of the large teams while all have work (Jain; 1: even): ${fairness(run, lists).toFixed(3)}`,
);
console.table(listTable(run, lists, await timesAlone(FLEET)));
console.table(providerTable(run, FLEET));

print(
  `\nThe same with ${MORE_PARTS} parts of one provider at a time instead of ${MAX_PARTS_OF_PROVIDER}`,
);
await simulate({ ...FLEET, partsOfProvider: MORE_PARTS }, lists);

print('\nThe same, if each worker can use all egresses, as with proxies; a quarter of the lists');
await simulate(
  { ...FLEET, reach: 'all' },
  lists.filter((_, at) => at % 4 === 0),
);

print('\nWhat is reached first, if the places are always in use');
console.table(capacityTable(FLEET));
print(`Simulated in ${((performance.now() - began) / 1000).toFixed(1)} s`);

async function simulate(
  settings: FleetSettings,
  given: readonly SimulatedList[],
): Promise<FleetRun> {
  const addresses = given.reduce((sum, { size }) => sum + size, 0);
  const result = await runFleet(settings, given);
  const rate = Math.round(addresses / (result.took / 1000));
  print(
    `${given.length} lists, ${addresses.toLocaleString('en')} addresses, seed ${SEED}: all answered after ${Math.round(result.took / 1000)} s, ${rate.toLocaleString('en')} addresses/s`,
  );
  print(databaseLine(result));
  return result;
}

/** How long a list of each size takes in an idle fleet. */
async function timesAlone(settings: FleetSettings): Promise<Map<number, number>> {
  const sizes = [...new Set(KINDS.map(({ size }) => size))];
  const times = new Map<number, number>();
  for (const size of sizes) {
    const only: SimulatedList = { id: 'only/0', team: 'only', size, at: 0 };
    const [time = Number.NaN] = timesOf(await runFleet(settings, [only]), [only]);
    times.set(size, time);
  }
  return times;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
