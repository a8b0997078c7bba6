/** Verifying lists, beside the smallest verifier and beside what the limits of providers allow. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inFolder, metered, startMetered } from '../metered.ts';
import { leastSeconds } from '../scattered/bound.ts';
import { type List, realShares, scattered } from '../scattered/lists.ts';
import { openWorld, type World } from '../scattered/open-world.ts';
import { figuresOf, type Verified, verifyByApi, verifyByCli } from '../scattered/programs.ts';
import type { Figure, InTurn, Part } from './figures.ts';

const ROUND_TRIP = 20;
const SMALLEST = fileURLToPath(new URL('smallest-verifier.js', import.meta.url));

export const processorTime: Part = async (inTurn) => [
  await processorTimeOf(scattered(20_000, 2000), 90, inTurn),
  await processorTimeOf(scattered(20_000, 200), 45, inTurn),
];

async function processorTimeOf(list: List, most: number, inTurn: InTurn): Promise<Figure> {
  const { ours, floor } = await besideSmallest(verifyByApi, list, inTurn);
  const [title, unit] = [`${list.title}, by API: CPU an address`, 'µs'];
  return { title, unit, ours: ours.cpuMicros, floor: floor.cpuMicros, wanted: { most } };
}

export const peakMemory: Part = async (inTurn) => [
  // Too short for its growth to be seen.
  ...(await memoryOf(scattered(100_000, 1000), inTurn)).slice(0, 1),
  ...(await memoryOf(scattered(400_000, 4000), inTurn)),
];

async function memoryOf(list: List, inTurn: InTurn): Promise<Figure[]> {
  const { ours, floor } = await besideSmallest(verifyByCli, list, inTurn);
  const title = `${list.title}, by CLI`;
  const peak = { ours: ours.peakMb, floor: floor.peakMb, wanted: { most: 240 } };
  const growth = { ours: ours.growth, floor: floor.growth, wanted: { most: 1.05 } };
  return [
    { title: `${title}: peak memory`, unit: 'MB', ...peak },
    { title: `${title}: peak at the end, by that before`, unit: '×', ...growth },
  ];
}

async function besideSmallest(verify: typeof verifyByApi, { emails }: List, inTurn: InTurn) {
  using world = await openWorld({ roundTrip: ROUND_TRIP });
  const found = await inTurn({
    ours: () => verify(emails, world),
    floor: () => verifySmallest(emails, world),
  });
  if (found.ours.deliverable !== found.floor.deliverable)
    throw new Error(`results differ: ${JSON.stringify(found)}`);
  return found;
}

function verifySmallest(emails: readonly string[], world: World): Promise<Verified> {
  return inFolder(async (home) => {
    await writeFile(join(home, 'list'), emails.join('\n'));
    const command = [SMALLEST, 'list', world.resolver, String(world.port)];
    const program = startMetered(command, home);
    const [figures, printed] = await Promise.all([
      metered(program, home),
      program.stdout ? text(program.stdout) : '',
    ]);
    const deliverable = Number(printed);
    return { ...figuresOf(figures, emails.length), seconds: figures.wallSeconds, deliverable };
  });
}

export const oneDomain: Part = async (inTurn) => [
  await rateOf(scattered(2000, 1), { missing: 10, least: 1000 }, inTurn),
  await rateOf(scattered(2000, 1), { missing: 2, least: 900 }, inTurn),
];

/** One mailbox in `missing` does not exist. */
async function rateOf(
  { title, emails }: List,
  { missing, least }: { readonly missing: number; readonly least: number },
  inTurn: InTurn,
): Promise<Figure> {
  using world = await openWorld({ roundTrip: ROUND_TRIP, missing });
  const { ours } = await inTurn({ ours: () => verifyByApi(emails, world) });
  return {
    title: `${title}, 1 in ${missing} missing: addresses`,
    unit: '/s',
    ours: emails.length / ours.seconds,
    floor: emails.length / leastSeconds(emails, ROUND_TRIP),
    wanted: { least },
  };
}

export const realList: Part = async (inTurn) => {
  const { title, emails } = realShares(10_000);
  using world = await openWorld({ roundTrip: ROUND_TRIP });
  const { ours } = await inTurn({ ours: () => verifyByApi(emails, world) });
  const share = leastSeconds(emails, ROUND_TRIP) / ours.seconds;
  return [
    {
      title: `${title}: share of what their limits allow`,
      unit: '',
      ours: share,
      floor: 1,
      wanted: { least: 0.8 },
    },
  ];
};
