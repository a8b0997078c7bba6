import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import { findEvidence } from '../service/outcomes/evidence.ts';
import { ensureDefaultTeam } from '../service/people/set-up.ts';
import type { Answer } from '../service/records.ts';
import { isSuppressed, suppressedAnswer } from '../service/suppressions/suppress.ts';
import { toAnswer } from '../service/verifications/answer.ts';
import { toCacheKey } from '../service/verifications/cache-policy.ts';
import { openStore } from '../store/open-store.ts';
import type { Finding } from '../verifier/verifier.ts';
import type { ServeDeps } from './serve-deps.ts';

/** What a database says of an address, in the order in which a verification decides. */
export interface Learned {
  /** The answer that `verify` gives without asking a host: the address is suppressed, or bounced. */
  readonly answer?: Answer | undefined;
  /** The answer to a finding, in the light of what became of mail. */
  readonly judge: (finding: Finding) => Answer;
}

export async function findLearned(
  database: string,
  email: string,
  { clock }: Pick<ServeDeps, 'clock'>,
): Promise<Learned> {
  const found = (finding: Finding) => toAnswer(finding, clock.now());
  // Looking leaves no database behind.
  if (!existsSync(database)) return { judge: found };
  const store = await openStore(database, { clock });
  try {
    const team = await ensureDefaultTeam({ store, clock, token: secureToken });
    const key = toCacheKey(email);
    const now = clock.now();
    const learned = await findEvidence(store, team.id, { cacheKeys: [key], now });
    const answer = (await isSuppressed(store, team.id, key))
      ? suppressedAnswer(key, now)
      : learned.bounced(key, now);
    const judge = (finding: Finding) =>
      learned.addOutcomes(key, learned.correct(key, found(finding)));
    return { answer, judge };
  } finally {
    await store.close();
  }
}
