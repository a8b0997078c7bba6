import type { MendExample, MendGroup, Mends } from '../../formats/write/find-mends.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { Invocation } from '../invocation.ts';
import { type Palette, paletteFor } from '../io/terminal.ts';

/** Lines of a terminal that does not say how many it has. */
const USUAL_LINES = 24;
/** Lines for the title, the count of the others, and the question. */
const OTHER_LINES = 4;
/** Lines that a group with one example takes. */
const LEAST_LINES = 3;
const MOST_EXAMPLES = 5;

/** Shows on stderr what would be mended, at most a screenful. */
export async function showMends({ context, mask }: Invocation, mends: Mends): Promise<void> {
  const { stderr, env } = context;
  const palette = await paletteFor(stderr, env);
  const { rows = USUAL_LINES } = stderr.stream as { readonly rows?: number };
  const width = stderr.columns ?? Number.POSITIVE_INFINITY;
  const toText = (indent: number, text: string) =>
    clipped(' '.repeat(indent) + safeLine(mask(text)), width);
  const lines = renderMends(mends, { palette, lines: rows - OTHER_LINES, toText });
  await stderr.write(lines.map((line) => `${line}\n`).join(''));
}

interface MendsStyle {
  readonly palette: Palette;
  /** Lines that there is room for. */
  readonly lines: number;
  /** Makes a line that the terminal takes, behind so many blanks. */
  readonly toText: (indent: number, text: string) => string;
}

function renderMends({ cells, groups }: Mends, { palette, lines, toText }: MendsStyle): string[] {
  const shown = groups.slice(0, Math.max(1, Math.floor(lines / LEAST_LINES)));
  const room = Math.floor((lines - shown.length) / (2 * shown.length));
  const each = Math.min(MOST_EXAMPLES, Math.max(1, room));
  const parts = shown.map((group) => ({ group, examples: group.examples.slice(0, each) }));
  const left = cells - parts.reduce((sum, { examples }) => sum + examples.length, 0);
  return [
    `${plural(cells, 'cell')} can be mended:`,
    ...parts.flatMap(({ group, examples }) => [
      toText(2, `${counted(group.count)} × ${titleOf(group)}`),
      ...examples.flatMap((example) => diffLines(example, palette, toText)),
    ]),
    ...(left > 0 ? [`  and ${counted(left)} more`] : []),
  ];
}

function titleOf({ kind, from = '', to = '' }: MendGroup): string {
  return kind === 'typo' ? `${from} → ${to}` : TITLES[kind];
}

const TITLES = {
  written_out: 'a sign written out or mistyped',
  around: 'a name, marks or blanks around the address',
} as const;

function diffLines(
  { line, before, after }: MendExample,
  { bad, good }: Palette,
  toText: MendsStyle['toText'],
): string[] {
  const place = `line ${line}  `;
  const old = toText(4, `${place}- ${visible(before)}`);
  const mended = toText(4 + place.length, `+ ${after}`);
  return [bad(old), good(mended)];
}

function clipped(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** With signs for blanks at the ends, and for what is not seen. */
function visible(cell: string): string {
  const start = cell.length - cell.trimStart().length;
  const words = cell.trim();
  const end = cell.length - start - words.length;
  const ends = '␣'.repeat(start) + words + '␣'.repeat(end);
  return ends.replace(/\p{Cf}|(?! )\p{Z}/gu, '␣');
}
