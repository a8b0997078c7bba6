/** A likelihood beside the truth. */
export interface Prediction {
  readonly value: number;
  readonly exists: boolean;
}

/** Predictions of about the same likelihood. */
export interface Bin {
  /** Mean likelihood. */
  readonly mean: number;
  /** Share that exists. */
  readonly share: number;
  readonly count: number;
}

const BINS = 10;

/** Mean squared error: 0 is best. */
export function brierOf(predictions: readonly Prediction[]): number {
  const errors = predictions.map(({ value, exists }) => (value - (exists ? 1 : 0)) ** 2);
  return errors.reduce((sum, error) => sum + error, 0) / predictions.length;
}

export function binsOf(predictions: readonly Prediction[]): Bin[] {
  const groups = Map.groupBy(predictions, ({ value }) =>
    Math.min(BINS - 1, Math.floor(value * BINS)),
  );
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([, bin]) => ({
      mean: bin.reduce((sum, { value }) => sum + value, 0) / bin.length,
      share: bin.filter(({ exists }) => exists).length / bin.length,
      count: bin.length,
    }));
}

/** From which on an address is called deliverable, and up to which undeliverable. */
interface Thresholds {
  readonly above: number;
  readonly below: number;
}

/** Decides as many as possible, each answer right in the wanted share. */
export function thresholdsFor(predictions: readonly Prediction[], precision: number): Thresholds {
  const rising = predictions.toSorted((one, other) => one.value - other.value);
  return {
    below: lastGood(rising, precision, ({ exists }) => !exists) ?? -1,
    above: lastGood(rising.toReversed(), precision, ({ exists }) => exists) ?? 2,
  };
}

/** The value up to which answers are right often enough, whole values together. */
function lastGood(
  ordered: readonly Prediction[],
  precision: number,
  isRight: (one: Prediction) => boolean,
): number | undefined {
  let [right, good] = [0, undefined as number | undefined];
  ordered.forEach((one, at) => {
    if (isRight(one)) right++;
    const isLast = ordered[at + 1]?.value !== one.value;
    if (isLast && right / (at + 1) >= precision) good = one.value;
  });
  return good;
}

export function decidedAt(predictions: readonly Prediction[], { above, below }: Thresholds) {
  const decided = predictions.filter(({ value }) => value >= above || value <= below);
  const right = decided.filter(({ value, exists }) => exists === value >= above);
  const existing = decided.filter(({ value }) => value >= above);
  return { decided: decided.length, right: right.length, existing: existing.length };
}
