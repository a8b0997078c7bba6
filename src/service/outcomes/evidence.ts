import { isDisposable } from '../../address/disposable.ts';
import { isRole } from '../../address/role.ts';
import type { DomainOutcomes } from '../../contract/decode.ts';
import { BOUNCED } from '../../contract/verdict.ts';
import { wilson } from '../../lib/wilson.ts';
import { NO_EVIDENCE, type Result } from '../../result/result.ts';
import type { Store } from '../ports.ts';
import { toEntry } from '../suppressions/entries.ts';
import type { BouncedDomain, OutcomeStore, StoredOutcome } from './records.ts';

/** Accepted addresses of a domain that bounced hard, at least, before its acceptances count for nothing. */
const BOUNCED_ADDRESSES = 3;
/** The lower end of their share of all accepted addresses (Wilson, 95 %), at least. */
const BOUNCED_SHARE = 0.3;
/** Older bounces do not count: the domain may have changed its host. */
const BOUNCED_WITHIN_MS = 365 * 24 * 60 * 60_000;

/** What outcomes say of addresses that are to be verified. */
export interface LearnedEvidence {
  /** The result of an address that bounced hard; it needs no verification. */
  bounced(cacheKey: string, now: number): Result | undefined;
  /** The result of a verification, in the light of what became of mail to the domain. */
  correct(cacheKey: string, result: Result): Result;
  /** The same with what became of mail to its domain: looked up each time, and not cached. */
  addOutcomes(cacheKey: string, result: Result): Result;
}

const NONE: LearnedEvidence = {
  bounced: () => undefined,
  correct: (_, result) => result,
  addOutcomes: (_, result) => result,
};

/** By a few queries for any number of addresses; by none for a team without outcomes. */
export async function findEvidence(
  { outcomes }: Store,
  teamId: string,
  { cacheKeys, now: learnedBy }: { readonly cacheKeys: readonly string[]; readonly now: number },
): Promise<LearnedEvidence> {
  const store = outcomes(teamId);
  if (cacheKeys.length === 0) return NONE;
  if (await store.isEmpty()) return NONE;
  const domains = [...new Set(cacheKeys.map(domainOf))];
  const [proofs, bounced, ofDomains] = await Promise.all([
    store.newestProofs([...new Set(cacheKeys.map(toEntry))]),
    contradictedDomains(store, domains, learnedBy - BOUNCED_WITHIN_MS),
    store.ofDomains(domains),
  ]);
  return {
    bounced(cacheKey, now) {
      const newest = proofs.get(toEntry(cacheKey));
      return newest?.proof === 'gone' ? bouncedResult(cacheKey, newest, now) : undefined;
    },
    correct(cacheKey, result) {
      // Mail to this address was delivered, whatever became of mail to its neighbours.
      const isDelivered = proofs.get(toEntry(cacheKey))?.proof === 'there';
      const domain = isDelivered ? undefined : bounced.get(domainOf(cacheKey));
      return acceptingAll(result, domain);
    },
    addOutcomes: (cacheKey, result) => withOutcomes(result, ofDomains.get(domainOf(cacheKey))),
  };
}

/**
 * Domains whose acceptances say nothing. Most sources name bounces only, so the share is of all addresses that the
 * team saw accepted, or of those with an outcome where these are more.
 */
async function contradictedDomains(
  store: OutcomeStore,
  domains: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, BouncedDomain>> {
  const bounced = await store.bouncedDomains(domains, { least: BOUNCED_ADDRESSES, since });
  const contradicted = new Map<string, BouncedDomain>();
  for (const [domain, found] of bounced) {
    const known = found.addresses + found.delivered;
    if (!isShare(found.addresses, known)) continue;
    // More of them can't change the decision.
    const limit = Math.ceil(found.addresses / BOUNCED_SHARE);
    const accepted = await store.countAccepted({ domain, since, limit });
    if (isShare(found.addresses, Math.max(known, accepted))) contradicted.set(domain, found);
  }
  return contradicted;
}

function isShare(addresses: number, of: number): boolean {
  return wilson(addresses, of).low >= BOUNCED_SHARE;
}

function domainOf(cacheKey: string): string {
  return cacheKey.slice(cacheKey.lastIndexOf('@') + 1);
}

/** No host was asked: the reply is the one of the bounce. */
function bouncedResult(cacheKey: string, outcome: StoredOutcome, now: number): Result {
  const facts = {
    valid: true,
    deliverable: false,
    acceptAll: false,
    role: isRole(cacheKey.slice(0, cacheKey.lastIndexOf('@'))),
    temporary: isDisposable(domainOf(cacheKey)),
    mx: true,
    smtp: true,
    score: 0,
  };
  const { outcome: kind, code, status, host, reply, source, at } = outcome;
  const evidence = {
    ...NO_EVIDENCE,
    mxHost: host,
    reply: code === null ? null : { code, enhanced: status, text: reply ?? '' },
    outcome: { kind, at, addresses: 1, reply, source },
  };
  const checkedAt = at ?? outcome.learnedAt ?? now;
  return { facts, decided: true, reason: BOUNCED, evidence, checkedAt, cached: false };
}

function withOutcomes(result: Result, domainOutcomes: DomainOutcomes | undefined): Result {
  if (!domainOutcomes) return result;
  return { ...result, evidence: { ...result.evidence, domainOutcomes } };
}

/** An acceptance at a domain that returns what it accepts says nothing. */
function acceptingAll(result: Result, domain: BouncedDomain | undefined): Result {
  const { facts, evidence } = result;
  if (!domain || !facts.deliverable || facts.acceptAll) return result;
  const { addresses, at } = domain;
  const outcome = { kind: 'no_mailbox', at, addresses, reply: null, source: null } as const;
  return {
    ...result,
    facts: { ...facts, acceptAll: true, score: Math.min(facts.score, ACCEPT_ALL_SCORE) },
    reason: ACCEPT_ALL,
    evidence: { ...evidence, outcome },
  };
}

const ACCEPT_ALL = 'accept_all';
/** As of a domain that was seen to accept every recipient. */
const ACCEPT_ALL_SCORE = 60;
