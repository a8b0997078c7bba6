import { safeJson, safeLine } from '../../../../lib/safe-text.ts';
import { noticeQuota } from '../../../connect/account.ts';
import type { OpenService } from '../../../connect/client.ts';
import type { ExitCode } from '../../../exit-codes.ts';
import type { Invocation } from '../../../invocation.ts';
import { resumeCommand, watchCommand, withCommand } from '../next-command.ts';
import type { WorkOptions } from '../options.ts';
import { finishJob } from './finish-job.ts';
import { cancelledError, unsentError } from './incomplete-list.ts';
import type { FinishPlan } from './plan-finish.ts';
import { workOnJob } from './work-on-job.ts';

interface SendSettings {
  readonly service: OpenService;
  readonly work: WorkOptions;
  readonly finish: FinishPlan;
  /** Whether batch ids are printed to stdout. */
  readonly printsIds: boolean;
}

/**
 * Sends the rest of a job and prints the batch ids, unless stdout takes the results. With --wait or
 * -o it also waits for the results.
 */
export async function sendJob(
  invocation: Invocation,
  { service, work: options, finish, printsIds }: SendSettings,
): Promise<ExitCode | undefined> {
  const { job, results, destination, judging } = finish;
  const resultsOnStdout = results.wait && destination.path === undefined;
  const ids = printsIds && !resultsOnStdout ? idPrinter(invocation, finish) : NO_IDS;
  const goal = results.wait ? 'collected' : 'sent';
  const onAccepted = ids.accepted;
  const work = { job, service, goal, judging, options, onAccepted } as const;
  const outcome = await workOnJob(invocation, work);
  await ids.end();
  await noticeQuota(invocation, service);
  if (results.wait) {
    const { reachability } = service;
    return await finishJob(invocation, { ...finish, reachability }, outcome);
  }
  if (outcome.stopped) throw withCommand(outcome.stopped, resumeCommand(invocation, job.record.id));
  const unsent = unsentError(invocation, job, outcome);
  if (unsent) throw unsent;
  if (outcome.isCancelled) throw cancelledError(invocation, job);
  await invocation.notice(`Follow them with: ${watchCommand(invocation, job.record.id)}`);
  return undefined;
}

interface IdPrinter {
  accepted(id: string): Promise<void>;
  end(): Promise<void>;
}

/** Prints the ids of all batches of a job that has ended, as the run that sent them did. */
export async function printIds(invocation: Invocation, finish: FinishPlan): Promise<void> {
  if (finish.destination.path === undefined) return;
  const ids = idPrinter(invocation, finish);
  for (const { serviceId } of finish.job.submitted()) if (serviceId) await ids.accepted(serviceId);
  await ids.end();
}

const NO_IDS: IdPrinter = { accepted: async () => {}, end: async () => {} };

/** Prints each id on a line as soon as it is known, or all ids in one JSON object at the end. */
function idPrinter({ context, globals }: Invocation, { job, results }: FinishPlan): IdPrinter {
  const { stdout } = context;
  if (globals.format !== 'json' && globals.format !== 'jsonl') {
    // Above a bar they would only be noise.
    if (results.wait && stdout.isTTY) return NO_IDS;
    return { accepted: (id) => stdout.write(`${safeLine(id)}\n`), end: async () => {} };
  }
  return {
    accepted: async () => {},
    end: async () => {
      const batches = job.batches().flatMap(({ serviceId }) => serviceId ?? []);
      await stdout.write(`${safeJson({ job: job.record.id, batches })}\n`);
    },
  };
}
