import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { byteOrderMark, wideEncoding } from './unicode-signature.ts';

interface Signature {
  /** What the first bytes look like, read as Latin-1. */
  readonly pattern: RegExp;
  readonly what: string;
  /** What to do; undefined for what is read as a list, though not here. */
  readonly hint?: string;
}

const SAVE_AS_CSV =
  'Open it in a spreadsheet program and save it as "CSV UTF-8", then give that file';

const ZIP: Signature = {
  pattern: /^PK[\x03\x05]/,
  what: 'a ZIP archive',
  hint: 'Unpack it and give the list inside',
};

/** Programs write the parts that tell a workbook near its start: without them it is cut off or overwritten. */
const WORKBOOK_NAME = /\.(?:xlsx|xlsm|ods)$/i;

/** What people send instead of a list, by the first bytes of each format. */
const SIGNATURES: readonly Signature[] = [
  {
    pattern: /^PK\x03\x04[\s\S]{0,3000}(?:xl\/|\[Content_Types\]\.xml)/,
    what: 'an Excel workbook (.xlsx)',
  },
  {
    pattern: /^PK\x03\x04[\s\S]{0,100}opendocument\.spreadsheet/,
    what: 'an OpenDocument spreadsheet (.ods)',
  },
  ZIP,
  {
    pattern: /^\xd0\xcf\x11\xe0[\s\S]*E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e/,
    what: 'a workbook with a password',
    hint: `Remove the password in the program that set it. ${SAVE_AS_CSV}`,
  },
  { pattern: /^\xd0\xcf\x11\xe0/, what: 'an old Excel workbook (.xls)', hint: SAVE_AS_CSV },
  {
    pattern: /^%PDF-/,
    what: 'a PDF document',
    hint: 'Export the list as CSV from the program that made it',
  },
  { pattern: /^\x1f\x8b/, what: 'a gzip archive', hint: 'Unpack it with gunzip first' },
  {
    pattern: /^\x28\xb5\x2f\xfd/,
    what: 'a Zstandard archive',
    hint: 'Unpack it with unzstd first',
  },
  {
    pattern: /^[\s\S]{257}ustar/,
    what: 'a tar archive',
    hint: 'Unpack it and give the list inside',
  },
  { pattern: /^\{\\rtf/, what: 'an RTF document', hint: 'Save it as plain text' },
  {
    pattern: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table|meta)/i,
    what: 'an HTML or XML document',
    hint: SAVE_AS_CSV,
  },
  {
    pattern: /^(?:\xef\xbb\xbf)?(?:version: ?\d+\s+|#[^\n]*\n\s*)*dn::? ?\S/i,
    what: 'an LDIF file (an address book)',
    hint: 'Export the address book as CSV from the program that has it',
  },
  {
    pattern: /^(?:\xef\xbb\xbf)?\s*BEGIN:(?:VCARD|VCALENDAR)\b/i,
    what: 'a vCard or iCalendar file',
    hint: 'Export the contacts as CSV from the program that has them',
  },
  {
    pattern:
      /^(?:\xef\xbb\xbf)?\s*(?:(?:--|\/\*|#)[^\n]*\n\s*)*(?:INSERT\s+INTO|CREATE\s+(?:TABLE|DATABASE)|DROP\s+TABLE|SELECT\s[^\n]*\sFROM|COPY\s[^\n]*\sFROM\s+stdin|UPDATE\s\S+\s+SET)\b/i,
    what: 'a text of SQL',
    hint: 'Export the table as CSV, and give that file',
  },
  {
    pattern:
      /^(?:Return-Path|Delivered-To|Received|MIME-Version|Message-ID|X-Original-To): .*\r?\n/i,
    what: 'a mail message',
    hint: 'For bounces use mailvet learn; for a list, give a CSV or text file of addresses',
  },
  {
    pattern: /^From \S+ .*\d\d:\d\d/,
    what: 'a mailbox (mbox)',
    hint: 'For bounces use mailvet learn',
  },
  {
    pattern: /^!BDN/,
    what: 'an Outlook data file (.pst)',
    hint: 'Export the contacts as CSV from Outlook',
  },
  { pattern: /^PAR1/, what: 'a Parquet file', hint: 'Export the table as CSV' },
  {
    pattern: /^\0\x01\0\0Standard (?:Jet|ACE) DB/,
    what: 'an Access database',
    hint: 'Export the table as CSV from Access',
  },
  {
    pattern: /^SQLite format 3\0/,
    what: 'a SQLite database',
    hint: 'Export the table as CSV',
  },
];

/**
 * Throws an input error for an empty file and for each kind of file that is no list. That for a workbook
 * has no hint: lists are unpacked before, and only a caller that does not knows what reads it.
 */
export function refuseForeignFile(name: string, start: Buffer): void {
  if (isEmpty(start)) throw empty(name);
  const text = start.toString('latin1');
  const signature = SIGNATURES.find(({ pattern }) => pattern.test(text));
  if (!signature) {
    if (WORKBOOK_NAME.test(name) && isNoText(start)) throw noWorkbook(name);
    return;
  }
  if (signature === ZIP && WORKBOOK_NAME.test(name)) throw damagedWorkbook(name);
  const { what, hint } = signature;
  throw new MailvetError('input', `${name} is ${what}, not a list`, {
    said: message('errorTexts.no_list', { name }),
    // Without a hint the caller has one of its own.
    ...(hint && { hint, advice: message('errorTexts.give_addresses') }),
  });
}

function isNoText(start: Buffer): boolean {
  const isWide = byteOrderMark(start) !== undefined || wideEncoding(start) !== undefined;
  return !isWide && start.some((byte) => byte < 32 && !TEXT_CONTROLS.has(byte));
}

/** Tab, line feed, vertical tab, form feed, carriage return, end of file (DOS), escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26, 27]);

/** The name promises a workbook, and the bytes are neither one nor a text. */
function noWorkbook(name: string): MailvetError {
  return new MailvetError('input', message('errorTexts.not_workbook', { name }), {
    advice: message('errorTexts.get_again'),
    hint: 'The file is damaged or has a wrong name: get it again, or export the list as CSV',
  });
}

function damagedWorkbook(name: string): MailvetError {
  return new MailvetError('input', message('errorTexts.damaged_workbook', { name }), {
    advice: message('errorTexts.get_again'),
  });
}

/** Nothing but byte order marks, blanks and the NULs between UTF-16's blanks. */
function isEmpty(start: Buffer): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*$/.test(start.toString('latin1'));
}

function empty(name: string): MailvetError {
  return new MailvetError('input', message('errorTexts.is_empty', { name }), {
    advice: message('errorTexts.give_addresses'),
  });
}
