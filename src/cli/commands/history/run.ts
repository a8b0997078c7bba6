import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { openSink } from '../../io/result-sink.ts';
import { pagesOf } from '../../pages.ts';
import { toRecord } from '../../render/record.ts';
import type { HistoryOptions } from './options.ts';

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
