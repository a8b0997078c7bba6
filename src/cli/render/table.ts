import { safeLine } from '../../lib/safe-text.ts';

export interface Column<T> {
  readonly title: string;
  /** Its name in CSV; the title in lower case by default. */
  readonly field?: string;
  readonly align?: 'right';
  /** The cell's text. Foreign text is made safe here. */
  readonly text: (row: T) => string;
  /** The shorter text for a terminal, where the whole would not fit. */
  readonly short?: (row: T) => string;
  /** Colours the padded cell. */
  readonly paint?: (row: T, text: string) => string;
}

interface TableStyle {
  readonly heading: (text: string) => string;
}

/** Rows under headings, padded to the widest; the last column is not padded. */
export async function renderTable<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  style: TableStyle = { heading: (text) => text },
): Promise<string> {
  const cells = rows.map((row) =>
    columns.map((column) => safeLine((column.short ?? column.text)(row))),
  );
  const widthOf = await widthFor(cells.flat());
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const pad = (text: string, index: number) =>
    padded(text, (widths[index] ?? 0) - widthOf(text), columns[index]);
  const heading = columns.map(({ title }, index) => style.heading(pad(title, index)));
  const lines = cells.map((line, at) =>
    line.map((text, index) => {
      const paint = columns[index]?.paint;
      const row = rows[at];
      return paint && row !== undefined ? paint(row, pad(text, index)) : pad(text, index);
    }),
  );
  return [heading, ...lines].map((line) => `${line.join('  ').trimEnd()}\n`).join('');
}

function padded<T>(text: string, missing: number, column: Column<T> | undefined): string {
  const space = ' '.repeat(Math.max(0, missing));
  return column?.align === 'right' ? space + text : text + space;
}

/** The columns that a text takes on a terminal. Loads the library only where a cell needs it. */
async function widthFor(cells: readonly string[]): Promise<(text: string) => number> {
  if (cells.every((cell) => /^[\x20-\x7e]*$/.test(cell))) return ({ length }) => length;
  return (await import('string-width')).default;
}
