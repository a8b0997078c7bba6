import { extname } from 'node:path';
import { MailvetError } from '../errors.ts';

export const FORMATS = ['text', 'json', 'jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.txt': 'text',
};

export interface FormatChoice {
  /** `--format`, or `--json`. */
  readonly flag?: Format | undefined;
  /** `-o`; `-` is stdout. */
  readonly output?: string | undefined;
}

/** The format asked for, else the one that the output's extension names. */
export function chooseFormat({ flag, output }: FormatChoice): Format | undefined {
  if (flag) return flag;
  return output === undefined ? undefined : BY_EXTENSION[extname(output).toLowerCase()];
}

export function parseFormat(text: string): Format {
  const format = FORMATS.find((each) => each === text);
  if (format) return format;
  throw new MailvetError('usage', `There is no format '${text}'`, {
    hint: `Formats are ${FORMATS.join(', ')}`,
  });
}
