/**
 * What `mailvet plan` says beside what happens: the built command plans a list, then verifies it, over
 * name server and mail hosts in a process of their own, which count sessions and recipients.
 *
 * The first lists are those that the model was made with. Their hosts are 120 ms away and take 100 ms for
 * a recipient, as a plan expects of hosts of which nothing is known; what is compared is the rest: caches,
 * limits, shared sessions, hosts side by side. Of the drawn lists the model has seen nothing: a seed
 * draws the shares of providers and of missing mailboxes, how far and how quick hosts are, how much they
 * differ, and how many of them never answer. No figure of the model is to be changed to fit them.
 *
 *     npm run bench:plan                 all lists (about ten minutes)
 *     npm run bench:plan -- shares       one of them
 *     npm run bench:plan -- drawn        the three drawn ones, with the range of time that the plan gives
 *     npm run bench:plan -- drawn 7      one from another seed
 *
 * Needs a built dist/ (npm run build). Ends with 1 where a figure is off by more than a factor of 1.5.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { realShares, type Shares, scattered } from '../scattered/lists.ts';
import { openWorld, type World } from '../scattered/open-world.ts';
import { ended, inFolder, start } from '../scattered/programs.ts';
import type { WorldParameters } from '../scattered/world.ts';

const MOST = 1.5;
/** Hosts as a plan expects them. */
const EXPECTED: WorldParameters = { roundTrip: 120, recipient: 100 };
const DRAWN_SIZE = 1500;
const DRAWN_SEEDS = [1009, 20_011, 300_007];

interface Case {
  readonly emails: readonly string[];
  /** Verified before, so that the cache has them. */
  readonly known?: readonly string[];
  /** Values for the provider table. */
  readonly providers?: object;
}

const company = (count: number, domain: string, from = 0) =>
  Array.from({ length: count }, (_, at) => `u${from + at}@${domain}`);

const CASES: Readonly<Record<string, () => Case>> = {
  shares: () => ({ emails: realShares(1500).emails }),
  companies: () => ({ emails: scattered(3000, 600).emails }),
  'one host': () => ({ emails: company(300, 'company1.com') }),
  // A third was verified before, a third can't be decided.
  undecided: () => ({
    emails: [
      ...company(200, 'yahoo.com'),
      ...company(100, 'a1-quiet.com'),
      ...company(300, 'gmail.com'),
      ...scattered(300, 60).emails,
    ],
    known: company(150, 'gmail.com'),
  }),
  'sessions a minute': () => ({
    emails: company(300, 'gmail.com'),
    providers: { google: { sessionsPerMinute: 10, recipientsPerSession: 10 } },
  }),
};

interface Drawn {
  readonly shares: Shares;
  readonly parameters: WorldParameters;
}

function drawCase(seed: number): Drawn {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const shares = {
    gmail: between(0.05, 0.35),
    google: between(0.05, 0.25),
    microsoft: between(0.05, 0.25),
    yahoo: between(0, 0.08),
    quiet: between(0, 0.03),
  };
  const parameters = {
    // From half as far to twice as far, and likewise as quick, as a plan expects.
    roundTrip: 120 * 2 ** between(-1, 1),
    recipient: 100 * 2 ** between(-1, 1),
    spread: between(0.2, 0.7),
    missing: Math.round(between(5, 25)),
    silent: between(0.005, 0.05),
    seed,
  };
  return { shares, parameters };
}

interface Figures {
  readonly seconds: number;
  readonly sessions: number;
  readonly recipients: number;
  readonly undecided: number;
}

async function measure({ emails, known = [], providers = {} }: Case, world: World) {
  return inFolder(async (home) => {
    await writeFile(join(home, 'providers.json'), JSON.stringify(providers));
    if (known.length > 0) await verify(known, { home, world, name: 'known' });
    await writeList(home, 'list', emails);
    const planned = await plan(home, world);
    await world.counts();
    const run = await verify(emails, { home, world, name: 'list' });
    return { planned, run: { ...run, ...(await countsOf(world)) } };
  });
}

interface Planned extends Figures {
  readonly from: number;
  readonly to: number;
}

async function plan(home: string, world: World): Promise<Planned> {
  const program = start(['plan', 'list.csv', '--json', ...WITH], home, world);
  if (!program.stdout) throw new Error('the program has no output');
  const said = text(program.stdout);
  await ended(program);
  const { seconds, sessions, recipients, undecided } = JSON.parse(await said);
  const { expected, from, to } = seconds;
  return { seconds: expected, from, to, sessions, recipients, undecided: undecided.addresses };
}

const WITH = ['--providers', 'providers.json'];

interface Run {
  readonly home: string;
  readonly world: World;
  readonly name: string;
}

async function verify(
  emails: readonly string[],
  { home, world, name }: Run,
): Promise<Pick<Figures, 'seconds' | 'undecided'>> {
  await writeList(home, name, emails);
  const began = performance.now();
  const submit = ['batch', 'submit', `${name}.csv`, '--wait', '-o', `${name}.out.csv`];
  await ended(start([...submit, ...WITH], home, world));
  const seconds = (performance.now() - began) / 1000;
  const output = await readFile(join(home, `${name}.out.csv`), 'utf8');
  const undecided = output.split('\n').filter((row) => UNDECIDED.test(row)).length;
  return { seconds, undecided };
}

const UNDECIDED = /accepts_all_until_data|accept_all|opted_out/;

async function writeList(home: string, name: string, emails: readonly string[]): Promise<void> {
  await writeFile(join(home, `${name}.csv`), `email\n${emails.join('\n')}\n`);
}

async function countsOf(world: World): Promise<Pick<Figures, 'sessions' | 'recipients'>> {
  const { connections: sessions, recipients } = await world.counts();
  return { sessions, recipients };
}

const NAMES = ['seconds', 'sessions', 'recipients', 'undecided'] as const;

/** False where a figure is off by more than it may be. */
function show(name: string, planned: Figures, run: Figures): boolean {
  const cells = NAMES.map((figure) => {
    const ratio = ratioOf(planned[figure], run[figure]);
    const [said, was] = [planned[figure], run[figure]].map((one) => shown(one));
    return {
      isGood: ratio <= MOST && ratio >= 1 / MOST,
      text: `${said} / ${was} = ${ratio.toFixed(2)}`,
    };
  });
  print(`${name.padEnd(20)}${cells.map(({ text: cell }) => cell.padEnd(24)).join('')}`);
  return cells.every(({ isGood }) => isGood);
}

function ratioOf(planned: number, was: number): number {
  return planned === was ? 1 : planned / was;
}

function shown(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Lists of the model. */
async function measureKnown(chosen: string | undefined): Promise<boolean> {
  using world = await openWorld(EXPECTED);
  let isGood = true;
  for (const [name, create] of Object.entries(CASES)) {
    if (chosen !== undefined && chosen !== name) continue;
    const { planned, run } = await measure(create(), world);
    isGood = show(name, planned, run) && isGood;
  }
  return isGood;
}

async function measureDrawn(seed: number): Promise<boolean> {
  const { shares, parameters } = drawCase(seed);
  using world = await openWorld(parameters);
  const { emails } = realShares(DRAWN_SIZE, shares, seed);
  const { planned, run } = await measure({ emails }, world);
  const isGood = show(`drawn ${seed}`, planned, run);
  const figures = Object.entries({ ...shares, ...parameters, seed: undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Number(value).toPrecision(2)}`);
  print(`  ${figures.join(', ')}\n  planned ${planned.from} to ${planned.to} s`);
  return isGood;
}

const [chosen, seed] = process.argv.slice(2);
print(
  `planned / happened = ratio\n${''.padEnd(20)}${NAMES.map((name) => name.padEnd(24)).join('')}`,
);
let isGood = chosen === 'drawn' || (await measureKnown(chosen));
if (chosen === undefined || chosen === 'drawn') {
  const seeds = seed === undefined ? DRAWN_SEEDS : [Number(seed)];
  for (const one of seeds) isGood = (await measureDrawn(one)) && isGood;
}
if (!isGood) process.exitCode = 1;
