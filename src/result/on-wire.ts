/** Results as the interface has them. */
import { findDisposableList } from '../address/disposable.ts';
import { asciiDomain } from '../address/domain.ts';
import { suggestCorrection } from '../address/suggest-correction.ts';
import type { Detail } from '../contract/detail.ts';
import type { KnownFacts } from '../contract/facts.ts';
import { toKnownFacts } from '../contract/known-facts.ts';
import type { VerificationResult } from '../contract/schemas.ts';
import { isoTime } from '../lib/iso-time.ts';
import type { Result, VerifiedAddress } from './result.ts';

/** The address as the caller wrote it, and its facts in the interface's order. */
export function resultOnWire({ email, result }: VerifiedAddress): VerificationResult {
  return { email, ...result.facts };
}

/** What a result rests on, for people and programs. */
export function toDetail({ email, result }: VerifiedAddress): Detail {
  const { facts, reason, evidence, checkedAt, cached } = result;
  const { provider, mxHost, egress, free, reply, rule, control, attempts } = evidence;
  const { retryAfter, outcome, domainOutcomes } = evidence;
  const listed = facts.temporary ? disposableListOf(email, mxHost) : undefined;
  return {
    ...{ reason, provider, mxHost, egress, free },
    suggestion: suggestCorrection(email) ?? null,
    ...{ reply, rule, control },
    known: knownOf(result),
    checkedAt: isoTime(checkedAt),
    cached,
    attempts,
    retryAfter: retryAfter === null ? null : isoTime(checkedAt + retryAfter),
    domainOutcomes: domainOutcomes && { ...domainOutcomes, since: isoTime(domainOutcomes.since) },
    ...(outcome && {
      outcome: { ...outcome, at: outcome.at === null ? null : isoTime(outcome.at) },
    }),
    ...(listed && { disposableList: listed }),
  };
}

function knownOf({ facts, reason }: Result): Detail['known'] {
  const {
    deliverable = null,
    acceptAll = null,
    mx = null,
    smtp = null,
  } = toKnownFacts<KnownFacts>(facts, reason);
  return { deliverable, acceptAll, mx, smtp };
}

function disposableListOf(email: string, mxHost: string | null): Detail['disposableList'] {
  const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain.ok ? findDisposableList(domain.domain, mxHost ?? undefined) : undefined;
}

/** For the dashboard, which may not import `address/`. */
export { suggestCorrection };
