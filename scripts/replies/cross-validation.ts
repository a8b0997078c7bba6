import {
  isWorthAsking,
  MODEL_LABELS,
  type ModelLabel,
  ReplyModel,
} from '../../src/verifier/smtp/learned/reply-model.ts';
import type { Example } from './corpus.ts';
import { FOLDS, foldOf, withoutRelated } from './folds.ts';
import { toSample, trainWeights } from './regression.ts';
import { toTable } from './weight-table.ts';

/** Weight of composed sentences; real ones count 1. */
const COMPOSED_WEIGHT = 0.3;

/** A refusal, and what a model that was trained without its source says of it. */
export interface Trial {
  readonly example: Example;
  /** The probability of each of `MODEL_LABELS`. */
  readonly probabilities: readonly number[];
}

/** The weights of all these. */
export function trainTable(
  examples: readonly Example[],
  composed: readonly Example[],
  sharpness = 1,
) {
  const samples = [
    ...examples.map((one) => toSample(one, 1)),
    ...composed.map((one) => toSample(one, COMPOSED_WEIGHT)),
  ];
  return toTable(trainWeights(samples), samples, sharpness);
}

/** Each example once, tried by a model of the others: of other sources, providers and sentences. */
export function crossValidate(examples: readonly Example[], composed: readonly Example[]): Trial[] {
  return Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const tested = examples.filter((one) => foldOf(one) === fold);
    const others = examples.filter((one) => foldOf(one) !== fold);
    const table = trainTable(withoutRelated(others, tested), withoutRelated(composed, tested));
    const model = new ReplyModel({ ...table, threshold: 1 });
    return tested.map((example) => ({
      example,
      probabilities: model.probabilities(example.input),
    }));
  });
}

/** Lasting refusals with words, as rules leave them to the model. */
export function isAskable({ input }: Example): boolean {
  return input.code.startsWith('5') && isWorthAsking(input);
}

/** What scores have to be multiplied by, so that the probabilities of the trials are the likeliest. */
export function findSharpness(trials: readonly Trial[]): number {
  const candidates = Array.from({ length: 31 }, (_, index) => (index + 10) / 20);
  const losses = candidates.map((one) => lossOf(trials.map((trial) => sharpen(trial, one))));
  return candidates[losses.indexOf(Math.min(...losses))] as number;
}

export function sharpen({ example, probabilities }: Trial, sharpness: number): Trial {
  const powers = probabilities.map((one) => one ** sharpness);
  const total = powers.reduce((sum, power) => sum + power, 0);
  return { example, probabilities: powers.map((power) => power / total) };
}

function lossOf(trials: readonly Trial[]): number {
  const losses = trials.map(({ example, probabilities }) => {
    return -Math.log(probabilities[MODEL_LABELS.indexOf(example.label)] as number);
  });
  return losses.reduce((sum, loss) => sum + loss, 0);
}

/** What the model is believed to say. */
export function labelOf({ probabilities }: Trial, threshold: number): ModelLabel {
  const found = probabilities.findIndex((one, index) => index > 0 && one >= threshold);
  return MODEL_LABELS[found] ?? 'undecided';
}

/** The lowest threshold at which no more than `share` of the undecided ones are called anything else. */
export function findThreshold(undecided: readonly Trial[], share: number): number {
  const highest = undecided
    .map(({ probabilities }) => Math.max(...probabilities.slice(1)))
    .sort((one, other) => other - one);
  const first = highest[Math.floor(undecided.length * share)] as number;
  return Math.ceil((first + 1e-4) * 1000) / 1000;
}
