import {
  ROWS,
  toWords,
  type View,
  visitFeatures,
} from '../../src/verifier/smtp/learned/features.ts';
import { MODEL_LABELS, viewScale } from '../../src/verifier/smtp/learned/reply-model.ts';
import type { Example } from './corpus.ts';
import { createRandom } from './random.ts';

const CLASSES = MODEL_LABELS.length;
const EPOCHS = 10;
const RATE = 0.05;

/** An example as numbers. */
export interface Sample {
  readonly rows: Int32Array;
  readonly values: Float64Array;
  /** An index of `MODEL_LABELS`. */
  readonly target: number;
  /** What it counts. */
  readonly weight: number;
}

export function toSample({ input, label }: Example, weight: number): Sample {
  const found: { readonly row: number; readonly view: View }[] = [];
  const counts = [0, 0, 0];
  visitFeatures(toWords(input.text), input, (view, row) => {
    found.push({ row, view });
    (counts[view] as number) += 1;
  });
  return {
    rows: Int32Array.from(found, ({ row }) => row),
    values: Float64Array.from(found, ({ view }) => viewScale(view, counts[view] as number)),
    target: MODEL_LABELS.indexOf(label),
    weight,
  };
}

/**
 * Multinomial logistic regression by AdaGrad, one sample after the other in a shuffled order. It stops early,
 * which keeps weights small. A weight for each class of each row.
 */
export function trainWeights(samples: readonly Sample[]): Float64Array {
  const weights = new Float64Array(ROWS * CLASSES);
  const squares = new Float64Array(ROWS * CLASSES).fill(1e-8);
  const random = createRandom(1);
  const order = [...samples];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const sample of order) step(weights, squares, sample);
  }
  return weights;
}

function step(weights: Float64Array, squares: Float64Array, sample: Sample): void {
  const { rows, values, target, weight } = sample;
  const errors = softmax(scoresOf(weights, sample));
  (errors[target] as number) -= 1;
  for (let index = 0; index < rows.length; index += 1) {
    for (let label = 0; label < CLASSES; label += 1) {
      const at = (rows[index] as number) * CLASSES + label;
      const gradient = weight * (errors[label] as number) * (values[index] as number);
      (squares[at] as number) += gradient * gradient;
      (weights[at] as number) -= (RATE * gradient) / Math.sqrt(squares[at] as number);
    }
  }
}

function scoresOf(weights: Float64Array, { rows, values }: Sample): Float64Array {
  const scores = new Float64Array(CLASSES);
  for (let index = 0; index < rows.length; index += 1) {
    const row = (rows[index] as number) * CLASSES;
    for (let label = 0; label < CLASSES; label += 1)
      (scores[label] as number) += (weights[row + label] as number) * (values[index] as number);
  }
  return scores;
}

function softmax(scores: Float64Array): Float64Array {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function shuffle(samples: Sample[], random: () => number): void {
  for (let last = samples.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [samples[last], samples[other]] = [samples[other] as Sample, samples[last] as Sample];
  }
}
