import { extname } from 'node:path';

export const FORMATS = ['text', 'json', 'jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'text',
};

interface FormatChoice {
  /** `--format`, or `--json`. */
  readonly flag?: Format | undefined;
  /** `-o`; `-` is stdout. */
  readonly output?: string | undefined;
}

/** What the output's extension names, else the format asked for: a `.csv` never holds JSON. */
export function chooseFormat({ flag, output }: FormatChoice): Format | undefined {
  return BY_EXTENSION[extname(output ?? '').toLowerCase()] ?? flag;
}
