import { findDisposableList } from '../../address/disposable.ts';
import { asciiDomain } from '../../address/domain.ts';
import { suggestCorrection } from '../../address/suggest-correction.ts';
import {
  type Detail,
  type StoredDetail,
  StoredDetailSchema,
  type VerificationResultWithDetail,
} from '../../contract/detail.ts';
import type { KnownFacts } from '../../contract/facts.ts';
import { toKnownFacts } from '../../contract/known-facts.ts';
import type { VerificationResult } from '../../contract/schemas.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { Answer } from '../records.ts';
import type { Evidence, Finding } from './verifier-port.ts';

/**
 * The evidence of a finding as JSON, which is stored far more often than it is parsed. Addresses of one
 * session come together, most of them with the same replies: their text is formatted once.
 */
export function toDetail(
  { reason, evidence }: Pick<Finding, 'reason' | 'evidence'>,
  now: number,
): string | undefined {
  if (!evidence) return undefined;
  const known = latestDetails.get(reason);
  if (known?.now === now && isSameEvidence(known.evidence, evidence)) return known.text;
  const text = formatDetail(reason, evidence, now);
  latestDetails.set(reason, { evidence, now, text });
  return text;
}

interface FormattedDetail {
  readonly evidence: Evidence;
  readonly now: number;
  readonly text: string;
}

/** The latest by reason, of which there are few. */
const latestDetails = new Map<string, FormattedDetail>();

function isSameEvidence(one: Evidence, other: Evidence): boolean {
  return (
    one.provider === other.provider &&
    one.mxHost === other.mxHost &&
    one.egress === other.egress &&
    one.reply?.code === other.reply?.code &&
    one.reply?.enhanced === other.reply?.enhanced &&
    one.reply?.text === other.reply?.text &&
    one.rule === other.rule &&
    one.control === other.control &&
    one.attempts === other.attempts &&
    one.free === other.free &&
    one.retryAfter === other.retryAfter
  );
}

function formatDetail(reason: string, evidence: Evidence, now: number): string {
  const { provider = null, mxHost = null, egress = null, control = null } = evidence;
  const { reply, rule, attempts, free, retryAfter } = evidence;
  const detail = {
    reason,
    provider,
    mxHost,
    egress,
    free,
    reply: reply ? { ...reply, enhanced: reply.enhanced ?? null } : null,
    rule,
    control,
    checkedAt: isoTime(now),
    attempts,
    retryAfter: retryAfter === undefined ? null : isoTime(now + retryAfter),
  } satisfies StoredDetail;
  return JSON.stringify(detail);
}

/** The same detail with evidence that is not of its verification; undefined for a damaged one. */
export function withEvidence(detail: string, evidence: Partial<StoredDetail>): string | undefined {
  const known = parseStored(detail);
  if (!known) return undefined;
  const { cached, ...stored } = known;
  // Last, where `cachedDetail` looks for it.
  return JSON.stringify({ ...stored, ...evidence, ...(cached && { cached }) });
}

/** The same detail, marked as from the cache. */
export function cachedDetail(detail: string): string {
  return detail.endsWith('"cached":true}') ? detail : `${detail.slice(0, -1)},"cached":true}`;
}

/** An answer shared with a second request for the same address, marked as from the cache. */
export function asCached(answer: Answer): Answer {
  return answer.detail ? { ...answer, detail: cachedDetail(answer.detail) } : answer;
}

/** The result with its detail, parsed from what is stored. */
export function withDetail(
  result: VerificationResult,
  detail: string | undefined,
): VerificationResultWithDetail {
  return { ...result, detail: parseDetail(result, detail) };
}

/** The fine reason of a stored detail. */
export function reasonOfDetail(stored: string | undefined): string | undefined {
  const parsed = stored === undefined ? undefined : parseJson(stored);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { reason } = parsed as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : undefined;
}

/** Null where no detail was stored, or a damaged one. */
function parseDetail(result: VerificationResult, stored: string | undefined): Detail | null {
  const parsed = stored === undefined ? null : parseStored(stored);
  if (!parsed) return null;
  const { email, temporary } = result;
  const { reason, provider, mxHost, free, reply, checkedAt, attempts, retryAfter } = parsed;
  const suggestion = suggestCorrection(email) ?? null;
  const listed = temporary ? disposableListOf(email, mxHost) : undefined;
  const cached = parsed.cached ?? false;
  const egress = parsed.egress ?? null;
  const control = parsed.control ?? null;
  const found = {
    reason,
    provider,
    mxHost,
    egress,
    free,
    suggestion,
    reply,
    rule: parsed.rule ?? null,
    control,
  };
  const { outcome, domainOutcomes = null } = parsed;
  return {
    ...found,
    known: toKnown(result, reason),
    checkedAt,
    cached,
    attempts,
    retryAfter,
    domainOutcomes,
    ...(outcome && { outcome }),
    ...(listed && { disposableList: listed }),
  };
}

function toKnown(result: VerificationResult, reason: string): Detail['known'] {
  const {
    deliverable = null,
    acceptAll = null,
    mx = null,
    smtp = null,
  } = toKnownFacts<KnownFacts>(result, reason);
  return { deliverable, acceptAll, mx, smtp };
}

function disposableListOf(email: string, mxHost: string | null): Detail['disposableList'] {
  const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain.ok ? findDisposableList(domain.domain, mxHost ?? undefined) : undefined;
}

/** For the dashboard, which may not import `address/`. */
export { suggestCorrection };

/** Those of the addresses of one session are the same text. */
const parsedDetails = new BoundedMap<string, StoredDetail | null>(1000);

/** Null for what is damaged, and for nothing. */
export function parseStored(stored: string): StoredDetail | null {
  const known = parsedDetails.get(stored);
  if (known !== undefined) return known;
  const detail = StoredDetailSchema.safeParse(parseJson(stored)).data ?? null;
  parsedDetails.set(stored, detail);
  return detail;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
