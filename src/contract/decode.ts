/**
 * The wire as a client may meet it. The interface leaves much "not shown", and services differ:
 * identifiers come as `id` or `_id`, fields are left out, unknown states appear. What is missing
 * stays undefined: it is never taken for false. A result with a value of the wrong type, or a score
 * out of range, is no result at all.
 *
 * By hand rather than by schemas: a list of a million addresses brings a million entries.
 */
import { BATCH_STATUSES, type BatchStatus } from './batch-state.ts';
import { decodeEvidence, type ResultEvidence } from './decode-evidence.ts';
import {
  bounded,
  count,
  findIdentifier,
  identifier,
  isObject,
  type JsonFields,
  property,
  text,
  textOrNumber,
  time,
} from './decode-values.ts';
import { FACT_NAMES, isScore, type KnownFacts, NOTHING_KNOWN } from './facts.ts';

/** A verification as received. A field that did not arrive is undefined. */
export interface Verification extends KnownFacts {
  readonly email?: string | undefined;
  /** Why, where the service says so. */
  readonly detail?: VerificationDetail | undefined;
}

/** The part of `detail` that a client uses. */
export interface VerificationDetail extends ResultEvidence {
  /** A fine reason, such as `full` or `greylisted` (see detail-reasons.ts). */
  readonly reason: string;
  /** The mail provider, as the service names it. */
  readonly provider?: string | undefined;
  /** When it makes sense to ask again, in milliseconds since the epoch. */
  readonly retryAfter?: number | undefined;
  /** The address that was likely meant. */
  readonly suggestion?: string | undefined;
  /** What became of the team's mail to the domain. */
  readonly domainOutcomes?: DomainOutcomes | undefined;
}

/** What became of mail to a domain: addresses, each by its newest outcome. */
export interface DomainOutcomes {
  readonly delivered: number;
  readonly bounced: number;
  /**
   * When the oldest of these outcomes came, in milliseconds since the epoch; one without a date counts as of
   * when it was learned.
   */
  readonly since: number;
}

/** Addresses of a batch that wait to be asked again. */
export interface WaitingEntries {
  /** A fine reason, such as `greylisted`. */
  readonly reason: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A batch as received. A field that did not arrive is undefined. */
export interface Batch {
  readonly id: string;
  /** `unknown` for a state that the interface does not have. */
  readonly status: BatchStatus | 'unknown';
  readonly totalCount?: number | undefined;
  readonly processedCount?: number | undefined;
  /** ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** The hint of the create answer or the confirmation of the cancel answer. */
  readonly message?: string | undefined;
  /** What it waits for, where the service says so. */
  readonly waiting?: readonly WaitingEntries[] | undefined;
}

/** The plan of the team whose key is used, as received. */
export interface AccountState {
  /** Its name. */
  readonly team: string;
  /** Verifications a month; null: unlimited. */
  readonly quota: number | null;
  /** Verifications charged or reserved in this month. */
  readonly used: number;
  /** Not charged, since they could not be decided; undefined where the service does not say so. */
  readonly givenBack?: number | undefined;
  /** When the next month begins, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** One address of a batch as received. A field that did not arrive is undefined. */
export interface BatchEntry {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly status?: string | undefined;
  readonly result?: Verification | undefined;
  readonly error?: string | undefined;
}

/** The answer of Get Batch Results. */
export interface BatchResults {
  readonly batch: Batch;
  readonly entries: readonly BatchEntry[];
}

type FilledVerification = { -readonly [name in keyof Verification]: unknown };
const BLANK: FilledVerification = { email: undefined, ...NOTHING_KNOWN, detail: undefined };

/** Undefined when the value is no object, or one of its fields can't be what it should be. */
export function decodeVerification(value: unknown): Verification | undefined {
  if (!isObject(value)) return undefined;
  const { email, detail } = value;
  if (!isText(email)) return undefined;
  const verification: FilledVerification = { ...BLANK };
  if (typeof email === 'string') verification.email = email;
  for (const name of FACT_NAMES) {
    const fact = value[name];
    if (fact === undefined || fact === null) continue;
    if (name === 'score' ? !isScore(fact) : typeof fact !== 'boolean') return undefined;
    verification[name] = fact;
  }
  if (detail) verification.detail = decodeDetail(detail);
  return verification as Verification;
}

/** The answer of Verify Email, which has the mail host's reply as well. */
export function decodeVerified(value: unknown): Verification | undefined {
  const verification = decodeVerification(value);
  if (!verification?.detail) return verification;
  const evidence = decodeEvidence(property(value, 'detail'));
  return { ...verification, detail: { ...verification.detail, ...evidence } };
}

/** A detail that can't be read is left out: the result beside it counts all the same. */
function decodeDetail(value: unknown): VerificationDetail | undefined {
  if (!isObject(value)) return undefined;
  const { reason, retryAfter } = value;
  if (typeof reason !== 'string' || !REASON_CODE.test(reason)) return undefined;
  const at = time(retryAfter);
  const provider = bounded(text(value.provider));
  const suggestion = bounded(text(value.suggestion));
  const evidence = decodeEvidence(value);
  const wasAsked = evidence.mxHost !== undefined || evidence.reply !== undefined;
  const domainOutcomes = decodeDomainOutcomes(value.domainOutcomes);
  return {
    reason,
    ...(provider !== undefined && { provider }),
    ...(at !== undefined && { retryAfter: at }),
    ...(suggestion !== undefined && { suggestion }),
    ...(domainOutcomes && { domainOutcomes }),
    ...(wasAsked && evidence),
  };
}

/** Undefined for what says nothing. */
export function decodeDomainOutcomes(value: unknown): DomainOutcomes | undefined {
  if (!isObject(value)) return undefined;
  const [delivered, bounced] = [count(value.delivered), count(value.bounced)];
  const since = time(value.since);
  if (delivered === undefined || bounced === undefined || since === undefined) return undefined;
  return delivered + bounced === 0 ? undefined : { delivered, bounced, since };
}

/** Reasons go into files and onto terminals. */
const REASON_CODE = /^[a-z][a-z0-9_]{0,39}$/;

type Absent = null | undefined;

function isText(value: unknown): value is string | Absent {
  return typeof value === 'string' || value === undefined || value === null;
}

/** Undefined when the value is no batch: no object, or without an identifier. */
export function decodeBatch(value: unknown): Batch | undefined {
  if (!isObject(value)) return undefined;
  const id = findIdentifier(value);
  if (id === undefined) return undefined;
  return {
    id,
    status: BATCH_STATUSES.find((status) => status === value.status) ?? 'unknown',
    totalCount: count(value.totalCount),
    processedCount: count(value.processedCount),
    createdAt: bounded(text(value.createdAt)),
    message: bounded(text(value.message)),
    ...(Array.isArray(value.waiting) && { waiting: decodeWaiting(value.waiting) }),
  };
}

/** Undefined when the value is no account. */
export function decodeAccount(value: unknown): AccountState | undefined {
  if (!isObject(value)) return undefined;
  const team = bounded(text(value.team));
  const quota = value.quota === null ? null : count(value.quota);
  const used = count(value.used);
  const resetsAt = time(value.resetsAt);
  if (team === undefined || quota === undefined || used === undefined || resetsAt === undefined) {
    return undefined;
  }
  return { team, quota, used, givenBack: count(value.givenBack), resetsAt };
}

/** How many outcomes are new. */
export function decodeLearned(value: unknown): { readonly stored: number } | undefined {
  const stored = isObject(value) ? count(value.stored) : undefined;
  return stored === undefined ? undefined : { stored };
}

export function decodeAdded(value: unknown): { readonly added: number } | undefined {
  const added = isObject(value) ? count(value.added) : undefined;
  return added === undefined ? undefined : { added };
}

/** More kinds of waits than reasons are made up. */
const MAX_WAITS = 50;

/** What can't be read is left out: the batch counts all the same. */
function decodeWaiting(values: readonly unknown[]): WaitingEntries[] {
  return values.slice(0, MAX_WAITS).flatMap((value) => {
    if (!isObject(value)) return [];
    const { reason } = value;
    const many = count(value.count) ?? 0;
    const until = time(value.until);
    if (typeof reason !== 'string' || !REASON_CODE.test(reason)) return [];
    return many === 0 || until === undefined ? [] : [{ reason, count: many, until }];
  });
}

function decodeEntry(value: unknown): BatchEntry | undefined {
  if (!isObject(value)) return undefined;
  return {
    id: textOrNumber(value.id) ?? textOrNumber(value._id),
    email: text(value.email),
    status: text(value.status),
    result: decodeVerification(value.result),
    error: bounded(text(value.error)),
  };
}

/** The answer of Create Batch, bare or under `batch`. */
export function decodeCreatedBatch(value: unknown): Batch | undefined {
  return decodeBatch(value) ?? decodeBatch(property(value, 'batch'));
}

/** The answer of Cancel Batch: the updated batch, with the confirmation as its message. */
export function decodeCancelledBatch(value: unknown): Batch | undefined {
  const batch = decodeBatch(property(value, 'batch')) ?? decodeBatch(value);
  const message = text(property(value, 'message'));
  return batch && { ...batch, message: message ?? batch.message };
}

/**
 * The answer of Get Batch Results about the batch `asked`, which serves where the answer leaves the
 * identifier out. A batch that names itself otherwise keeps that name.
 */
export function decodeBatchResults(value: unknown, asked: string): BatchResults | undefined {
  const raw = property(value, 'batch');
  if (!isObject(raw)) return undefined;
  const batch = decodeBatch(isAbout(raw, asked) ? { ...raw, id: asked } : raw);
  const emails = property(value, 'emails');
  if (!batch || (emails !== undefined && emails !== null && !Array.isArray(emails))) {
    return undefined;
  }
  return { batch, entries: decodeList(emails ?? [], decodeEntry) ?? [] };
}

/** True unless the batch names itself, and otherwise than asked for. */
function isAbout({ id, _id }: JsonFields, asked: string): boolean {
  const names = [id, _id].filter((name) => name !== undefined && name !== null && name !== '');
  return names.length === 0 || names.some((name) => identifier(name) === asked);
}

/** An array of things that decode; undefined when it is no array. Elements that don't decode are left out. */
export function decodeList<T>(
  value: unknown,
  decode: (element: unknown) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(decode).filter((element) => element !== undefined);
}

/** The message of an Error body, if there is one. */
export function decodeErrorMessage(value: unknown): string | undefined {
  const message = property(value, 'message') ?? property(value, 'error');
  return typeof message === 'string' && message !== '' ? message : undefined;
}
