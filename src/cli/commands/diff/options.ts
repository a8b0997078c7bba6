import { LIST_CHANGES, type ListChange } from '../../../contract/list-changes.ts';
import type { CommandLine } from '../../invocation.ts';
import { booleanFlag, listFlag } from '../../options/values.ts';

export interface DiffOptions {
  /** Job ids, or files as they were typed; one of them may be `-`. */
  readonly before: string;
  readonly after: string;
  readonly failOn: readonly ListChange[];
  readonly riskyRole: boolean | undefined;
}

export function parseDiffOptions({ args, flags }: CommandLine): DiffOptions {
  const [before = '', after = ''] = args;
  return {
    before,
    after,
    failOn: listFlag(flags, 'failOn', { noun: 'change', words: LIST_CHANGES }) ?? [],
    riskyRole: booleanFlag(flags, 'riskyRole'),
  };
}
