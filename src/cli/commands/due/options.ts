import type { InspectOptions } from '../../../formats/inspect/inspect-list.ts';
import type { CommandLine } from '../../invocation.ts';
import { sizeFlag } from '../../options/values.ts';
import { parseReadOptions } from '../batch/read-options.ts';

export interface DueOptions {
  /** `-` and nothing stand for stdin. */
  readonly file: string | undefined;
  readonly reading: InspectOptions;
  /** Bytes of the list. */
  readonly maxInput: number;
}

const DEFAULT_MAX_INPUT = 2_000_000_000;

export function parseDueOptions({ args, flags }: CommandLine): DueOptions {
  return {
    file: args[0],
    reading: parseReadOptions(flags),
    maxInput: sizeFlag(flags, 'maxInput') ?? DEFAULT_MAX_INPUT,
  };
}
