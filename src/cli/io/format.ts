import { extname } from 'node:path';
import { withoutPacking } from '../../formats/packed/packing.ts';
import { MailvetError } from '../../lib/errors.ts';

export const FORMATS = ['text', 'json', 'jsonl', 'csv', 'tsv', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.xlsx': 'xlsx',
};

/** An extension starts with a letter, so that dates and versions do not count as one. */
const EXTENSION = /^\.[a-z][a-z0-9]*$/;

const TEXT_FILES: ReadonlySet<string> = new Set(['.txt', '.text', '.log']);

interface FormatChoice {
  /** `--format`, or `--json`. */
  readonly flag?: Format | undefined;
  /** `-o`; `-` is stdout. */
  readonly output?: string | undefined;
  /** Whether text is what is written without a format: `.txt` is a name for it then. */
  readonly takesText?: boolean;
}

/**
 * What the output's extension names, else the format asked for: a `.csv` never holds JSON. Throws
 * `usage` where the extension names a format that is not written, and none was asked for.
 */
export function chooseFormat({ flag, output = '', takesText }: FormatChoice): Format | undefined {
  const extension = extname(withoutPacking(output)).toLowerCase();
  const named = BY_EXTENSION[extension];
  if (named) return named;
  const saysNothing = !EXTENSION.test(extension) || (takesText && TEXT_FILES.has(extension));
  if (flag === undefined && !saysNothing) throw unknownFormat(output, extension);
  return flag;
}

function unknownFormat(output: string, extension: string): MailvetError {
  const message = `Results can't be written as ${extension} (-o ${output})`;
  return new MailvetError('usage', message, {
    hint: [
      'Name the file .csv, .tsv, .json, .jsonl or .xlsx, and .gz or .zst behind it to pack it',
      { code: 'output_format' },
    ],
  });
}

/** The error for a workbook that would go to a terminal. */
export function workbookOnTerminal(): MailvetError {
  return new MailvetError('usage', 'A workbook can not be shown on a terminal', {
    hint: [{ code: 'terminal', text: 'Write it to a file: -o <file.xlsx>' }],
  });
}

type ReportFormat = 'html' | 'md' | 'json';

const REPORT_BY_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  '': 'html',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'md',
  '.markdown': 'md',
  '.json': 'json',
};

/** What the name of a report says that it is. Throws `usage` for a name that says anything else. */
export function reportFormat(path: string): ReportFormat {
  refuseStdout(path, '--report');
  const extension = extname(path).toLowerCase();
  const format = REPORT_BY_EXTENSION[extension];
  if (format) return format;
  throw new MailvetError('usage', `A report can't be written as ${extension} (--report ${path})`, {
    option: 'report',
    hint: 'Name the file .html, .md or .json',
  });
}

/** stdout is for results: a report with the name `-` is no file named so. */
export function refuseStdout(path: string, flag: string): void {
  if (path !== '-') return;
  throw new MailvetError('usage', `A report can't be written to stdout (${flag})`, {
    hint: 'Name a file',
  });
}
