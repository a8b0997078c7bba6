/**
 * Cells of a sheet that the library would not give as the user sees them, rewritten as texts in the
 * sheet's XML (ECMA-376 part 1, 18.3.1.4): errors, which it leaves empty, and numbers that a format
 * fills up with zeros, such as postcodes.
 */
export function asShown(sheet: Buffer, widths: ReadonlyMap<string, number>): Buffer {
  let shown = withTexts(sheet, ' t="e"', () => '');
  for (const [style, width] of widths) {
    shown = withTexts(shown, ` s="${style}"`, (cell) => zerosFor(cell, width));
  }
  return shown;
}

const TEXT = Buffer.from(' t="str"');

/** Digits that the formats of zeros alone (`00000`) show at least, by the index of the cell style. */
export function zeroWidths(styles: string): Map<string, number> {
  const widths = new Map<string, number>();
  for (const [tag] of styles.matchAll(/<numFmt\b[^>]*>/g)) {
    const code = attribute(tag, 'formatCode') ?? '';
    if (/^0{2,}$/.test(code)) widths.set(attribute(tag, 'numFmtId') ?? '', code.length);
  }
  const [cellFormats = ''] = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(styles) ?? [];
  const formats = [...cellFormats.matchAll(/<xf\b[^>]*>/g)].map(([tag]) => tag);
  return new Map(
    formats.flatMap((tag, style) => {
      const width = widths.get(attribute(tag, 'numFmtId') ?? '');
      return width === undefined ? [] : [[String(style), width] as const];
    }),
  );
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

/**
 * Makes a text of each cell that has this attribute, with what `lead` gives put before its value;
 * the cell stays as it is where that is undefined.
 */
function withTexts(
  sheet: Buffer,
  wanted: string,
  lead: (cell: string) => string | undefined,
): Buffer {
  const parts: Buffer[] = [];
  let rest = 0;
  for (let at = sheet.indexOf(wanted); at !== -1; at = sheet.indexOf(wanted, at + 1)) {
    const start = sheet.lastIndexOf('<', at);
    if (sheet.toString('latin1', start, start + 3) !== '<c ') continue;
    const text = lead(sheet.toString('latin1', start, at + LONGEST_NUMBER));
    if (text === undefined) continue;
    parts.push(sheet.subarray(rest, at), TEXT);
    rest = at + wanted.length;
    if (text === '') continue;
    const value = sheet.indexOf('<v>', rest) + '<v>'.length;
    parts.push(sheet.subarray(rest, value), Buffer.from(text));
    rest = value;
  }
  return Buffer.concat([...parts, sheet.subarray(rest)]);
}

/** Bytes in which the start of a cell with a short number ends. */
const LONGEST_NUMBER = 80;

/** The zeros that a number wants; none where it has a type, or a long formula before its value. */
function zerosFor(cell: string, width: number): string | undefined {
  const [, attributes = ' t=', digits = ''] =
    /^<c([^>]*)>(?:<f[^<]*<\/f>)?<v>(\d+)<\/v>/.exec(cell) ?? [];
  if (attributes.includes(' t=') || digits.length >= width) return undefined;
  return '0'.repeat(width - digits.length);
}
