import type { NumberFormat } from './cell-text.ts';
import { readXml } from './xml.ts';

/** The format of each cell style, by its index; undefined for those that show a number as it is. */
export async function readNumberFormats(
  styles: AsyncIterable<Buffer>,
): Promise<readonly (NumberFormat | undefined)[]> {
  const codes = new Map<number, NumberFormat | undefined>();
  const formats: (NumberFormat | undefined)[] = [];
  let inCells = false;
  await readXml(styles, {
    open(name, attribute) {
      if (name === 'numFmt') {
        codes.set(Number(attribute('numFmtId')), toNumberFormat(attribute('formatCode') ?? ''));
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(codes.has(id) ? codes.get(id) : builtIn(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** ECMA-376 part 1, 18.8.30: formats of dates that every program knows by number. */
const DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

function builtIn(id: number): NumberFormat | undefined {
  return DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : undefined;
}

/** Texts, escaped characters, colours and conditions of a format; `[h]` is a part of a date. */
const LITERALS = /"[^"]*"?|\\.|[_*].|\[(?![hms]+\])[^\]]*\]?/gi;

function toNumberFormat(code: string): NumberFormat | undefined {
  if (/^0{2,}$/.test(code)) return code.length;
  const [first = ''] = code.replace(LITERALS, '').split(';');
  return /[ymdhs]/i.test(first) && !/general/i.test(first) ? 'date' : undefined;
}
