import type { SubmitOptions } from './commands/batch/options.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';

/** The name of the policy that is built in: `--policy seeds`. */
export const SEEDS = 'seeds';

export function isSeeds({ globals }: Invocation): boolean {
  return globals.policy === SEEDS;
}

type RunLists = (
  invocation: Invocation,
  lists: readonly SubmitOptions[],
) => Promise<ExitCode | undefined>;

/** Lists of seed data are checked here; all others are verified. */
export function orSeeds(run: RunLists): RunLists {
  return async (invocation, lists) => {
    if (!isSeeds(invocation)) return await run(invocation, lists);
    const { runSeedsLists } = await import('./commands/seeds.ts');
    return await runSeedsLists(invocation, lists);
  };
}
