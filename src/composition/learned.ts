import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import type { Result } from '../result/result.ts';
import { ensureDefaultTeam } from '../service/people/set-up.ts';
import { toCacheKey } from '../service/verifications/cache-policy.ts';
import { lookUp } from '../service/verifications/decide.ts';
import { toResult } from '../service/verifications/to-result.ts';
import { openStore } from '../store/open-store.ts';
import type { Finding } from '../verifier/verifier.ts';
import type { ServeDeps } from './serve-deps.ts';

/** What a database says of an address. */
export interface Learned {
  /** That `verify` gives without asking a host: the address is suppressed, or bounced. */
  readonly result?: Result | undefined;
  /** The result of a finding, in the light of what became of mail. */
  readonly judge: (finding: Finding) => Result;
}

export async function findLearned(
  database: string,
  email: string,
  { clock }: Pick<ServeDeps, 'clock'>,
): Promise<Learned> {
  // Looking leaves no database behind.
  if (!existsSync(database)) return { judge: (finding) => toResult(finding, clock.now()) };
  const store = await openStore(database, { clock });
  try {
    const team = await ensureDefaultTeam({ store, clock, token: secureToken });
    const key = toCacheKey(email);
    const now = clock.now();
    const decisions = await lookUp(store, team.id, { cacheKeys: [key], now, noCache: true });
    const result = decisions.known(key, now)?.result;
    const judge = (finding: Finding) => decisions.found(key, finding, clock.now()).result;
    return { result, judge };
  } finally {
    await store.close();
  }
}
