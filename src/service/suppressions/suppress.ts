import { isDisposable } from '../../address/disposable.ts';
import { isRole } from '../../address/role.ts';
import { SUPPRESSED } from '../../contract/verdict.ts';
import { NO_EVIDENCE, type Result } from '../../result/result.ts';
import type { Store } from '../ports.ts';
import { hashEntry, suppressingEntries } from './suppression-entry.ts';

type Suppressing = Pick<Store, 'suppressions'>;

/** Those of the cache keys whose addresses the team suppresses, by two queries for any number; by none for a team without a list. */
export async function findSuppressed(
  { suppressions }: Suppressing,
  teamId: string,
  cacheKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const list = suppressions(teamId);
  if (await list.isEmpty()) return NONE;
  const { hashes } = await list.extent();
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
 * The result of a suppressed address. Nothing was asked, so the fields say what they say of an
 * undecided address; the reason says more to those who read it.
 */
export function suppressedResult(cacheKey: string, now: number): Result {
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
  const evidence = { ...NO_EVIDENCE, attempts: 0, free: false };
  const reason = SUPPRESSED;
  return { facts, decided: true, reason, evidence, checkedAt: now, cached: false };
}

/** That of an address of which nothing is known. */
const SCORE = 40;
