/**
 * Asks verifiers about the addresses of world/truth.json, in a mail world in a network of its own, and prints
 * how often each is right.
 *
 *     npm run bench accuracy                          mailvet and the verifiers from npm
 *     npm run bench accuracy mailvet truemail         some adapters of adapters/, or paths of others
 *     npm run bench accuracy -- --addresses           what was said of each address as well
 *     npm run bench accuracy -- --save --by <name>    writes results/; then npm run docs:benchmark
 *     npm run bench accuracy -- --sealed <seed file>  the sealed cases instead (sealed.ts)
 *
 * Postfix and Exim take part where they are installed (MAILVET_POSTFIX, MAILVET_EXIM) and this runs as root.
 * README.md says how to add a case or a verifier.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAdapter } from './adapter.ts';
import { measure } from './measure.ts';
import { type Result, writeResult } from './results.ts';
import { openSealed, sha256, writeSealedScore } from './sealed.ts';
import { addressTable, mainTable, runTable } from './tables.ts';
import { scoreAnswers } from './tally.ts';
import { enterNetwork, OWN_NETWORK } from './world/network.ts';
import { findBinaries } from './world/real-servers.ts';
import { factsOf, readTruth } from './world/truth.ts';
import { World } from './world/world.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PEERS = path('../peers');
const USUAL = ['mailvet', 'deep-email-validator', 'devmehq', 'email-verify', 'emailcheck'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    addresses: { type: 'boolean' },
    save: { type: 'boolean' },
    by: { type: 'string' },
    sealed: { type: 'string' },
  },
});
if (values.save && !values.by) throw new Error('--save needs --by: who runs it');
const adapters = (positionals.length > 0 ? positionals : USUAL).map(findAdapter);
if (adapters.some((adapter) => adapter.endsWith('.ts')) && !existsSync(`${PEERS}/node_modules`))
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', PEERS], { stdio: 'inherit' });
enterNetwork();

const cases = values.sealed === undefined ? readTruth() : openSealed(values.sealed);
const binaries = findBinaries();
await using world = await World.open(cases, { binaries, place: OWN_NETWORK });
const facts = world.cases.flatMap(factsOf);
const results: Result[] = [];
for (const adapter of adapters) {
  const result = await resultOf(adapter);
  results.push(result);
  console.error(`${result.verifier}: done in ${result.seconds.toFixed(0)} s`);
}
console.log(`${mainTable(facts, results)}\n\n${runTable(results)}`);
if (values.addresses) console.log(`\n${addressTable(facts, results)}`);

/** A name in `adapters/`, or a path. */
function findAdapter(name: string): string {
  const names = ['.ts', '.json'].map((end) => path(`adapters/${name}${end}`));
  const found = [...names, resolve(name)].find((one) => existsSync(one));
  if (found) return found;
  throw new Error(`no adapter ${name}: there are ${readdirSync(path('adapters')).join(', ')}`);
}

async function resultOf(adapter: string): Promise<Result> {
  const { verifier, version } = await readAdapter(adapter);
  const { said, seconds } = await measure(world, adapter);
  const answers = Object.fromEntries([...said].map(([id, { answer }]) => [id, answer]));
  const result: Result = {
    verifier,
    version,
    by: values.by ?? 'you',
    date: new Date().toISOString().slice(0, 10),
    on: setting(),
    seconds: Math.round(seconds),
    privateConnections: world.dialled,
    answers,
  };
  if (values.save && values.sealed === undefined) writeResult(adapter, result);
  else if (values.save) saveScore(adapter, result);
  return result;
}

/** The answers stay beside the seed: they would tell the cases. */
function saveScore(adapter: string, result: Result): void {
  const { verifier, version, by, date, answers } = result;
  const text = JSON.stringify(answers);
  writeFileSync(`${values.sealed}.${basename(adapter)}.answers.json`, text);
  const { right, livingCalledDead, deadCalledLiving } = scoreAnswers(facts, answers);
  writeSealedScore({
    ...{ verifier, version, by, date, right },
    livingCalledDead: livingCalledDead.length,
    deadCalledLiving: deadCalledLiving.length,
    answers: sha256(text),
  });
}

/** On what it was measured. */
function setting(): string {
  const missing = ['postfix', 'exim'].filter((name) => binaries[name] === undefined);
  const left = missing.length > 0 ? `, without ${missing.join(' and ')}` : '';
  const node = `Node ${process.versions.node}`;
  return `${process.platform}, ${availableParallelism()} processors, ${node}${left}`;
}
