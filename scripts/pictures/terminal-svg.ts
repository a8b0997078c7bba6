import type { TerminalSize } from './record.ts';
import type { Run, ShownLine } from './screen.ts';

/** Of a cell, in pixels. */
const WIDTH = 8.4;
const HEIGHT = 19;
const MARGIN = 18;
/** Room for the bar of a window. */
const TOP = 44;

/** The colours 0 to 15 of a terminal on a dark ground, each with a contrast of 4.5 or more. */
const COLOURS = (
  '#7d8590 #ff7b72 #56d364 #e3b341 #79c0ff #d2a8ff #76e3ea #e6edf3 ' +
  '#9da7b1 #ffa198 #7ee787 #f2cc60 #a5d6ff #e2c5ff #b3f0ff #ffffff'
).split(' ');

/**
 * A terminal as an SVG that plays once and then shows the end. Programs that show no animation show the end.
 */
export function drawTerminal(
  lines: readonly ShownLine[],
  { columns, title }: Pick<TerminalSize, 'columns'> & { readonly title: string },
): string {
  const rows = Math.max(...lines.map(({ row }) => row)) + 1;
  const width = Math.ceil(columns * WIDTH + 2 * MARGIN);
  const height = TOP + rows * HEIGHT + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#e6edf3;white-space:pre}.d{fill:#9da7b1}.b{font-weight:bold}${COLOURS.map((colour, at) => `.c${at}{fill:${colour}}`).join('')}</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/><circle cx="60" cy="18" r="6" fill="#28c840"/>
${lines.map(drawLine).join('\n')}
</svg>
`;
}

function drawLine({ row, runs, from, until }: ShownLine): string {
  const texts = runs.map((run) => drawRun(run, TOP + row * HEIGHT + 14)).join('');
  if (until === undefined) {
    const wait =
      from > 0 ? `<set attributeName="visibility" to="hidden" end="${from.toFixed(2)}s"/>` : '';
    return `<g>${wait}${texts}</g>`;
  }
  const times = `begin="${from.toFixed(2)}s" end="${until.toFixed(2)}s"`;
  return `<g visibility="hidden"><set attributeName="visibility" to="visible" ${times}/>${texts}</g>`;
}

/** As wide as its cells are, whatever font there is. */
function drawRun({ column, text, colour, isDim, isBold }: Run, y: number): string {
  const classes = [
    ...(colour === undefined ? [] : [`c${colour}`]),
    ...(isDim ? ['d'] : []),
    ...(isBold ? ['b'] : []),
  ].join(' ');
  const x = (MARGIN + column * WIDTH).toFixed(1);
  const length = (text.length * WIDTH).toFixed(1);
  const look = classes === '' ? '' : ` class="${classes}"`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
