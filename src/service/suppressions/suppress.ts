import { isDisposable } from '../../address/disposable.ts';
import { isRole } from '../../address/role.ts';
import { SUPPRESSED } from '../../contract/verdict.ts';
import type { Store } from '../ports.ts';
import type { Answer } from '../records.ts';
import { toDetail } from '../verifications/detail.ts';
import { hashEntry, suppressingEntries } from './suppression-entry.ts';

type Suppressing = Pick<Store, 'suppressions'>;

/** Whether the team suppresses the address with a cache key. */
export async function isSuppressed(
  { suppressions }: Suppressing,
  teamId: string,
  cacheKey: string,
): Promise<boolean> {
  const list = suppressions(teamId);
  if (await list.isEmpty()) return false;
  const { address, domain } = suppressingEntries(cacheKey);
  const found = await list.find([address, domain, hashEntry(teamId, address)]);
  return found.size > 0;
}

/** Those of the cache keys whose addresses the team suppresses, by two queries for any number. */
export async function findSuppressed(
  { suppressions }: Suppressing,
  teamId: string,
  cacheKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const list = suppressions(teamId);
  const { any, hashes } = await list.extent();
  if (!any) return NONE;
  const entriesOf = (key: string): readonly string[] => {
    const { address, domain } = suppressingEntries(key);
    return hashes ? [address, domain, hashEntry(teamId, address)] : [address, domain];
  };
  const wanted = cacheKeys.map((key) => ({ key, entries: entriesOf(key) }));
  const found = await list.find([...new Set(wanted.flatMap(({ entries }) => entries))]);
  const suppressed = wanted.filter(({ entries }) => entries.some((entry) => found.has(entry)));
  return new Set(suppressed.map(({ key }) => key));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The answer for a suppressed address. Nothing was asked, so the fields say what they say of an
 * undecided address; the reason says more to those who read it.
 */
export function suppressedAnswer(cacheKey: string, now: number): Answer {
  const at = cacheKey.lastIndexOf('@');
  const facts = {
    valid: true,
    deliverable: false,
    acceptAll: false,
    role: isRole(cacheKey.slice(0, at)),
    temporary: isDisposable(cacheKey.slice(at + 1)),
    mx: true,
    smtp: false,
    score: SCORE,
  };
  const detail = toDetail({ reason: SUPPRESSED, evidence: NO_EVIDENCE }, now);
  return { facts, decided: true, reason: SUPPRESSED, detail };
}

/** That of an address of which nothing is known. */
const SCORE = 40;

const NO_EVIDENCE = {
  provider: undefined,
  mxHost: undefined,
  reply: undefined,
  attempts: 0,
  free: false,
  retryAfter: undefined,
};
