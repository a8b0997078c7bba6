/**
 * How good the likelihood of accept-all addresses is, on generated worlds of known truth: Brier score,
 * reliability (drawn to docs/pictures), and how many addresses get a decided answer at 98 % precision.
 * Thresholds are chosen on the worlds of training; the figures come from others, whose habits are drawn anew.
 */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../scripts/replies/random.ts';
import { sumOf } from '../../src/service/likelihood/evidence-counts.ts';
import { likelihoodOf } from '../../src/service/likelihood/likelihood.ts';
import { reliabilityPicture } from './reliability-picture.ts';
import { type Bin, binsOf, brierOf, decidedAt, type Prediction, thresholdsFor } from './score.ts';
import { type Case, casesOf } from './world.ts';

/** As in scripts/likelihood/train.ts: each seed is a world with habits of its own. */
const TRAINING_SEEDS = Array.from({ length: 20 }, (_, at) => 101 + at);
const FIGURE_SEEDS = Array.from({ length: 20 }, (_, at) => 501 + at);
const DOMAINS = 600;
const PRECISION = 0.98;
const PICTURE = new URL('../../docs/pictures/likelihood-reliability.svg', import.meta.url);

type Predict = (one: Case) => number | undefined;

const training = TRAINING_SEEDS.flatMap(worldOf);
const worlds = FIGURE_SEEDS.map(worldOf);
const figures = worlds.flat();
const base = training.filter(({ exists }) => exists).length / training.length;

const MODELS: Readonly<Record<string, Predict>> = {
  likelihood: ({ form, outcomes, now }) => likelihoodOf(form, outcomes, now)?.value,
  'rate of the domain': ({ outcomes }) => {
    const { delivered, bounced } = sumOf(outcomes.forms);
    return delivered + bounced === 0 ? undefined : (delivered + base) / (delivered + bounced + 1);
  },
  'base rate': () => base,
  'all risky': () => undefined,
};

process.stdout.write(
  `${figures.length} addresses of ${FIGURE_SEEDS.length * DOMAINS} accept-all domains in ${FIGURE_SEEDS.length} worlds; mean over worlds (least to most)\n`,
);
for (const [name, predict] of Object.entries(MODELS)) report(name, predict);
const bins = binsOf(predictions(figures, MODELS.likelihood as Predict));
writeFileSync(PICTURE, reliabilityPicture(bins));
process.stdout.write(`reliability: ${bins.map(binText).join(', ')}\n`);

function worldOf(seed: number): Case[] {
  return casesOf(createRandom(seed), DOMAINS);
}

/** Where nothing is known, there is no number. */
function predictions(cases: readonly Case[], predict: Predict): Prediction[] {
  return cases.flatMap((one) => {
    const value = predict(one);
    return value === undefined ? [] : [{ value, exists: one.exists }];
  });
}

function report(name: string, predict: Predict): void {
  const thresholds = thresholdsFor(predictions(training, predict), PRECISION);
  const found = worlds.map((world) => predictions(world, predict));
  const scores = found.map((one) => ({ ...decidedAt(one, thresholds), of: one.length }));
  const columns = [
    ['Brier', found.filter(({ length }) => length > 0).map(brierOf)],
    ['decided', scores.map(({ decided }, at) => decided / (worlds[at]?.length ?? 1))],
    ['of them exist', scores.map(({ existing, decided }) => existing / decided)],
    ['right', scores.map(({ right, decided }) => right / decided)],
  ] as const;
  const texts = columns.map(([title, values]) => `${title} ${spreadOf(values)}`);
  process.stdout.write(`${name.padEnd(20)} ${texts.join('  ')}\n`);
}

function spreadOf(values: readonly number[]): string {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return '-';
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return `${mean.toFixed(3)} (${Math.min(...known).toFixed(3)} to ${Math.max(...known).toFixed(3)})`;
}

function binText({ mean, share, count }: Bin): string {
  return `${mean.toFixed(2)}→${share.toFixed(2)} (${count})`;
}
