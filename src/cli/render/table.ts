import { isoDay, parseIsoTime } from '../../lib/iso-time.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';

export interface Column<T> {
  readonly title: string;
  /** Its name in CSV; the title in lower case by default. */
  readonly field?: string;
  readonly align?: 'right';
  /** The cell's text. Foreign text is made safe here. */
  readonly text: (row: T) => string;
  /** The shorter text for a terminal, where the whole would not fit. */
  readonly short?: (row: T) => string;
  /** The text is an ISO 8601 time: people get it relative to now. */
  readonly isTime?: true;
  /** The text is words of ours: people get them in their language. */
  readonly isWords?: true;
  /** Left out where the table is wider than the terminal; the highest first. */
  readonly omitAt?: number;
  /** Where the table is wider than the terminal, a line of its own below the row, uncut. */
  readonly below?: true;
  /** Colours the padded cell. */
  readonly paint?: (row: T, text: string) => string;
}

interface TableStyle {
  readonly heading?: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now?: number;
  /** Of the terminal; without it the table is as wide as it needs. */
  readonly columns?: number | undefined;
}

const GAP = 2;

/**
 * Rows under headings for a terminal, padded to the widest; the last column is not padded. Where the
 * table is wider than the terminal, the widest columns are cut; the first, which holds what other
 * commands take, and numbers never. Where that is not enough, the first column gets a line of its own.
 */
export async function renderTable<T>(
  rows: readonly T[],
  all: readonly Column<T>[],
  { heading = (text) => text, now = 0, columns: available }: TableStyle = {},
): Promise<string> {
  const cellText = <Row>(column: Column<Row>, row: Row) => safeLine(terminalText(column, row, now));
  const texts = rows.map((row) => all.map((column) => cellText(column, row)));
  const headings = all.map(({ title }) => title);
  const widthOf = await widthFor([...headings, ...texts.flat()]);
  const widest = headings.map((title, index) =>
    Math.max(widthOf(title), ...texts.map((line) => widthOf(line[index] ?? ''))),
  );
  const isWide = totalOf(widest) > (available ?? Number.POSITIVE_INFINITY);
  const below = isWide ? all.findIndex((column) => column.below) : -1;
  const shown = shownColumns(widest, all, available).filter((index) => index !== below);
  const pick = <Each>(each: readonly Each[]) => shown.flatMap((index) => each[index] ?? []);
  const [columns, natural, cells] = [pick(all), pick(widest), texts.map(pick)];
  const { widths, stacked } = layoutFor(natural, columns, available);
  const pad = (text: string, index: number) => {
    const cut = shortened(text, widths[index] ?? 0, widthOf);
    return padded(cut, (widths[index] ?? 0) - widthOf(cut), columns[index]);
  };
  const titles = pick(headings).map((title, index) => heading(pad(title, index)));
  const lines = cells.map((line, at) =>
    line.map((text, index) => {
      const paint = columns[index]?.paint;
      const row = rows[at];
      return paint && row !== undefined ? paint(row, pad(text, index)) : pad(text, index);
    }),
  );
  const notes = texts.map((line) => (line[below] ? `${' '.repeat(GAP)}${line[below]}\n` : ''));
  return [
    joined(titles, stacked),
    ...lines.map((line, at) => joined(line, stacked) + notes[at]),
  ].join('');
}

/** The places of the columns that are shown: some are left out, one after the other, until the others fit. */
function shownColumns<T>(
  widths: readonly number[],
  columns: readonly Column<T>[],
  available = Number.POSITIVE_INFINITY,
): readonly number[] {
  let shown = columns.map((_, index) => index);
  const rank = (index: number) => columns[index]?.omitAt ?? 0;
  for (const worst of shown.toSorted((a, b) => rank(b) - rank(a))) {
    const kept = shown.flatMap((index) => columns[index] ?? []);
    const natural = shown.map((index) => widths[index] ?? 0);
    if (rank(worst) === 0 || totalOf(fitted(natural, kept, available, GOOD_WIDTH)) <= available)
      break;
    shown = shown.filter((index) => index !== worst);
  }
  return shown;
}

function joined(line: readonly string[], stacked: boolean): string {
  const gap = ' '.repeat(GAP);
  if (!stacked) return `${line.join(gap).trimEnd()}\n`;
  const [first = '', ...rest] = line;
  return `${first.trimEnd()}\n${gap}${rest.join(gap).trimEnd()}\n`;
}

function terminalText<T>({ text, short = text, isTime }: Column<T>, row: T, now: number): string {
  return isTime ? relativeTime(short(row), now) : short(row);
}

/** A column is never cut below this. */
const MIN_WIDTH = 10;
/** Nor below this while another one may be left out. */
const GOOD_WIDTH = 16;

interface Layout {
  readonly widths: readonly number[];
  /** Whether the first column has a line of its own, above the others. */
  readonly stacked: boolean;
}

function layoutFor<T>(
  widths: readonly number[],
  columns: readonly Column<T>[],
  available = Number.POSITIVE_INFINITY,
): Layout {
  const inLine = fitted(widths, columns, available);
  const [first = 0, ...rest] = widths;
  // The gap behind the column that is not there indents the second line.
  const [, ...below] = fitted([0, ...rest], columns, available);
  const fits = Math.max(first, totalOf([0, ...below])) <= available;
  return totalOf(inLine) > available && fits
    ? { widths: [first, ...below], stacked: true }
    : { widths: inLine, stacked: false };
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
}

/** The widths at which the table fits, as far as its columns may be cut. */
function fitted<T>(
  widths: readonly number[],
  columns: readonly Column<T>[],
  available: number,
  least = MIN_WIDTH,
): number[] {
  const cut = [...widths];
  const mayCut = (index: number) => index > 0 && columns[index]?.align !== 'right';
  while (totalOf(cut) > available) {
    const candidates = cut.map((width, index) => (mayCut(index) ? width : 0));
    const widest = Math.max(...candidates);
    if (widest <= least) break;
    cut[candidates.indexOf(widest)] = widest - 1;
  }
  return cut;
}

function shortened(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && widthOf(characters.join('')) > width - 1) characters.pop();
  return `${characters.join('')}…`;
}

function padded<T>(text: string, missing: number, column: Column<T> | undefined): string {
  const space = ' '.repeat(Math.max(0, missing));
  return column?.align === 'right' ? space + text : text + space;
}

/** The columns that a text takes on a terminal. Loads the library only where a cell needs it. */
export async function widthFor(cells: readonly string[]): Promise<(text: string) => number> {
  if (cells.every((cell) => /^[\x20-\x7e]*$/.test(cell))) return ({ length }) => length;
  return await loadTextWidth();
}

/** Loads the library. */
export async function loadTextWidth(): Promise<(text: string) => number> {
  return (await import('string-width')).default;
}

/** Further back a date says more. */
const LONGEST = 30 * DAY_MS;

/**
 * An ISO 8601 time as people say it: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and before
 * that the date. What is no time, or is yet to come, stays as it is.
 */
export function relativeTime(iso: string, now: number): string {
  const at = parseIsoTime(iso) ?? now + 1;
  const age = now - at;
  if (age < 0) return iso;
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  if (age >= LONGEST) return isoDay(at);
  const days = Math.floor(age / DAY_MS);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** A label and what it is. */
export type Fact = readonly [label: string, value: string];

const FACT_GAP = 2;
/** Cells of the longest label. */
const LABEL_CELLS = 18;

/** A line each, the values below each other. */
export function factLines(facts: readonly Fact[], labelCells = LABEL_CELLS): string {
  return facts
    .map(
      ([label, value]) => `${label.padEnd(labelCells + FACT_GAP)}${value}
`,
    )
    .join('');
}
