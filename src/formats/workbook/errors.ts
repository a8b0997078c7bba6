import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';

const SAVE_AS_CSV = 'Save it as "CSV UTF-8" from a spreadsheet program, then give that file';

/** What a workbook is not, for a reason that only the developer needs. */
export class BrokenWorkbook extends Error {
  override readonly name = 'BrokenWorkbook';
}

/** What would take too much time or memory; the message completes `… is too large a workbook:`. */
export class OversizedWorkbook extends Error {
  override readonly name = 'OversizedWorkbook';
}

/** An error of reading a workbook, as a MailvetError. */
export function asInputError(name: string, error: unknown): MailvetError {
  if (error instanceof MailvetError) return error;
  if (error instanceof OversizedWorkbook) return tooLarge(name, error.message);
  return unreadable(name, error);
}

/** The error for a workbook over a limit. */
export function tooLarge(name: string, why: string): MailvetError {
  return new MailvetError('input', `${name} is too large a workbook: ${why}`, {
    said: message('errorTexts.large_workbook', { name }),
    hint: `A CSV file may have any size. ${SAVE_AS_CSV}`,
  });
}

/** The error for a workbook that is broken or of a form that is not read. */
export function unreadable(name: string, cause: unknown): MailvetError {
  return new MailvetError('input', message('errorTexts.unreadable_workbook', { name }), {
    advice: message('errorTexts.save_as_csv'),
    hint: `It is damaged, has a password, or is no workbook after all. ${SAVE_AS_CSV}`,
    cause,
  });
}
