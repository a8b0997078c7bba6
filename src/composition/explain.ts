import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import type { Result } from '../result/result.ts';
import { ensureDefaultTeam } from '../service/people/invitations.ts';
import { toCacheKey } from '../service/verifications/cache-policy.ts';
import { lookUp, toResult } from '../service/verifications/decide.ts';
import type { VerifierOptions } from '../settings/verifier.ts';
import { openStore } from '../store/open-store.ts';
import { createVerifier } from '../verifier/create-verifier.ts';
import type { TraceEvent } from '../verifier/engine/trace.ts';
import { isSimulated } from '../verifier/sandbox/route-sandbox.ts';
import type { Finding } from '../verifier/verifier.ts';
import type { ServeDeps } from './serve-deps.ts';
import { toVerifierSettings } from './verifier-settings.ts';

/** A finding, and how it came about. */
export interface Explanation {
  readonly finding: Finding;
  readonly events: readonly TimedEvent[];
  /** The dialogue was one with a simulated host. */
  readonly isSandbox: boolean;
}

/** `after`: milliseconds since the start. */
type TimedEvent = TraceEvent & { readonly after: number };

/** Verifies one address by an engine of its own, so that nothing known before shortens the story. */
export async function explainAddress(
  email: string,
  options: VerifierOptions,
  { clock, random, signal }: ServeDeps & { readonly signal: AbortSignal },
): Promise<Explanation> {
  const began = clock.monotonic();
  const events: TimedEvent[] = [];
  const trace = (event: TraceEvent) =>
    void events.push({ after: Math.round(clock.monotonic() - began), ...event });
  const probeKey = randomBytes(16).toString('hex');
  const settings = { ...(await toVerifierSettings(options)), probeKey };
  const verifier = createVerifier(settings, { clock, random, trace });
  try {
    const finding = await verifier.verify(email, { signal });
    return { finding, events, isSandbox: isSimulated(email) };
  } finally {
    await verifier.close();
  }
}

/** What a database says of an address. */
export interface KnownAddress {
  /** That `verify` gives without asking a host: the address is suppressed, or bounced. */
  readonly result?: Result | undefined;
  /** The result of a finding, in the light of what became of mail. */
  readonly judge: (finding: Finding) => Result;
}

export async function findLearned(
  database: string,
  email: string,
  { clock }: ServeDeps,
): Promise<KnownAddress> {
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
