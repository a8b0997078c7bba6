import { isDisposable } from '../../address/disposable.ts';
import { isRole } from '../../address/role.ts';
import type { StoredDetail } from '../../contract/detail.ts';
import { BOUNCED } from '../../contract/verdict.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { wilson } from '../../lib/wilson.ts';
import type { Store } from '../ports.ts';
import type { Answer } from '../records.ts';
import { toEntry } from '../suppressions/suppression-entry.ts';
import { withEvidence } from '../verifications/detail.ts';
import type {
  BouncedDomain,
  DomainOutcomes,
  OutcomeStore,
  StoredOutcome,
} from './outcome-ports.ts';

/** Accepted addresses of a domain that bounced hard, at least, before its acceptances count for nothing. */
const BOUNCED_ADDRESSES = 3;
/** The lower end of their share of all accepted addresses (Wilson, 95 %), at least. */
const BOUNCED_SHARE = 0.3;
/** Older bounces do not count: the domain may have changed its host. */
const BOUNCED_WITHIN_MS = 365 * 24 * 60 * 60_000;

/** What outcomes say of addresses that are to be verified. */
export interface LearnedEvidence {
  /** The answer for an address that bounced hard; it needs no verification. */
  bounced(cacheKey: string, now: number): Answer | undefined;
  /** The answer of a verification, in the light of what became of mail to the domain. */
  correct(cacheKey: string, answer: Answer): Answer;
  /** The same with what became of mail to its domain: looked up each time, and not cached. */
  addOutcomes(cacheKey: string, answer: Answer): Answer;
}

const NONE: LearnedEvidence = {
  bounced: () => undefined,
  correct: (_, answer) => answer,
  addOutcomes: (_, answer) => answer,
};

/** By a few queries for any number of addresses; by none for a team without outcomes. */
export async function findEvidence(
  { outcomes }: Pick<Store, 'outcomes'>,
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
      return newest?.proof === 'gone' ? bouncedAnswer(cacheKey, newest, now) : undefined;
    },
    correct(cacheKey, answer) {
      // Mail to this address was delivered, whatever became of mail to its neighbours.
      const isDelivered = proofs.get(toEntry(cacheKey))?.proof === 'there';
      const domain = isDelivered ? undefined : bounced.get(domainOf(cacheKey));
      return acceptingAll(answer, domain);
    },
    addOutcomes: (cacheKey, answer) => withOutcomes(answer, ofDomains.get(domainOf(cacheKey))),
  };
}

/**
 * Domains whose acceptances say nothing. Most sources name bounces only, so the share is of all addresses that the
 * team saw accepted, or of those with an outcome where these are more.
 */
async function contradictedDomains(
  store: Pick<OutcomeStore, 'bouncedDomains' | 'countAccepted'>,
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
function bouncedAnswer(cacheKey: string, outcome: StoredOutcome, now: number): Answer {
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
  return { facts, decided: true, reason: BOUNCED, detail: bouncedDetail(outcome, now) };
}

function bouncedDetail({ outcome, at, ...of }: StoredOutcome, now: number): string {
  const { code, status, host, reply, source } = of;
  const detail: StoredDetail = {
    reason: BOUNCED,
    provider: null,
    mxHost: host,
    egress: null,
    free: null,
    reply: code === null ? null : { code, enhanced: status, text: reply ?? '' },
    control: null,
    checkedAt: isoTime(at ?? of.learnedAt ?? now),
    attempts: null,
    retryAfter: null,
    outcome: { kind: outcome, at: at === null ? null : isoTime(at), addresses: 1, reply, source },
  };
  return JSON.stringify(detail);
}

function withOutcomes(answer: Answer, known: DomainOutcomes | undefined): Answer {
  if (!known || answer.detail === undefined) return answer;
  const domainOutcomes = { ...known, since: isoTime(known.since) };
  return { ...answer, detail: withEvidence(answer.detail, { domainOutcomes }) };
}

/** An acceptance at a domain that returns what it accepts says nothing. */
function acceptingAll(answer: Answer, domain: BouncedDomain | undefined): Answer {
  const { facts, detail } = answer;
  if (!domain || !facts.deliverable || facts.acceptAll) return answer;
  return {
    ...answer,
    facts: { ...facts, acceptAll: true, score: Math.min(facts.score, ACCEPT_ALL_SCORE) },
    reason: ACCEPT_ALL,
    detail: detail === undefined ? undefined : acceptAllDetail(detail, domain),
  };
}

const ACCEPT_ALL = 'accept_all';
/** As of a domain that was seen to accept every recipient. */
const ACCEPT_ALL_SCORE = 60;

/** Undefined where what is stored is damaged. */
function acceptAllDetail(stored: string, { addresses, at }: BouncedDomain): string | undefined {
  const shared = { at: isoTime(at), addresses, reply: null, source: null };
  const outcome = { kind: 'no_mailbox', ...shared } as const;
  return withEvidence(stored, { reason: ACCEPT_ALL, outcome });
}
