import { domainOf } from '../lib/address-parts.ts';
import { isoDay } from '../lib/iso-time.ts';
import { readHistories } from '../service/verifications/read-history.ts';
import type { JsonSetting } from '../settings/setting.ts';
import { type Drift, DriftWatch } from '../verifier/providers/drift.ts';
import { ProviderTable, withOverrides } from '../verifier/providers/provider-table.ts';
import type { Admin } from './admin.ts';
import { readProviders } from './verifier-settings.ts';

export type { Drift };

interface DriftRequest {
  /** A file of providers beside the table. */
  readonly providers: JsonSetting | undefined;
  /** Milliseconds since the epoch: older results are left out. */
  readonly since: number;
}

interface FoundDrift {
  readonly drift: readonly Drift[];
  /** Results that were left out, since what is stored of them is damaged. */
  readonly damaged: number;
}

/** What the history of all teams shows that the table of providers does not say. */
export async function findDrift(
  admin: Admin,
  { providers, since }: DriftRequest,
): Promise<FoundDrift> {
  const table = new ProviderTable(withOverrides(await readProviders(providers)));
  const watch = new DriftWatch(table);
  let damaged = 0;
  admin.store.onDamage(() => damaged++);
  for await (const { email, result } of readHistories(admin, since)) {
    const domain = domainOf(email).toLowerCase();
    watch.note({ ...result.evidence, domain });
  }
  return { drift: watch.report(isoDay(admin.clock.now())), damaged };
}
