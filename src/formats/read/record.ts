import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';

/** Cells of a row: as many as Excel and LibreOffice know columns. */
export const MAX_CELLS = 16_384;

/** A row as the list has it, before anybody asks where its addresses are. */
export interface RowRecord {
  /** Physical line (from 1) on which it starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The text without its line end; the element of a JSON list, whose line ends are not looked at. */
  readonly text: string;
  readonly lineEnd: string;
}

export interface RecordOptions {
  /** Whether the text is the beginning of a longer one: a record that it does not end is left out. */
  readonly isPart?: boolean | undefined;
}

/** Whether a record is a blank line. */
export function isBlank(record: RowRecord): boolean {
  return record.cells.length === 1 && record.text.trim() === '';
}

/** Number of physical line ends in a text, `\r\n` counted once. */
export function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The error for a row with more than MAX_CELLS. */
export function tooManyCells(line: number): MailvetError {
  const said = message('errorTexts.too_many_cells', { line: `${line}`, most: MAX_CELLS });
  return new MailvetError('input', said, {
    advice: message('errorTexts.misread'),
    hint: [
      'Remove the surplus delimiters, or ',
      { code: 'add_option', name: 'delimiter' },
      ' if the columns were misread',
    ],
  });
}
