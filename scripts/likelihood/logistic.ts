/** An example as numbers. */
interface Sample {
  readonly values: readonly number[];
  readonly target: number;
}

const STEPS = 25;
/** Keeps weights small that the samples say little of. */
const RIDGE = 1;

/** Logistic regression by Newton's method: a weight for each value. */
export function trainLogistic(samples: readonly Sample[]): number[] {
  let weights = (samples[0]?.values ?? []).map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const { gradient, hessian } = derivatives(samples, weights);
    const change = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
  }
  return weights;
}

function derivatives(samples: readonly Sample[], weights: readonly number[]) {
  const gradient = weights.map((weight) => -RIDGE * weight);
  const hessian = weights.map((_, row) =>
    weights.map((__, column) => (row === column ? RIDGE : 0)),
  );
  for (const { values, target } of samples) {
    const share =
      1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
    values.forEach((value, row) => {
      gradient[row] = (gradient[row] ?? 0) + value * (target - share);
      const line = hessian[row] as number[];
      values.forEach((other, column) => {
        line[column] = (line[column] ?? 0) + value * other * share * (1 - share);
      });
    });
  }
  return { gradient, hessian };
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  rows.forEach((pivot, at) => {
    for (const row of rows.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      pivot.forEach((value, column) => {
        row[column] = (row[column] ?? 0) - factor * value;
      });
    }
  });
  const found = right.map(() => 0);
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] as number[];
    const rest = found.reduce(
      (sum, value, column) => (column > at ? sum + value * (row[column] ?? 0) : sum),
      0,
    );
    found[at] = ((row[right.length] ?? 0) - rest) / (row[at] ?? 1);
  }
  return found;
}
