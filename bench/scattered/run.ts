/**
 * Verifies lists in the order that real ones have, by date rather than by domain, with the built
 * command and the service, beside verifiers from npm at their best concurrency. Name server and
 * mail hosts are scripted, twenty milliseconds away, in a process of their own.
 *
 *     npm run bench scattered                       all lists but the huge ones and the single domain
 *     npm run bench scattered -- tens               one of them: tens, hundreds, shares, one or huge
 *     npm run bench scattered -- one --missing 2    one mailbox in 2 does not exist; in 10 unless given
 *     npm run bench scattered -- --no-peers         mailvet only
 *     npm run bench scattered -- --rounds 1         medians of this many runs, 3 unless given
 *
 * Needs a built dist/ (npm run build). Each run of mailvet is a new process with an empty home, and its
 * processor time counts from the start of the program to its end.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { leastSeconds } from './bound.ts';
import { count, type List, realShares, scattered, sorted } from './lists.ts';
import { openWorld } from './open-world.ts';
import { CONCURRENCIES, measurePeer, PEERS } from './peers.ts';
import { type Verified, verifyByApi, verifyByCli } from './programs.ts';
import type { WorldCounts } from './world.ts';

const ROUND_TRIP = 20;
/** Addresses a second: limits that allow more hold nobody up. */
const UNBOUND = 100_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-peers': { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    missing: { type: 'string', default: '10' },
  },
});
const rounds = Number(values.rounds);
const hasPeers = !values['no-peers'];

type Way = readonly [name: string, verify: typeof verifyByCli];
const WAYS: readonly Way[] = [
  ['CLI', verifyByCli],
  ['API', verifyByApi],
];

interface Outcome extends Verified, WorldCounts {
  readonly rate: number;
}

const SETS: Readonly<Record<string, () => Promise<void>>> = {
  tens: () => compare(scattered(20_000, 2000)),
  hundreds: () => compare(scattered(20_000, 200)),
  shares: () => compare(realShares(10_000)),
  one: () => compare(scattered(2000, 1)),
  huge,
};

/** A list in its order and sorted, and what the others do with it. */
async function compare(list: List): Promise<void> {
  const best = hasPeers ? await bestPeer(list) : undefined;
  print(`\n${list.title}`);
  if (best) print(`  best of the others: ${best.name} at ${best.atOnce}, ${rateOf(best.rate)}`);
  const most = list.emails.length / leastSeconds(list.emails, ROUND_TRIP);
  const isBound = most < UNBOUND;
  if (isBound) print(`  the limits of providers allow ${rateOf(most)}`);
  for (const [name, verify] of WAYS) {
    const ours = await measure(list, verify);
    const times = best ? [`${(ours.rate / best.rate).toFixed(2)}× the best`] : [];
    const share = isBound ? [`${(ours.rate / most).toFixed(2)} of what limits allow`] : [];
    show(`${name}, scattered`, ours, [...times, ...share].join(', '));
    const ordered = await measure(sorted(list), verify);
    show(`${name}, sorted`, ordered, `scattered is ${ratio(ours, ordered)} of it`);
  }
}

async function huge(): Promise<void> {
  const [first, ...others] = [
    scattered(20_000, 2000),
    scattered(100_000, 10_000),
    scattered(400_000, 8000),
  ] as const;
  print('\nLarge lists, by CLI');
  const small = await measure(first, verifyByCli);
  show(first.title, small);
  for (const list of others) {
    const large = await measure(list, verifyByCli, 1);
    show(list.title, large, `${ratio(large, small)} of the rate of 20,000`);
  }
}

async function measure(list: List, verify: Way[1], most = rounds): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let round = 0; round < most; round++) {
    await world.counts();
    const verified = await verify(list.emails, world);
    const rate = list.emails.length / verified.seconds;
    outcomes.push({ ...verified, ...(await world.counts()), rate });
  }
  return median(outcomes, ({ rate }) => rate);
}

interface Peer {
  readonly name: string;
  readonly atOnce: number;
  readonly rate: number;
}

async function bestPeer({ title, emails }: List): Promise<Peer> {
  print(`\n${title}: the others, addresses a second`);
  print(
    `  ${'at a time'.padEnd(24)}${CONCURRENCIES.map((one) => String(one).padStart(8)).join('')}`,
  );
  const peers: Peer[] = [];
  for (const name of PEERS) {
    const rates: number[] = [];
    for (const atOnce of CONCURRENCIES) {
      const found: number[] = [];
      for (let round = 0; round < rounds; round++)
        found.push(await measurePeer(name, atOnce, { emails, world }));
      const rate = median(found, (one) => one);
      rates.push(rate);
      peers.push({ name, atOnce, rate });
    }
    print(`  ${name.padEnd(24)}${rates.map((rate) => rate.toFixed(0).padStart(8)).join('')}`);
  }
  return peers.reduce((best, one) => (one.rate > best.rate ? one : best));
}

function median<One>(all: readonly One[], by: (one: One) => number): One {
  const ordered = all.toSorted((one, other) => by(one) - by(other));
  const middle = ordered[Math.floor(ordered.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

function show(title: string, one: Outcome, remark = ''): void {
  const figures = [
    rateOf(one.rate).padStart(8),
    `${one.cpuMicros.toFixed(0)} µs CPU`.padStart(11),
    `${(one.visits / one.domains).toFixed(2)} sessions a domain`,
    `${count(one.connections)} connections, ${one.peak} at a time`,
    `${one.peakMb.toFixed(0)} MB`,
    `${count(one.deliverable)} deliverable`,
  ];
  print(`  ${title.padEnd(18)} ${figures.join('  ')}  ${remark}`);
}

function rateOf(rate: number): string {
  return `${rate.toFixed(0)}/s`;
}

function ratio(one: Outcome, other: Outcome): string {
  return (one.rate / other.rate).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const packages = fileURLToPath(new URL('../peers', import.meta.url));
if (hasPeers && !existsSync(`${packages}/node_modules`))
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', packages], { stdio: 'inherit' });

using world = await openWorld({ roundTrip: ROUND_TRIP, missing: Number(values.missing) });
const chosen = positionals.length > 0 ? positionals : ['tens', 'hundreds', 'shares'];
for (const name of chosen) {
  const set = SETS[name];
  if (!set) throw new Error(`unknown list ${name}: there are ${Object.keys(SETS).join(', ')}`);
  await set();
}
