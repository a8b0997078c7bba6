/**
 * Verifies the addresses of truth.json with mailvet and the verifiers from npm, over one mail world,
 * and prints how often each is right.
 *
 *     npm run bench accuracy                      all verifiers
 *     npm run bench accuracy mailvet              some of them
 *     npm run bench accuracy -- --addresses       what was said of each address as well
 *     npm run bench accuracy -- --write           puts the tables into docs/benchmark.md
 *
 * Postfix and Exim take part where they are installed (MAILVET_POSTFIX, MAILVET_EXIM) and this runs
 * as root. README.md says how to add a case or a verifier.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupCases, toJob } from './groups.ts';
import { findBinaries } from './real-servers.ts';
import { addressTable, failures, mainTable } from './tables.ts';
import type { Given, PeerOutcome } from './tally.ts';
import { type Case, factsOf, readTruth } from './truth.ts';
import { World } from './world.ts';

/** Milliseconds after which an address, and after which a whole process, is given up. */
const ADDRESS_LIMIT = 60_000;
const PROCESS_LIMIT = 240_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PEERS = path('../peers');
const PAGE = path('../../docs/benchmark.md');

async function measure(world: World, name: string): Promise<PeerOutcome> {
  world.reset();
  const given = new Map<string, Given>();
  const groups = groupCases(world.cases);
  const seconds = await Promise.all(groups.map((cases) => measureGroup(world, name, cases, given)));
  return { given, privateDialled: world.dialled, seconds: Math.max(...seconds) };
}

/** @returns the seconds until the last answer. */
async function measureGroup(
  world: World,
  name: string,
  cases: readonly Case[],
  given: Map<string, Given>,
): Promise<number> {
  const facts = new Map(cases.flatMap(factsOf).map((fact) => [fact.email, fact]));
  const job = toJob(world, cases, ADDRESS_LIMIT);
  const child = spawn(process.execPath, [path('contender.ts'), name], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: PROCESS_LIMIT,
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(job));
  let last = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    // Some verifiers print lines of their own.
    if (!line.startsWith('{"email"')) continue;
    const { email, answer, words, seconds } = JSON.parse(line);
    const fact = facts.get(email);
    if (fact) given.set(fact.id, { answer, words });
    last = seconds;
  }
  await closed;
  return last;
}

function namesOfAll(): string[] {
  const files = readdirSync(path('contenders')).map((file) => file.replace(/\.ts$/, ''));
  return ['mailvet', ...files.filter((file) => file !== 'mailvet')];
}

/** Where and with what it was measured. */
function setting(binaries: Readonly<Record<string, string>>): string {
  const missing = ['postfix', 'exim'].filter((name) => binaries[name] === undefined);
  const left =
    missing.length > 0
      ? `; without ${missing.join(' and ')} (not installed, or not run as root)`
      : '';
  const day = new Date().toISOString().slice(0, 10);
  const processors = `${availableParallelism()} processors`;
  const { dependencies } = JSON.parse(readFileSync(join(PEERS, 'package.json'), 'utf8'));
  const peers = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  const machine = `Node ${process.versions.node}, ${process.platform}, ${processors}${left}`;
  return `Measured on ${day} with ${machine}.\nThe others: ${peers.join(', ')}.`;
}

/** Replaces the part between the marks of that name. */
function replacePart(page: string, name: string, text: string): string {
  const [before, after] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = page.indexOf(before);
  const to = page.indexOf(after);
  if (from < 0 || to < from) throw new Error(`docs/benchmark.md has no part "${name}"`);
  return `${page.slice(0, from + before.length)}\n${text}\n${page.slice(to)}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: 'boolean' }, write: { type: 'boolean' } },
});
if (!existsSync(join(PEERS, 'node_modules', '@emailcheck')))
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', PEERS], { stdio: 'inherit' });

const binaries = findBinaries();
await using world = await World.open(readTruth(), { binaries });
const outcomes = new Map<string, PeerOutcome>();
for (const name of positionals.length > 0 ? positionals : namesOfAll()) {
  outcomes.set(name, await measure(world, name));
  console.error(`${name}: done in ${outcomes.get(name)?.seconds.toFixed(0)} s`);
}
const facts = world.cases.flatMap(factsOf);
const parts = {
  setting: setting(binaries),
  results: mainTable(facts, outcomes),
};
const ours = outcomes.get('mailvet');
console.log(`${parts.setting}\n\n${parts.results}`);
if (values.addresses) console.log(`\n${addressTable(facts, outcomes)}`);
if (values.write) {
  const own = ours ? { own: failures(facts, ours) } : {};
  const page = Object.entries({ ...parts, ...own }).reduce(
    (text, [name, part]) => replacePart(text, name, part),
    readFileSync(PAGE, 'utf8'),
  );
  writeFileSync(PAGE, page);
}
