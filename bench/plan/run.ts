/**
 * What `mailvet plan` says beside what happens: the built command plans a list, then verifies it, over
 * name server and mail hosts in a process of their own, which count sessions and recipients. Hosts are
 * 120 ms away and take 100 ms for a recipient, as a plan expects of hosts of which nothing is known;
 * what is compared is the rest: caches, limits, shared sessions, hosts side by side.
 *
 *     npm run bench:plan                 all lists (about six minutes)
 *     npm run bench:plan -- shares       one of them
 *
 * Needs a built dist/ (npm run build). Ends with 1 where a figure is off by more than a factor of 1.5.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { realShares, scattered } from '../scattered/lists.ts';
import { openWorld, type World } from '../scattered/open-world.ts';
import { ended, inFolder, start } from '../scattered/programs.ts';

const ROUND_TRIP = 120;
const RECIPIENT = 100;
const MOST = 1.5;

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

async function plan(home: string, world: World): Promise<Figures> {
  const program = start(['plan', 'list.csv', '--json', ...WITH], home, world);
  if (!program.stdout) throw new Error('the program has no output');
  const said = text(program.stdout);
  await ended(program);
  const { seconds, sessions, recipients, undecided } = JSON.parse(await said);
  return { seconds: seconds.expected, sessions, recipients, undecided: undecided.addresses };
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

const [chosen] = process.argv.slice(2);
using world = await openWorld(ROUND_TRIP, RECIPIENT);
print(
  `planned / happened = ratio\n${''.padEnd(20)}${NAMES.map((name) => name.padEnd(24)).join('')}`,
);
let isGood = true;
for (const [name, create] of Object.entries(CASES)) {
  if (chosen !== undefined && chosen !== name) continue;
  const { planned, run } = await measure(create(), world);
  isGood = show(name, planned, run) && isGood;
}
if (!isGood) process.exitCode = 1;
