import { ROWS } from '../../src/verifier/smtp/learned/features.ts';
import {
  COLUMNS,
  MODEL_LABELS,
  type WeightTable,
} from '../../src/verifier/smtp/learned/reply-model.ts';
import type { Sample } from './regression.ts';

const CLASSES = MODEL_LABELS.length;

/** How many samples a row must occur in: words of a single reply don't count. */
const LEAST_SEEN = 2;

type Weights = Omit<WeightTable, 'threshold'>;

/**
 * The weights in octets, those of the first label taken off the others, which changes no probability.
 * `sharpness`: what scores are multiplied by, so that probabilities are those of replies not trained with.
 */
export function toTable(weights: Float64Array, samples: readonly Sample[], sharpness = 1): Weights {
  const columns = (row: number) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const first = weights[row * CLASSES] as number;
      return (weights[row * CLASSES + column + 1] as number) - first;
    });
  const known = rowsSeenIn(samples).map((row) => ({ row, columns: columns(row) }));
  const highest = Math.max(...known.flatMap((one) => one.columns.map(Math.abs)));
  const octets = (one: readonly number[]) =>
    one.map((weight) => Math.round((weight / highest) * 127));
  const kept = known
    .map((one) => ({ row: one.row, octets: octets(one.columns) }))
    .filter((one) => one.octets.some((octet) => octet !== 0));
  return {
    rows: Buffer.from(toDistances(kept.map(({ row }) => row))).toString('base64'),
    weights: Buffer.from(Int8Array.from(kept.flatMap((one) => one.octets))).toString('base64'),
    unit: (sharpness * highest) / 127,
  };
}

function rowsSeenIn(samples: readonly Sample[]): number[] {
  const counts = new Int32Array(ROWS);
  for (const { rows } of samples) for (const row of new Set(rows)) (counts[row] as number) += 1;
  return Array.from(counts.keys()).filter((row) => (counts[row] as number) >= LEAST_SEEN);
}

/** LEB128. */
function toDistances(rows: readonly number[]): number[] {
  return rows.flatMap((row, index) => {
    const octets: number[] = [];
    let rest = row - (rows[index - 1] ?? 0);
    for (; rest > 0x7f; rest >>= 7) octets.push((rest & 0x7f) | 0x80);
    return [...octets, rest];
  });
}
