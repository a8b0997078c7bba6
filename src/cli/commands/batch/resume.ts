import { MailvetError } from '../../../errors.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import { type Action, type Invocation, riskyRole } from '../../invocation.ts';
import type { RawFlags } from '../../options/global.ts';
import { openService } from '../../service/open.ts';
import { resolveService } from '../../service/resolve.ts';
import { chooseDestination, refuseOccupied } from './destination.ts';
import { resultFlags, workFlags } from './flags.ts';
import { holdJob, newestUnfinished } from './job-access.ts';
import { sendJob } from './send-job.ts';

/** Goes on with a submit where it stopped. */
export const runResume: Action = async (invocation) => {
  workFlags(invocation.flags);
  const service = await resolveService(invocation);
  const id = invocation.args[0] ?? newestUnfinished(invocation, service.identity);
  if (id === undefined) throw nothingToResume();
  using held = holdJob(invocation, id, service.identity);
  const { job } = held;
  const remembering = withRemembered(invocation, job);
  const { context, flags: raw } = remembering;
  const flags = resultFlags(raw, context.cwd);
  const { plan, inputPath } = job.record;
  const stdoutIsTerminal = context.stdout.isTTY;
  const destination = chooseDestination(flags, { plan, inputPath, stdoutIsTerminal });
  if (flags.wait) await refuseOccupied(destination, job.written);
  const risky = await riskyRole(remembering);
  await using opened = await openService(invocation, service);
  const finish = { job, destination, flags, riskyRole: risky };
  return await sendJob(remembering, { service: opened, finish, printsIds: true });
};

/** The flags given now, over those of the interrupted run. */
function withRemembered(invocation: Invocation, job: JobFile): Invocation {
  const settings = job.record.settings as RawFlags;
  return { ...invocation, flags: { ...settings, ...invocation.flags } };
}

export function nothingToResume(): MailvetError {
  return new MailvetError('input', 'there is no unfinished job', {
    hint: 'mailvet jobs list shows all of them',
  });
}
