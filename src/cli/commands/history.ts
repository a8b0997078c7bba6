import { DEFAULT_VERIFICATIONS_LIMIT } from '../../contract/limits.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import { type CommandLine, type Invocation, judgingOf } from '../invocation.ts';
import { outputFlag } from '../io/output-target.ts';
import { openSink } from '../io/result-sink.ts';
import { booleanFlag } from '../options/values.ts';
import { pagesOf, parsePageRange } from '../pages.ts';
import { toRecord } from '../render/results.ts';

/** Lists the team's verifications, page by page. */
export async function runHistory(
  invocation: Invocation,
  { flags }: CommandLine,
): Promise<undefined> {
  const wanted = parsePageRange(flags, DEFAULT_VERIFICATIONS_LIMIT);
  const output = outputFlag(flags);
  const judging = await judgingOf(invocation, { riskyRole: booleanFlag(flags, 'riskyRole') });
  await using service = await openService(invocation, await resolveService(invocation));
  const sink = await openSink(invocation, { output, force: flags.force === true, single: false });
  const { signal } = invocation.context;
  try {
    const fetch = service.client.listVerifications;
    for await (const page of pagesOf((page) => fetch(page, { signal }), wanted)) {
      await sink.addAll(
        page.map((verification) => toRecord(verification.email ?? '', { verification }, judging)),
      );
    }
    await sink.end();
  } finally {
    await sink.discard();
  }
}
