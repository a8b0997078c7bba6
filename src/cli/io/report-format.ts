import { extname } from 'node:path';
import { MailvetError } from '../../errors.ts';

type ReportFormat = 'html' | 'md' | 'json';

const BY_EXTENSION: Readonly<Record<string, ReportFormat>> = {
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
  const format = BY_EXTENSION[extension];
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
