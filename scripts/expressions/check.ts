/**
 * Says which regular expressions of `src/` may take more than linear time, and stand without a bound in
 * `bounded.ts`; and which entries of that list name none. Run by `npm run check`.
 *
 *     node scripts/expressions/check.ts [--all]     --all: lists those with a bound, too
 *
 * Each expression is decided by the automaton of recheck once: what was found is kept in node_modules/.cache.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BOUNDED, type Bounded } from './bounded.ts';
import { type BuiltPlace, type Expression, findExpressions } from './find-expressions.ts';

type Verdict = 'safe' | 'polynomial' | 'exponential' | 'undecided';

/** Milliseconds for one expression. */
const WITHIN_MS = 30_000;
/** What has a bound may stay undecided: little time is spent on it. */
const WITHIN_MS_IF_BOUNDED = 3_000;
const AT_ONCE = 2;

const require = createRequire(import.meta.url);
const VERSION = String(require('recheck/package.json').version);
const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/mailvet/expressions.json', import.meta.url),
);

const began = performance.now();
const { expressions, built } = await findExpressions();
const known = readCache();
const decided = await decideAll(expressions);
const faults = [...unbounded(), ...stale()];
const count = (verdict: Verdict) => decided.filter(([, one]) => one === verdict).length;
const seconds = ((performance.now() - began) / 1000).toFixed(1);
print(
  `${expressions.length} expressions in src: ${count('safe')} linear, ${count('polynomial')} polynomial and ${count('undecided')} undecided, ${built.length} made of what a call is given; ${seconds} s`,
);
if (process.argv.includes('--all')) {
  for (const [one, verdict] of decided) if (verdict !== 'safe') print(`${verdict} ${nameOf(one)}`);
}
for (const fault of faults) print(fault);
// recheck leaves its program running.
process.exit(faults.length > 0 ? 1 : 0);

function unbounded(): string[] {
  return [
    ...decided.flatMap(([one, verdict]) =>
      isBounded(one, verdict) ? [] : [`${verdict}, and without a bound: ${nameOf(one)}`],
    ),
    ...built.flatMap((place) =>
      BOUNDED.some((entry) => isBuilt(entry, place))
        ? []
        : [
            `made of what a call is given, and without a bound: ${place.file}:${place.line} ${place.code}`,
          ],
    ),
  ];
}

function stale(): string[] {
  const isNamed = (entry: Bounded) =>
    decided.some(([one]) => isEntryOf(entry, one)) || built.some((place) => isBuilt(entry, place));
  return BOUNDED.filter((entry) => !isNamed(entry)).map(
    ({ file, starts }) => `bounded.ts names what src does not have: ${file} ${starts ?? ''}`,
  );
}

function isBounded(one: Expression, verdict: Verdict): boolean {
  if (verdict === 'safe') return true;
  if (verdict === 'exponential') return false;
  // How far recheck gets in its time depends on the machine: a bound holds for both verdicts.
  return BOUNDED.some((entry) => isEntryOf(entry, one));
}

function isEntryOf({ file, starts }: Bounded, one: Expression): boolean {
  return starts === undefined
    ? one.file.startsWith(file)
    : one.file === file && one.source.startsWith(starts);
}

function isBuilt({ file, starts = '' }: Bounded, place: BuiltPlace): boolean {
  return place.file === file && place.code.startsWith(starts);
}

async function decideAll(all: readonly Expression[]) {
  const check = loadCheck();
  const verdicts: [Expression, Verdict][] = [];
  const left = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const key = keyOf(one);
      const verdict = known.get(key) ?? (await decide(check, one));
      known.set(key, verdict);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const one of all) verdicts.push([one, known.get(keyOf(one)) ?? 'undecided']);
  writeCache();
  return verdicts;
}

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string };
}
type Check = (source: string, flags: string, options: object) => Promise<Diagnostics>;

/** As a program of its own where there is one for the platform, else as JavaScript; never by Java. */
function loadCheck(): Check {
  process.env.RECHECK_BACKEND ??= hasProgram() ? 'native' : 'pure';
  return require('recheck').check;
}

function hasProgram(): boolean {
  const system = { darwin: 'macos', win32: 'windows' }[process.platform as string];
  const { resolve } = createRequire(require.resolve('recheck/package.json'));
  try {
    resolve(`recheck-${system ?? process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

async function decide(check: Check, one: Expression): Promise<Verdict> {
  const timeout = isBounded(one, 'undecided') ? WITHIN_MS_IF_BOUNDED : WITHIN_MS;
  const { status, complexity } = await check(one.source, one.flags, {
    checker: 'automaton',
    timeout,
  });
  if (status === 'unknown') return 'undecided';
  if (status === 'safe') return 'safe';
  return complexity?.type === 'exponential' ? 'exponential' : 'polynomial';
}

function keyOf({ source, flags }: Expression): string {
  return `${flags} ${source}`;
}

function nameOf({ file, line, source, flags }: Expression): string {
  const shown = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  return `src/${file}:${line} /${shown}/${flags}`;
}

function readCache(): Map<string, Verdict> {
  try {
    const { version, verdicts } = JSON.parse(readFileSync(CACHE, 'utf8'));
    return new Map(version === VERSION ? Object.entries(verdicts) : []) as Map<string, Verdict>;
  } catch {
    return new Map();
  }
}

function writeCache(): void {
  mkdirSync(dirname(CACHE), { recursive: true });
  const verdicts = Object.fromEntries(known);
  writeFileSync(CACHE, JSON.stringify({ version: VERSION, verdicts }));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
