import type { CommandLine } from '../../invocation.ts';

export interface LearnOptions {
  /** As they were typed; `-` is stdin. */
  readonly paths: readonly string[];
  readonly dryRun: boolean;
}

export function parseLearnOptions({ args, flags }: CommandLine): LearnOptions {
  return { paths: args.length === 0 ? ['-'] : args, dryRun: flags.dryRun === true };
}
