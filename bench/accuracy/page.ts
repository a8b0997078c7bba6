/**
 * Writes the tables of docs/benchmark.md and README.md from results/ and sealed.json.
 *
 *     node bench/accuracy/page.ts           writes them (npm run docs:benchmark)
 *     node bench/accuracy/page.ts --check   ends with 1 where a page is not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isOurs, readResults } from './results.ts';
import { readSeal } from './sealed.ts';
import { failures, mainTable, runTable, sealedTable, shortTable } from './tables.ts';
import { factsOf, readTruth } from './world/truth.ts';

const results = readResults();
/** What everybody was asked: a case that is newer than some result does not count yet. */
const facts = readTruth()
  .flatMap(factsOf)
  .filter(({ id }) => results.every(({ answers }) => answers[id] !== undefined));
const ours = results.find(isOurs);
const seal = readSeal();

const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/benchmark.md': {
    results: mainTable(facts, results),
    own: ours ? failures(facts, ours) : '',
    runs: runTable(results),
    sealed: sealedTable(seal),
  },
  'README.md': { results: shortTable(facts, results) },
};

for (const [page, parts] of Object.entries(PARTS)) {
  const file = new URL(`../../${page}`, import.meta.url);
  const before = readFileSync(file, 'utf8');
  const after = Object.entries(parts).reduce(
    (text, [name, part]) => replacePart(text, name, part),
    before,
  );
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${page} is out of date: npm run docs:benchmark\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, after);
  }
}

/** Replaces what is between the marks of that name. */
function replacePart(page: string, name: string, text: string): string {
  const [before, after] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const from = page.indexOf(before);
  const to = page.indexOf(after);
  if (from < 0 || to < from) throw new Error(`no part "${name}" between its marks`);
  return `${page.slice(0, from + before.length)}${text}${page.slice(to)}`;
}
