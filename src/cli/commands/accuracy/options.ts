import { MailvetError } from '../../../errors.ts';
import { parseTime } from '../../../formats/results/parse-time.ts';
import type { CommandLine } from '../../invocation.ts';
import { durationFlag, type RawFlags, textFlag } from '../../options/values.ts';

export interface AccuracyOptions {
  /** A job id. */
  readonly list: string | undefined;
  /** How far back, in milliseconds. */
  readonly age: number | undefined;
  /** Milliseconds since the epoch, where a date was given. */
  readonly from: number | undefined;
}

export function parseAccuracyOptions({ flags }: CommandLine): AccuracyOptions {
  return { list: textFlag(flags, 'list'), ...sinceFlag(flags) };
}

function sinceFlag(flags: RawFlags): Pick<AccuracyOptions, 'age' | 'from'> {
  const text = textFlag(flags, 'since') ?? '';
  const from = parseTime(text);
  if (from !== undefined || /^\d\w*$/.test(text) || text === '') {
    return { from, age: from === undefined ? durationFlag(flags, 'since') : undefined };
  }
  throw new MailvetError('usage', `--since needs a duration or a date, not '${text}'`, {
    hint: 'Write it as 30d or 2026-03-10',
  });
}
