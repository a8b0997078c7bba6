import { DEFAULT_VERIFICATIONS_LIMIT } from '../../../contract/limits.ts';
import type { CommandLine } from '../../invocation.ts';
import { isStdout } from '../../io/output-target.ts';
import { booleanFlag, textFlag } from '../../options/values.ts';
import { type PageRange, parsePageRange } from '../../pages.ts';

export interface HistoryOptions {
  readonly wanted: PageRange;
  /** Undefined = stdout. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly riskyRole: boolean | undefined;
}

export function parseHistoryOptions({ flags }: CommandLine): HistoryOptions {
  const output = textFlag(flags, 'output');
  return {
    wanted: parsePageRange(flags, DEFAULT_VERIFICATIONS_LIMIT),
    output: output === undefined || isStdout(output) ? undefined : output,
    force: flags.force === true,
    riskyRole: booleanFlag(flags, 'riskyRole'),
  };
}
