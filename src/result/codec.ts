/**
 * A result as it is stored: its fine reason, by which statements find it, a space, and the rest as JSON. Addresses
 * of a session differ in the time, and in their own address where the host repeats it: both stand beside a text that
 * all of them share.
 */
import { CONTROLS, type Control } from '../contract/controls.ts';
import { type Facts, FLAG_NAMES, isScore, NOTHING_VALID } from '../contract/facts.ts';
import { OUTCOMES, type OutcomeKind } from '../contract/outcomes.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import {
  decodeReply,
  encodeReply,
  hasMark,
  markAddress,
  nameAddress,
  type StoredReply,
} from './reply.ts';
import type { Evidence, OutcomeEvidence, Result } from './result.ts';

/** A result without its time. */
export interface EncodedResult {
  readonly text: string;
  /** Whether a mark stands in place of the address. */
  readonly isMarked: boolean;
}

/** The bits of the first number: these two, and above them the flags in their order. */
const DECIDED = 1;
const CACHED = 2;
const FLAGS_AT = 4;

/** `address` is the one that the text is decoded with later. */
export function encodeResult(result: Result, address: string): EncodedResult {
  const { facts, reason, evidence } = result;
  const { provider, mxHost, egress, free, rule, control, attempts, retryAfter } = evidence;
  const { reply, outcome, domainOutcomes } = evidence;
  const said = reply && encodeReply(reply, address);
  const bounced = outcome && encodeOutcome(outcome, address);
  const parts: unknown[] = [
    bitsOf(result),
    facts.score,
    provider,
    mxHost,
    egress,
    free,
    rule,
    control,
    attempts,
    retryAfter,
    said,
  ];
  if (bounced || domainOutcomes) {
    parts.push(
      bounced,
      domainOutcomes && [domainOutcomes.delivered, domainOutcomes.bounced, domainOutcomes.since],
    );
  }
  const isMarked = hasMark(said?.[2] ?? '') || hasMark(bounced?.[3] ?? '');
  return { text: `${reason} ${JSON.stringify(parts)}`, isMarked };
}

function encodeOutcome(
  { kind, at, addresses, reply, source }: OutcomeEvidence,
  address: string,
): StoredOutcome {
  return [kind, at, addresses, reply && markAddress(reply, address), source];
}

function bitsOf({ facts, decided, cached }: Result): number {
  let bits = (decided ? DECIDED : 0) + (cached ? CACHED : 0);
  for (let at = 0; at < FLAG_NAMES.length; at++) {
    if (facts[FLAG_NAMES[at] as keyof Facts]) bits += FLAGS_AT << at;
  }
  return bits;
}

/** What `encodeResult` writes behind the reason. The last two are absent where both are null. */
type StoredResult = readonly [
  bits: number,
  score: number,
  provider: string | null,
  mxHost: string | null,
  egress: string | null,
  free: boolean | null,
  rule: string | null,
  control: Control | null,
  attempts: number | null,
  retryAfter: number | null,
  reply: StoredReply | null,
  outcome?: StoredOutcome | null,
  domainOutcomes?: readonly [delivered: number, bounced: number, since: number] | null,
];
type StoredOutcome = readonly [
  kind: OutcomeKind,
  at: number | null,
  addresses: number,
  reply: string | null,
  source: string | null,
];

/** By hand, since a poll of a batch reads hundreds: with a schema of zod each takes eight times as long. */
type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isYesOrNo: Check = (value) => typeof value === 'boolean';
const atLeast =
  (least: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const tuple =
  (checks: readonly Check[], least = checks.length): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= checks.length &&
    value.every((part, at) => checks[at]?.(part));

const isBits: Check = (value) =>
  atLeast(0)(value) && (value as number) < FLAGS_AT * 2 ** FLAG_NAMES.length;
const isStored = tuple(
  [
    ...[isBits, isScore],
    ...[orNull(isText), orNull(isText), orNull(isText), orNull(isYesOrNo), orNull(isText)],
    ...[orNull(oneOf(CONTROLS)), orNull(atLeast(0)), orNull(Number.isFinite)],
    orNull(tuple([Number.isSafeInteger, orNull(isText), isText])),
    orNull(
      tuple([oneOf(OUTCOMES), orNull(Number.isFinite), atLeast(1), orNull(isText), orNull(isText)]),
    ),
    orNull(tuple([atLeast(0), atLeast(0), Number.isFinite])),
  ],
  11,
);

type Shared = Omit<Result, 'checkedAt'> & { readonly isMarked: boolean };

/** Addresses of a session have the same text. What is decoded is shared, too. */
const decoded = new BoundedMap<string, Shared | null>(2000);

/** Milliseconds from the epoch that a Date can have. */
const MAX_TIME = 8.64e15;

/** Undefined where one of them is damaged: in a damaged file any column may hold anything. */
export function decodeResult(
  stored: unknown,
  { address, checkedAt }: { readonly address: string; readonly checkedAt: unknown },
): Result | undefined {
  const shared = typeof stored === 'string' ? decodeShared(stored) : null;
  if (!shared || typeof checkedAt !== 'number' || !(Math.abs(checkedAt) <= MAX_TIME))
    return undefined;
  const { facts, decided, reason, cached } = shared;
  const evidence = shared.isMarked ? unmarked(shared.evidence, address) : shared.evidence;
  return { facts, decided, reason, evidence, checkedAt, cached };
}

/** Whether it is what `encodeResult` returns. */
export function isStoredResult(stored: unknown): boolean {
  return typeof stored === 'string' && decodeShared(stored) !== null;
}

function decodeShared(stored: string): Shared | null {
  const known = decoded.get(stored);
  if (known !== undefined) return known;
  const space = stored.indexOf(' ');
  const reason = stored.slice(0, space);
  const parts = space < 0 ? undefined : parseJson(stored.slice(space));
  const shared = isStored(parts)
    ? { ...toShared(parts as StoredResult), reason, isMarked: hasMark(stored) }
    : null;
  decoded.set(stored, shared);
  return shared;
}

function toShared(parts: StoredResult) {
  const [bits, score, provider, mxHost, egress, free, rule, control, ...others] = parts;
  const [attempts, retryAfter, reply, outcome, domainOutcomes] = others;
  const facts = { ...NOTHING_VALID, score };
  FLAG_NAMES.forEach((name, at) => {
    facts[name] = (bits & (FLAGS_AT << at)) !== 0;
  });
  const evidence: Evidence = {
    ...{ provider, mxHost, egress, free, rule, control, attempts, retryAfter },
    reply: reply && decodeReply(reply),
    outcome: outcome ? toOutcome(outcome) : null,
    domainOutcomes: domainOutcomes
      ? { delivered: domainOutcomes[0], bounced: domainOutcomes[1], since: domainOutcomes[2] }
      : null,
  };
  const decided = (bits & DECIDED) !== 0;
  const cached = (bits & CACHED) !== 0;
  return { facts: Object.freeze(facts), decided, evidence, cached };
}

function toOutcome([kind, at, addresses, reply, source]: StoredOutcome) {
  return { kind, at, addresses, reply, source };
}

function unmarked(evidence: Evidence, address: string): Evidence {
  const { reply, outcome } = evidence;
  return {
    ...evidence,
    reply: reply && { ...reply, text: nameAddress(reply.text, address) },
    outcome: outcome && { ...outcome, reply: outcome.reply && nameAddress(outcome.reply, address) },
  };
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** A result as one text, for a column of its own. */
export function formatResult(result: Result): string {
  return `${result.checkedAt} ${encodeResult(result, '').text}`;
}

/** Undefined for a damaged text. */
export function parseResult(stored: string): Result | undefined {
  const space = stored.indexOf(' ');
  const checkedAt = Number(stored.slice(0, space));
  return decodeResult(stored.slice(space + 1), { address: '', checkedAt });
}
