import { MailvetError } from '../../../errors.ts';
import { parseTime } from '../../../formats/results/parse-time.ts';
import { FOREIGN_VERIFIERS, type ForeignVerifier } from '../../../formats/results/verifiers.ts';
import type { CommandLine } from '../../invocation.ts';
import { choiceFlag, type RawFlags, textFlag } from '../../options/values.ts';

export interface ImportOptions {
  /** As it was typed; `-` is stdin. */
  readonly file: string;
  readonly from: ForeignVerifier | undefined;
  /** Milliseconds since the epoch. */
  readonly date: number | undefined;
  readonly dryRun: boolean;
}

export function parseImportOptions({ args, flags }: CommandLine): ImportOptions {
  return {
    file: args[0] ?? '-',
    from: choiceFlag(flags, 'from', { noun: 'verifier', words: FOREIGN_VERIFIERS }),
    date: dateFlag(flags),
    dryRun: flags.dryRun === true,
  };
}

function dateFlag(flags: RawFlags): number | undefined {
  const text = textFlag(flags, 'date');
  if (text === undefined) return undefined;
  const at = parseTime(text);
  if (at !== undefined) return at;
  throw new MailvetError('usage', `--date needs a date such as 2026-03-10, not '${text}'`);
}
