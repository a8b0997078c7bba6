import { pid } from 'node:process';
import { newPlace } from '../../../jobs/job-directory.ts';
import type { ListPlan } from '../../../lists/plan.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Action, type Invocation, riskyRole } from '../../invocation.ts';
import { openService } from '../../service/open.ts';
import { resolveService } from '../../service/resolve.ts';
import { chooseDestination, type Destination, refuseOccupied } from './destination.ts';
import { printDryRun } from './dry-run.ts';
import { type ResultFlags, rememberedFlags, resultFlags, submitFlags, workFlags } from './flags.ts';
import { confirmSubmission, guardSubmission, keepUnlessTwin } from './guard-submission.ts';
import { type HeldJob, jobsDirectory } from './job-access.ts';
import { sendJob } from './send-job.ts';
import { type GivenList, openList, readList } from './submit-list.ts';

/** Sends a list; with --wait or -o also follows it and writes its results. */
export const runSubmit: Action = (invocation) => runSubmission(invocation, { beside: false });

export interface SubmissionStyle {
  /** Results go beside the list, even where stdout could take them. */
  readonly beside: boolean;
}

export async function runSubmission(
  invocation: Invocation,
  { beside }: SubmissionStyle,
): Promise<ExitCode | undefined> {
  const { context, flags: raw, args } = invocation;
  // Every flag is checked before anything is read.
  workFlags(raw);
  const flags = resultFlags(raw, context.cwd);
  const { dryRun } = submitFlags(raw);
  const list = await openList(invocation, args[0]);
  if (dryRun) return await runDry(invocation, list);
  return await submitList(invocation, { list, flags, beside });
}

async function runDry(invocation: Invocation, list: GivenList): Promise<undefined> {
  const { sample } = submitFlags(invocation.flags);
  const { draft, scan } = await readList(invocation, list, { sample });
  draft.discard();
  await printDryRun(invocation, list.name, scan);
}

interface Submission extends SubmissionStyle {
  readonly list: GivenList;
  readonly flags: ResultFlags;
}

/** Copies, checks and sends a list. Nothing is sent before all that can be refused was looked at. */
async function submitList(
  invocation: Invocation,
  submission: Submission,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const risky = await riskyRole(invocation);
  using held = await makeJob(invocation, submission, service.identity);
  const { job } = held;
  const destination = destinationOf(invocation, submission, job.record.plan);
  await using opened = await openService(invocation, service);
  const finish = {
    job,
    destination,
    flags: submission.flags,
    riskyRole: risky,
    brief: submission.beside,
  };
  return await sendJob(invocation, { service: opened, finish, printsIds: !submission.beside });
}

async function makeJob(
  invocation: Invocation,
  submission: Submission,
  identity: string,
): Promise<HeldJob> {
  const { context, flags: raw } = invocation;
  const { list, flags, beside } = submission;
  const createdAt = context.clock.now();
  const place = newPlace(jobsDirectory(invocation), {
    now: createdAt,
    random: context.random,
    pid,
  });
  const { draft, scan } = await readList(invocation, list, {
    place,
    sample: submitFlags(raw).sample,
  });
  try {
    // Before the files: those of a twin are there, and how to get its results is the better answer.
    guardSubmission(invocation, scan, identity);
    const destination = destinationOf(invocation, submission, scan.plan);
    if (flags.wait) await refuseOccupied(destination);
    await confirmSubmission(invocation, scan, identity);
    const settings = {
      ...rememberedFlags(raw, context.cwd),
      ...(beside && { output: destination.path }),
    };
    const details = { createdAt, inputPath: list.path, service: identity, settings };
    return keepUnlessTwin(invocation, draft, [scan, details]);
  } catch (error) {
    draft.discard();
    throw error;
  }
}

function destinationOf(
  { context }: Invocation,
  { list, flags, beside }: Submission,
  plan: ListPlan,
): Destination {
  const stdoutIsTerminal = beside || context.stdout.isTTY;
  return chooseDestination(flags, { plan, inputPath: list.path, stdoutIsTerminal });
}
