import type { Say } from './say.ts';
import { widthFor } from './table.ts';

/** A label and what it is; a foreign value, such as a name, is never translated. */
export type Fact = readonly [label: string, value: string, foreign?: 'foreign'];

const GAP = 2;
/** Cells of the longest label in English. */
const LABEL_CELLS = 18;

/** Facts in the language of the reader, a line each, the values below each other. */
export async function factLines(
  facts: readonly Fact[],
  say: Say,
  labelCells = LABEL_CELLS,
): Promise<string> {
  const lines = facts.map(
    ([label, value, foreign]) => [say(label), foreign ? value : say(value)] as const,
  );
  const widthOf = await widthFor(lines.map(([label]) => label));
  const cells = GAP + Math.max(labelCells, ...lines.map(([label]) => widthOf(label)));
  return lines
    .map(([label, value]) => `${label}${' '.repeat(cells - widthOf(label))}${value}\n`)
    .join('');
}
