import { redactAddresses } from '../../../lib/redact.ts';
import { renderReport } from '../../../lists/report.ts';
import type { ListSummary } from '../../../lists/summarise.ts';
import type { Invocation } from '../../invocation.ts';
import { openReporters } from '../../reporters/open-reporters.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import type { Finish } from './finish-job.ts';
import { projectionOf } from './tell-summary.ts';
import { writeText } from './write-list.ts';

/** Writes the page of `--report`, if it is wanted. */
export async function writeReport(
  { context }: Invocation,
  finish: Finish,
  summary: ListSummary,
): Promise<void> {
  const { job, destination, flags } = finish;
  const { report: path, redact } = flags;
  if (path === undefined) return;
  const { name, service, counts } = job.record;
  const text = renderReport({
    name: redact ? redactAddresses(name) : name,
    at: context.clock.now(),
    service: service.startsWith('embedded:') ? 'the embedded service' : service,
    summary,
    counts,
    sample: projectionOf(finish),
  });
  await writeText(job, destination, { path, text });
}

/** The reporters of `--reporter`, for the list of a job. */
export function reporterOf(invocation: Invocation, { job, destination, flags }: Finish): Reporter {
  const { failOn, minScore, redact, reporters: choices } = flags;
  const { name, inputPath } = job.record;
  return openReporters(invocation, {
    choices,
    redact,
    bar: { failOn, minScore },
    list: { name, path: inputPath },
    writeFile: (path, text) => writeText(job, destination, { path, text }),
  });
}
