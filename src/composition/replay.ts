import { type Rejudge, type Rejudged, rejudgeRaw } from '../service/verifications/replay.ts';
import type { JsonSetting } from '../settings/setting.ts';
import { createRejudge } from '../verifier/engine/rejudge.ts';
import { ProviderTable, withOverrides } from '../verifier/providers/provider-table.ts';
import type { FindingReason } from '../verifier/verifier.ts';
import { readProviders } from './providers.ts';

/** Judges stored evidence again, by a file of providers beside the table; undefined where there is nothing to judge. */
export async function loadRejudge(providers: JsonSetting | undefined): Promise<Rejudge> {
  const rejudge = createRejudge(new ProviderTable(withOverrides(await readProviders(providers))));
  return (email, { reason, mxHost, reply, observed }) =>
    observed && rejudge(email, { reason: reason as FindingReason, mxHost, reply, observed });
}

/** The same for evidence as a service sent it, which may be anything. */
export async function loadRejudgeRaw(
  providers: JsonSetting | undefined,
): Promise<
  (
    email: string,
    stored: { readonly reason: string; readonly evidence: unknown },
  ) => Rejudged | undefined
> {
  const rejudge = await loadRejudge(providers);
  return (email, stored) => rejudgeRaw(rejudge, email, stored);
}
