import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import { findEvidence } from '../service/outcomes/evidence.ts';
import { ensureDefaultTeam } from '../service/people/set-up.ts';
import { toCacheKey } from '../service/verifications/cache-policy.ts';
import { openStore } from '../store/open-store.ts';
import type { ServeDeps } from './serve-deps.ts';

/** That an address bounced hard, by the outcomes of a database: the detail of the answer that `verify` gives. */
export async function findBounce(
  database: string,
  email: string,
  { clock }: Pick<ServeDeps, 'clock'>,
): Promise<string | undefined> {
  // Looking leaves no database behind.
  if (!existsSync(database)) return undefined;
  const store = await openStore(database, { clock });
  try {
    const team = await ensureDefaultTeam({ store, clock, token: secureToken });
    const key = toCacheKey(email);
    const learned = await findEvidence(store, team.id, [key]);
    return learned.bounced(key, clock.now())?.detail;
  } finally {
    await store.close();
  }
}
