import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import { findEvidence } from '../service/outcomes/evidence.ts';
import { ensureDefaultTeam } from '../service/people/set-up.ts';
import { toAnswer } from '../service/verifications/answer.ts';
import { toCacheKey } from '../service/verifications/cache-policy.ts';
import { openStore } from '../store/open-store.ts';
import type { Finding } from '../verifier/verifier.ts';
import type { ServeDeps } from './serve-deps.ts';

/** What the outcomes of a database say of an address. */
export interface Learned {
  /** That it bounced hard: the detail of the answer that `verify` gives. */
  readonly bounce?: string | undefined;
  /** The detail of a finding with how likely the mailbox exists. */
  readonly detail?: string | undefined;
}

export async function findLearned(
  database: string,
  { email, finding }: { readonly email: string; readonly finding: Finding },
  { clock }: Pick<ServeDeps, 'clock'>,
): Promise<Learned> {
  // Looking leaves no database behind.
  if (!existsSync(database)) return {};
  const store = await openStore(database, { clock });
  try {
    const team = await ensureDefaultTeam({ store, clock, token: secureToken });
    const key = toCacheKey(email);
    const now = clock.now();
    const learned = await findEvidence(store, team.id, { cacheKeys: [key], now });
    const { detail } = learned.weigh(key, toAnswer(finding, now), now);
    return { bounce: learned.bounced(key, now)?.detail, detail };
  } finally {
    await store.close();
  }
}
