/**
 * How good the likelihood of accept-all addresses is, on generated worlds of known truth: Brier score,
 * reliability (drawn to docs/pictures), and how many addresses get a decided answer at 98 % precision.
 * Thresholds are chosen on the seeds of training; the figures come from others.
 */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../scripts/replies/random.ts';
import { sumOf } from '../../src/service/likelihood/evidence-counts.ts';
import { likelihoodOf } from '../../src/service/likelihood/likelihood.ts';
import { reliabilityPicture } from './reliability-picture.ts';
import { type Bin, binsOf, brierOf, decidedAt, type Prediction, thresholdsFor } from './score.ts';
import { type Case, casesOf } from './world.ts';

const TRAINING_SEEDS = [101, 102, 103, 104, 105];
const FIGURE_SEEDS = [1, 2, 3, 4, 5];
const DOMAINS = 1200;
const PRECISION = 0.98;
const PICTURE = new URL('../../docs/pictures/likelihood-reliability.svg', import.meta.url);

type Predict = (one: Case) => number | undefined;

const training = worldOf(TRAINING_SEEDS);
const figures = worldOf(FIGURE_SEEDS);
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
  `${figures.length} addresses of ${FIGURE_SEEDS.length * DOMAINS} accept-all domains, seeds ${FIGURE_SEEDS.join(' ')} (training ${TRAINING_SEEDS.join(' ')}); base rate ${base.toFixed(3)}\n`,
);
for (const [name, predict] of Object.entries(MODELS)) report(name, predict);
const bins = binsOf(predictions(figures, MODELS.likelihood as Predict));
writeFileSync(PICTURE, reliabilityPicture(bins));
process.stdout.write(`reliability: ${bins.map(binText).join(', ')}\n`);

function worldOf(seeds: readonly number[]): Case[] {
  return seeds.flatMap((seed) => casesOf(createRandom(seed), DOMAINS));
}

/** Where nothing is known, there is no number. */
function predictions(cases: readonly Case[], predict: Predict): Prediction[] {
  return cases.flatMap((one) => {
    const value = predict(one);
    return value === undefined ? [] : [{ value, exists: one.exists }];
  });
}

function report(name: string, predict: Predict): void {
  const found = predictions(figures, predict);
  const thresholds = thresholdsFor(predictions(training, predict), PRECISION);
  const { decided, right } = decidedAt(found, thresholds);
  const precision = decided === 0 ? '-' : (right / decided).toFixed(4);
  const brier = found.length === 0 ? '-' : brierOf(found).toFixed(4);
  process.stdout.write(
    `${name.padEnd(20)} Brier ${brier.padStart(6)}  known ${percent(found.length)}  decided ${percent(decided)}  precision ${precision}\n`,
  );
}

function percent(count: number): string {
  return `${((100 * count) / figures.length).toFixed(1).padStart(5)} %`;
}

function binText({ mean, share, count }: Bin): string {
  return `${mean.toFixed(2)}→${share.toFixed(2)} (${count})`;
}
