import { DEFAULT_VERIFICATIONS_LIMIT } from '../../../contract/limits.ts';
import { type Action, riskyRole } from '../../invocation.ts';
import { openSink } from '../../io/result-sink.ts';
import { pagesOf, parseWanted } from '../../pages.ts';
import { recordOf } from '../../render/record.ts';
import { openService } from '../../service/open.ts';
import { resolveService } from '../../service/resolve.ts';

/** Lists the team's verifications, page by page. */
export const runHistory: Action = async (invocation) => {
  const { context, flags } = invocation;
  const wanted = parseWanted(flags, DEFAULT_VERIFICATIONS_LIMIT);
  const output =
    typeof flags.output === 'string' && flags.output !== '-' ? flags.output : undefined;
  const risky = await riskyRole(invocation);
  await using service = await openService(invocation, await resolveService(invocation));
  const sink = await openSink(invocation, { output, force: flags.force === true, single: false });
  const { signal } = context;
  try {
    const fetch = service.client.listVerifications;
    for await (const verification of pagesOf((page) => fetch(page, { signal }), wanted)) {
      await sink.add(recordOf({ email: verification.email ?? '', verification }, risky));
    }
    await sink.end();
  } finally {
    await sink.discard();
  }
  return undefined;
};
