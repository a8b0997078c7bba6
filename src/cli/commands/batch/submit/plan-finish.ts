import type { OfflineFacts } from '../../../../formats/offline-facts.ts';
import type { JobFile } from '../../../../lists/file/job-file.ts';
import type { Judging } from '../../../../policy/policy.ts';
import type { ReachabilityLog } from '../../../connect/client.ts';
import type { Invocation } from '../../../invocation.ts';
import { withPolicyDefaults } from '../../../policy-file.ts';
import type { ResultOptions } from '../options.ts';
import { chooseDestination, type Destination } from './destination.ts';
import type { ListsTotal } from './lists-total.ts';

/** How the results of a job are written. */
export interface FinishPlan {
  readonly job: JobFile;
  readonly destination: Destination;
  readonly results: ResultOptions;
  readonly judging: Judging;
  /** What kept the service from learning anything, as far as it says so. */
  readonly reachability?: ReachabilityLog | undefined;
  /** Counts what is known without a network, where nothing else is. */
  readonly offline?: OfflineFacts;
  /** Says where the files lie in the summary's first line, not in lines of their own. */
  readonly brief?: boolean;
  /** Counts the list together with others of the run. */
  readonly total?: ListsTotal | undefined;
}

/** Where the results of a job go. */
export function planFinish(
  { context, access, files }: Pick<Invocation, 'context' | 'access' | 'files'>,
  { job, results: wanted, judging }: Pick<FinishPlan, 'job' | 'results' | 'judging'>,
): FinishPlan {
  const { plan, counts, inputPath } = job.record;
  const stdoutIsTerminal = context.stdout.isTTY;
  const origin = { plan, counts, inputPath, stdoutIsTerminal, access, files };
  const results = withPolicyDefaults(wanted, judging.policy);
  const destination = chooseDestination(results, origin);
  return { job, destination, results, judging };
}
