import type { Hint } from '../../lib/errors.ts';
import { counted, plural } from '../../lib/wording.ts';
import {
  columnLabel,
  columnOption,
  columnText,
  type ListEncoding,
  type ListFormat,
  type ListPlan,
} from '../plan.ts';
import type { ColumnCandidate } from './find-columns.ts';
import type { EncodingDoubt } from './guess-encoding.ts';
import type { ListSurvey } from './list-survey.ts';
import type { Shape } from './read-through.ts';

/** A list that was read through, and the columns of addresses that were not chosen. */
export interface InspectedShape extends Shape {
  readonly format: ListFormat;
  readonly others: readonly ColumnCandidate[];
}

type NoticeBasis = Pick<ListPlan, 'columns' | 'coalesce' | 'encoding'> & {
  readonly doubt: EncodingDoubt | undefined;
};

/** What people are to know of how a list is read, a sentence each. */
export function listNotices(shape: InspectedShape, chosen: NoticeBasis): Hint[] {
  return [
    ...titleNotice(shape),
    ...columnNotice(shape, chosen),
    ...otherColumnsNotice(shape, chosen.columns),
    ...encodingNotice(chosen),
    ...raggedNotice(shape.header, shape.survey),
    ...tableRowsNotice(shape),
  ];
}

/** What stands above the header is said where it was found out. */
function titleNotice({ titleEndsAt }: InspectedShape): string[] {
  if (titleEndsAt === undefined) return [];
  return [`The header is line ${titleEndsAt}; the lines above it are kept as they are`];
}

/** No notice where the list has nothing but addresses. */
function columnNotice(
  { format, header, survey }: InspectedShape,
  { columns, coalesce = false }: NoticeBasis,
): string[] {
  if (survey.width === 1 && format !== 'csv') return [];
  const named = columns.map((index) => columnText(columnLabel(header, index)));
  if (coalesce) return [`Using the first that is filled of ${named.join(' and ')}`];
  return [`Using ${named.join(' and ')}`];
}

/** Names the columns that were not chosen, and the flags that verify them, too. */
function otherColumnsNotice(
  { header, others }: InspectedShape,
  columns: readonly number[],
): Hint[] {
  if (others.length === 0) return [];
  const labels = others.map(({ label }) => columnText(label)).join(' and ');
  const [start = '', ...rest] = labels;
  const holds = others.length === 1 ? 'holds' : 'hold';
  const all = [...columns, ...others.map(({ index }) => index)].sort((a, b) => a - b);
  const names = all.flatMap((index) => [' ', columnOption(header, index)]);
  return [[`${start.toUpperCase()}${rest.join('')} ${holds} addresses, too; add:`, ...names]];
}

/** How people call them, where that is not the name in capitals. */
const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

function encodingName(encoding: ListEncoding): string {
  if (encoding.startsWith('windows-')) return encoding.replace('w', 'W');
  return ENCODING_NAMES[encoding] ?? encoding.toUpperCase();
}

function encodingNotice({ encoding, doubt }: NoticeBasis): Hint[] {
  if (encoding === 'utf-8') return [];
  const read = `The list is read as ${encodingName(encoding)}; results are written as UTF-8 with BOM`;
  return doubt ? [read, doubtNotice(doubt)] : [read];
}

/** A sentence that shows words, by which people see what is right. */
function doubtNotice({ readings: [now, other] }: EncodingDoubt): Hint {
  const [word = ''] = now?.words ?? [];
  const unsure = `The encoding is not certain: if "${word}"`;
  if (!other) {
    return [`${unsure} is wrong, `, { code: 'add_option', name: 'encoding', takes: '<name>' }];
  }
  return [
    `${unsure} should be "${other.words[0] ?? ''}", `,
    { code: 'add_option', name: 'encoding', value: other.encoding },
  ];
}

function raggedNotice(
  header: ListPlan['header'],
  { ragged, firstRagged, expected }: ListSurvey,
): string[] {
  if (!firstRagged) return [];
  const { line, cells } = firstRagged;
  const found = `Line ${line} has ${plural(cells, 'cell')}, the ${header ? 'header' : 'first row'} ${expected}`;
  if (ragged === 1) return [`${found}; the row was kept as is`];
  const others = ragged === 2 ? '1 other row differs' : `${counted(ragged - 1)} other rows differ`;
  return [`${found}; ${others} too; the rows were kept as they are`];
}

/** A table that begins behind lines of addresses alone. */
function tableRowsNotice({ tableRows }: InspectedShape): string[] {
  if (!tableRows) return [];
  const { line, count } = tableRows;
  const others =
    count === 1
      ? ''
      : `, as ${count === 2 ? 'is 1 other line' : `are ${counted(count - 1)} other lines`}`;
  return [
    `Line ${line} is a row of a table among lines of one address${others}: what is in it is not verified. Put it into a list of its own`,
  ];
}
