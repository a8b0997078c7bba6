import type { Output } from '../context.ts';
import { loadTextWidth } from '../render/table.ts';
import { wrapLine } from '../render/wrap.ts';

/** Narrower terminals are written to as if they had as many columns. */
const LEAST_COLUMNS = 20;

/** Writes lines for people in one piece; on a terminal they are wrapped between words. */
export async function printLines(output: Output, lines: readonly string[]): Promise<void> {
  const wrapped = await wrapLines(output, lines);
  await output.write(wrapped.map((line) => `${line}\n`).join(''));
}

async function wrapLines(output: Output, lines: readonly string[]): Promise<readonly string[]> {
  const { isTTY, columns } = output;
  if (!isTTY || columns === undefined) return lines;
  const available = Math.max(LEAST_COLUMNS, columns);
  if (lines.every((line) => line.length <= available && /^[\x20-\x7e]*$/.test(line))) return lines;
  const widthOf = await loadTextWidth();
  return lines.flatMap((line) => wrapLine(line, available, widthOf));
}
