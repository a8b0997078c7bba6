/** A label and what it is. */
export type Fact = readonly [label: string, value: string];

const GAP = 2;
/** Cells of the longest label. */
const LABEL_CELLS = 18;

/** A line each, the values below each other. */
export function factLines(facts: readonly Fact[], labelCells = LABEL_CELLS): string {
  return facts
    .map(
      ([label, value]) => `${label.padEnd(labelCells + GAP)}${value}
`,
    )
    .join('');
}
