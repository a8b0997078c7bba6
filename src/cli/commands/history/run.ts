import { DEFAULT_VERIFICATIONS_LIMIT } from '../../../contract/limits.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import { type CommandLine, type Invocation, judgingOf } from '../../invocation.ts';
import { isStdout } from '../../io/output-target.ts';
import { openSink } from '../../io/result-sink.ts';
import { booleanFlag, textFlag } from '../../options/values.ts';
import { type PageRange, pagesOf, parsePageRange } from '../../pages.ts';
import { toRecord } from '../../render/record.ts';

/** Lists the team's verifications, page by page. */
export async function runHistory(
  invocation: Invocation,
  { wanted, output, force, ...flags }: HistoryOptions,
): Promise<undefined> {
  const judging = await judgingOf(invocation, flags);
  await using service = await openService(invocation, await resolveService(invocation));
  const sink = await openSink(invocation, { output, force, single: false });
  const { signal } = invocation.context;
  try {
    const fetch = service.client.listVerifications;
    for await (const page of pagesOf((page) => fetch(page, { signal }), wanted)) {
      await sink.addAll(
        page.map((verification) =>
          toRecord({ email: verification.email ?? '', verification }, judging),
        ),
      );
    }
    await sink.end();
  } finally {
    await sink.discard();
  }
}

interface HistoryOptions {
  readonly wanted: PageRange;
  /** Undefined = stdout. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly riskyRole: boolean | undefined;
}

export function parseHistoryOptions({ flags }: CommandLine): HistoryOptions {
  const output = textFlag(flags, 'output');
  return {
    wanted: parsePageRange(flags, DEFAULT_VERIFICATIONS_LIMIT),
    output: output === undefined || isStdout(output) ? undefined : output,
    force: flags.force === true,
    riskyRole: booleanFlag(flags, 'riskyRole'),
  };
}
