/**
 * Verifies 2,000 addresses against a scripted mail world twenty milliseconds away, beside two
 * verifiers from npm and what bare sockets need for the same dialogue, and prints ratios: absolute times are this machine's.
 *
 *     npm run bench:verifier             the comparison
 *     npm run bench:verifier half        a part of it: many, one, half or tenth
 *     npm run bench:verifier endless     100,000 addresses of mailvet alone: is memory flat?
 *     npm run bench:verifier million     1,000,000 in batches as the service runs them: resident memory
 *
 * Each contender verifies five other lists first, which count for nothing; of several rounds the
 * median counts. mailvet keeps its defaults: two connections a provider, two hundred in all. The
 * others run at a concurrency of 20, at the one that serves them best, and on one domain at 2 as
 * well.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROUND_TRIP = 20;
const PEERS = ['deep-email-validator', 'email-verify'];
const BEST_OF = [200, 400, 800];
const ROUNDS = 9;

interface Counts {
  readonly connections: number;
  readonly peak: number;
  readonly recipients: number;
  readonly refused: number;
}

interface Round {
  readonly count: number;
  readonly alive: number;
  readonly seconds: number;
  /** Microseconds of processor time for each address. */
  readonly cpuMicros: number;
}

interface Measured {
  readonly measured: readonly Round[];
  /** Resident bytes, every half second. */
  readonly memory: readonly number[];
  /** Bytes in use before and after, without the garbage. */
  readonly heap: readonly [number, number];
}

/** The round of median speed, and what all rounds did to the mail world. */
type Outcome = Round & Counts & Omit<Measured, 'measured'> & { readonly rate: number };

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function openWorld() {
  const world = spawn(process.execPath, [path('mail-world.ts'), String(ROUND_TRIP)]);
  world.stderr.pipe(process.stderr);
  const lines = createInterface({ input: world.stdout });
  const next = async () => String((await once(lines, 'line'))[0]);
  const port = await next();
  return {
    port,
    async counts(): Promise<Counts> {
      const answer = next();
      world.stdin.write('\n');
      return JSON.parse(await answer);
    },
    close: () => void world.stdin.end(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function measure(
  world: World,
  who: string,
  shape: string,
  concurrency = 0,
): Promise<Outcome> {
  // A rate of twenty a second shows with fewer as well.
  const maxRecipients = concurrency === 2 ? 200 : 2000;
  const isLong = shape in LONG;
  const rounds =
    isLong || (concurrency > 0 && concurrency <= 20) ? 1 : shape === 'many' ? ROUNDS : 3;
  const numbers = [concurrency, Number(world.port), maxRecipients, rounds].map(String);
  const flags = isLong ? ['--expose-gc', YOUNG] : ['--expose-gc'];
  const args = [...flags, path('contender.ts'), who, shape, ...numbers];
  const contender = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: contender.stdout })[Symbol.asyncIterator]();
  await lines.next();
  await world.counts();
  contender.stdin.write('go\n');
  const { measured, ...used }: Measured = JSON.parse(String((await lines.next()).value));
  const counts = await world.counts();
  const median = medianOf(measured);
  const connections = Math.round(counts.connections / rounds);
  return { ...median, ...counts, ...used, connections, rate: median.count / median.seconds };
}

function medianOf(rounds: readonly Round[]): Round {
  const sorted = rounds.toSorted((one, other) => one.seconds - other.seconds);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error('nothing was measured');
  return median;
}

async function best(world: World, who: string, shape: string): Promise<[number, Outcome]> {
  const tried: [number, Outcome][] = [];
  for (const concurrency of BEST_OF)
    tried.push([concurrency, await measure(world, who, shape, concurrency)]);
  return tried.reduce((one, other) => (other[1].rate > one[1].rate ? other : one));
}

function show(who: string, one: Outcome, ours?: Outcome): void {
  const ratio = ours ? `mailvet is ${(ours.rate / one.rate).toFixed(2)}× as fast` : '';
  const figures = [
    `${one.rate.toFixed(0)}/s`.padStart(8),
    `${one.cpuMicros.toFixed(0)} µs CPU`.padStart(12),
    `${one.connections} connections, at most ${one.peak} at a time`.padEnd(44),
    `${one.alive} alive`.padEnd(12),
  ];
  console.log(`  ${who.padEnd(32)} ${figures.join('  ')} ${ratio}`);
}

/** Round trips that cannot be saved within the limits: what the slowest provider's sessions take. */
const BOUNDS: Readonly<Record<string, number>> = {
  // MX, A; two hundred sessions at once: greeting, EHLO, MAIL with three, eight. QUIT keeps nobody waiting.
  many: 2 + 4,
  // MX, A; eleven sessions one after the other, a hundred addresses each, eight in one go.
  one: 2 + 10 * 17 + 4,
};

function showBound(shape: string, ours: Outcome): void {
  const trips = BOUNDS[shape];
  if (trips === undefined) return;
  const bound = (trips * ROUND_TRIP) / 1000;
  const share = (bound / ours.seconds).toFixed(2);
  console.log(
    `  ${trips} round trips are the least: ${bound.toFixed(2)} s; ${share} of that reached`,
  );
}

const TITLES: Readonly<Record<string, string>> = {
  many: '2,000 addresses over 200 domains',
  one: '2,000 addresses of one domain',
  half: '2,000 addresses of one domain, half of them refused',
  tenth: '2,000 addresses of one domain, a tenth of them refused',
};

async function compare(world: World, shape: string): Promise<void> {
  console.log(`\n${TITLES[shape]}`);
  const ours = await measure(world, 'mailvet', shape);
  show('mailvet', ours);
  showBound(shape, ours);
  if (shape === 'many')
    show('bare sockets, same dialogue', await measure(world, 'bare', shape), ours);
  for (const peer of PEERS) {
    if (shape !== 'many') show(`${peer} at 2`, await measure(world, peer, shape, 2), ours);
    show(`${peer} at 20`, await measure(world, peer, shape, 20), ours);
    const [concurrency, one] = await best(world, peer, shape);
    show(`${peer} at ${concurrency} (best)`, one, ours);
  }
}

/** As in deploy/: V8 lets young objects take 130 MB otherwise. */
const YOUNG = '--max-semi-space-size=8';

/** Lists of mailvet alone, for their memory, with the resident MB that they may take. */
const LONG: Readonly<Record<string, number>> = {
  endless: 300,
  million: 300,
};

async function measureMemory(world: World, shape: string): Promise<void> {
  const ours = await measure(world, 'mailvet', shape);
  show(`mailvet, ${ours.count.toLocaleString('en')} addresses`, ours);
  const mb = ours.memory.map((bytes) => Math.round(bytes / 2 ** 20));
  const tenth = Math.max(1, Math.floor(mb.length / 10));
  const points = mb.filter((_, at) => at % tenth === 0);
  console.log(`  resident MB over the run: ${points.join(' ')}`);
  const peak = mb.reduce((most, one) => Math.max(most, one), 0);
  console.log(`  at most ${peak} MB; the aim is below ${LONG[shape]} MB`);
  const [before, after] = ours.heap.map((bytes) => Math.round(bytes / 2 ** 20));
  console.log(`  in use without garbage: ${before} MB before, ${after} MB after`);
}

const chosen = process.argv[2];
const isLong = chosen !== undefined && chosen in LONG;
if (!existsSync(path('peers/node_modules')) && !isLong)
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', path('peers')], { stdio: 'inherit' });

const world = await openWorld();
if (isLong) await measureMemory(world, chosen);
else for (const shape of chosen ? [chosen] : Object.keys(TITLES)) await compare(world, shape);
world.close();
