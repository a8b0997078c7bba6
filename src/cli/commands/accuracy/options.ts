import type { CommandLine } from '../../invocation.ts';
import { durationFlag, textFlag } from '../../options/values.ts';

export interface AccuracyOptions {
  /** A job id. */
  readonly list: string | undefined;
  /** In milliseconds. */
  readonly age: number | undefined;
}

export function parseAccuracyOptions({ flags }: CommandLine): AccuracyOptions {
  return { list: textFlag(flags, 'list'), age: durationFlag(flags, 'since') };
}
