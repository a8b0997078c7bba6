/**
 * How the result of an address comes about, for one and for many: it is suppressed, mail to it bounced, it is in the
 * cache; else a mail host is asked, whose answer what became of mail may contradict.
 */

import { toFacts } from '../../contract/facts.ts';
import type { Evidence, Result } from '../../result/result.ts';
import type { Finding } from '../../verifier/verifier.ts';
import { findEvidence } from '../outcomes/evidence.ts';
import type { CacheStore, Store } from '../ports.ts';
import type { CacheSlot } from '../records.ts';
import { findSuppressed, suppressedResult } from '../suppressions/suppressions.ts';
import { cacheSlot } from './cache-policy.ts';

interface Wanted {
  readonly cacheKeys: readonly string[];
  readonly now: number;
  /** Cached results are left out. */
  readonly noCache?: boolean;
}

/** A result for which no mail host is asked. */
interface KnownResult {
  readonly result: Result;
  readonly from: 'suppressions' | 'outcomes' | 'cache';
}

/** A result that was found just now, and where it goes in the cache; undefined: it is not kept. */
interface FoundResult {
  readonly result: Result;
  readonly keep: CacheSlot | undefined;
}

/** What a team knows of addresses. */
export interface Decisions {
  /** Undefined where a mail host has to be asked. */
  known(cacheKey: string, now: number): KnownResult | undefined;
  found(cacheKey: string, finding: Finding, now: number): FoundResult;
}

/** The cached answer of an address, where it is known without asking the database that it decides. */
export function recall(
  { suppressions, outcomes, cache }: Store,
  teamId: string,
  { cacheKey, now }: { readonly cacheKey: string; readonly now: number },
): Result | undefined {
  const isAlone = suppressions(teamId).isKnownEmpty() && outcomes(teamId).isKnownEmpty();
  return isAlone ? cache.recall(teamId, cacheKey, now) : undefined;
}

/** By a few queries for any number of addresses. */
export async function lookUp(
  store: Store,
  teamId: string,
  { cacheKeys, now: lookedUpAt, noCache = false }: Wanted,
): Promise<Decisions> {
  const [suppressed, learned, cached] = await Promise.all([
    findSuppressed(store, teamId, cacheKeys),
    findEvidence(store, teamId, { cacheKeys, now: lookedUpAt }),
    noCache ? NOTHING : readCache(store.cache, teamId, { cacheKeys, now: lookedUpAt }),
  ]);
  return {
    known(cacheKey, now) {
      if (suppressed.has(cacheKey))
        return { result: suppressedResult(cacheKey, now), from: 'suppressions' };
      const bounced = learned.bounced(cacheKey, now);
      if (bounced) return { result: bounced, from: 'outcomes' };
      const kept = cached.get(cacheKey);
      if (!kept) return undefined;
      const result = learned.addOutcomes(cacheKey, learned.correct(cacheKey, kept));
      return { result, from: 'cache' };
    },
    found(cacheKey, finding, now) {
      const found = toResult(finding, now);
      const corrected = learned.correct(cacheKey, found);
      // What a team learned may be otherwise tomorrow: it is looked up again for each request.
      const keep = corrected === found ? cacheSlot(cacheKey, found, now) : undefined;
      return { result: learned.addOutcomes(cacheKey, corrected), keep };
    },
  };
}

const NOTHING: ReadonlyMap<string, Result> = new Map();

async function readCache(
  cache: CacheStore,
  teamId: string,
  { cacheKeys, now }: Wanted,
): Promise<ReadonlyMap<string, Result>> {
  const [only = ''] = cacheKeys;
  if (cacheKeys.length > 1) return cache.find(teamId, cacheKeys, now);
  const kept = await cache.findOne(teamId, only, now);
  return kept ? new Map([[only, kept]]) : NOTHING;
}

/** A finding without its address: the result for every spelling of the same mailbox. */
export function toResult(finding: Finding, now: number): Result {
  const { decided, reason } = finding;
  const evidence = toEvidence(finding);
  return { facts: toFacts(finding), decided, reason, evidence, checkedAt: now, cached: false };
}

function toEvidence({ evidence: found }: Finding): Evidence {
  const { provider = null, mxHost = null, egress = null, control = null } = found;
  const { reply, rule = null, attempts, free, retryAfter = null } = found;
  return {
    provider,
    mxHost,
    egress,
    free,
    reply: reply ? { code: reply.code, enhanced: reply.enhanced ?? null, text: reply.text } : null,
    rule,
    control,
    attempts,
    retryAfter,
    outcome: null,
    domainOutcomes: null,
  };
}
