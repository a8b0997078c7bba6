/**
 * Trains the weights of the likelihood by logistic regression on generated worlds, and with
 * `--outcomes <file>` (lines of `mailvet learn --json`) on outcomes of one's own: each address is
 * predicted from the others of its domain. `--check` compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES, featuresOf, KINDS, kindOf } from '../../src/service/likelihood/features.ts';
import { createRandom } from '../replies/random.ts';
import { trainLogistic } from './logistic.ts';
import { ownCases } from './own-cases.ts';
import { type Case, casesOf } from './world.ts';

/** Seeds of training; those of the figures are others. */
const SEEDS = Array.from({ length: 20 }, (_, at) => 101 + at);
const DOMAINS = 600;
const FILE = new URL('../../src/service/likelihood/weights.ts', import.meta.url);

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, outcomes: { type: 'string' } },
});
const generated = SEEDS.flatMap((seed) => casesOf(createRandom(seed), DOMAINS));
const own = values.outcomes === undefined ? [] : ownCases(readFileSync(values.outcomes, 'utf8'));
const cases = [...generated, ...own];
const text = toFile();
if (values.check) {
  if (readFileSync(FILE, 'utf8') !== text) {
    process.stderr.write('The weights are others: npm run train:likelihood writes them\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, text);
  process.stdout.write(`${generated.length} generated cases, ${own.length} of your own\n${text}`);
}

function toSample({ form, outcomes, now, exists }: Case) {
  const features = featuresOf(form, outcomes, now);
  return { values: FEATURES.map((name) => features[name]), target: exists ? 1 : 0 };
}

function toFile(): string {
  const kinds = KINDS.map((kind) => {
    const weights = trainLogistic(cases.filter(({ form }) => kindOf(form) === kind).map(toSample));
    return `  ${kind}: {\n${FEATURES.map((name, at) => `    ${name}: ${rounded(weights[at])},\n`).join('')}  },\n`;
  });
  return `import type { Weights } from './features.ts';\n\n/** Written by npm run train:likelihood. */\nexport const WEIGHTS: Weights = {\n${kinds.join('')}};\n`;
}

function rounded(weight = 0): number {
  return Number(weight.toFixed(3));
}
