import { SANDBOX_DOMAIN } from '../../address/sandbox-domain.ts';
import { BOUNCED, SUPPRESSED } from '../../contract/verdict.ts';
import { type IdempotentRequest, keyReused } from '../batches/idempotency.ts';
import { findEvidence, type LearnedEvidence } from '../outcomes/evidence.ts';
import type { NewVerification, Reservation, ServiceContext } from '../ports.ts';
import type { Answer, Page, StoredVerification, Team } from '../records.ts';
import { ServiceError } from '../service-error.ts';
import { isSuppressed, suppressedAnswer } from '../suppressions/suppress.ts';
import { costOf, monthOf, overQuota } from '../teams/quota.ts';
import { checkRows, hasRoom } from '../teams/storage.ts';
import { noteQuotaReached } from '../webhooks/webhooks.ts';
import { toAnswer, toVerification } from './answer.ts';
import { cacheSlot, toCacheKey } from './cache-policy.ts';
import { asCached } from './detail.ts';

type VerificationsContext = Pick<
  ServiceContext,
  'store' | 'verifier' | 'clock' | 'token' | 'stopping' | 'observe' | 'flights' | 'teamStorage'
>;

/** A request to verify one address. */
export interface VerifyAddressRequest {
  readonly email: string;
  /** Ignores a cached answer and replaces it. */
  readonly noCache: boolean;
  /** Present where the request has an Idempotency-Key. */
  readonly request?: IdempotentRequest | undefined;
}

/**
 * Verifies one address now, or answers from the cache; both go into the history. Concurrent requests
 * of a team for the same address share one verification, which is charged once.
 */
export async function verifyAddress(
  context: VerificationsContext,
  team: Team,
  request: VerifyAddressRequest,
): Promise<StoredVerification> {
  throwSandboxError(request.email);
  const once = request.request;
  if (!once) return toVerification(request.email, await findAnswer(context, team, request));
  const answer = await inTurn(
    context,
    `${team.id} request ${once.key}`,
    async () =>
      (await earlierAnswer(context, team, once)) ?? (await firstAnswer(context, team, request)),
  );
  return toVerification(request.email, answer);
}

/** Works on requests with one key one after the other, so that each finds what became of those before it. */
async function inTurn(
  { flights }: VerificationsContext,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const { result, joined } = flights.share(key, work);
    if (!joined) return result;
    await result.catch(() => {});
  }
}

/** The answer, or that of another process, which got a request with this key at the same time. */
async function firstAnswer(
  context: VerificationsContext,
  team: Team,
  request: VerifyAddressRequest,
): Promise<Answer> {
  await checkRows(context, team.id, ['requests']);
  const answer = await findAnswer(context, team, request);
  const first = request.request && (await earlierAnswer(context, team, request.request));
  return first ?? answer;
}

/** The answer that an equal request with this key got before. */
async function earlierAnswer(
  { store }: VerificationsContext,
  team: Team,
  request: IdempotentRequest,
): Promise<Answer | undefined> {
  const earlier = await store.team(team.id).findRequest(request);
  if (!earlier) return undefined;
  if (earlier.hash !== request.hash) throw keyReused();
  // Without one another process works on it, or did until it ended.
  return earlier.answer === null ? undefined : parseAnswer(earlier.answer);
}

/** Undefined for what is damaged: the request is answered as one without a key. */
function parseAnswer(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

/** That it is suppressed; from the cache, from a verification under way, or from one that starts now. */
async function findAnswer(
  context: VerificationsContext,
  team: Team,
  { email, noCache, request }: VerifyAddressRequest,
): Promise<Answer> {
  const key = toCacheKey(email);
  // Both at once: nearly all addresses are not suppressed.
  const cached = noCache
    ? undefined
    : context.store.cache.findOne(team.id, key, context.clock.now());
  const [suppressed, learned, kept] = await Promise.all([
    isSuppressed(context.store, team.id, key),
    findEvidence(context.store, team.id, { cacheKeys: [key], now: context.clock.now() }),
    cached,
  ]);
  const now = context.clock.now();
  const known = suppressed
    ? suppressedAnswer(key, now)
    : (learned.bounced(key, now) ?? (kept && learned.addOutcomes(key, learned.correct(key, kept))));
  if (known) return answered(context, team, { email, answer: known, request });
  const work = () => charged(context, team, { email, request, learned });
  return holdingKey(context, team, { email, request }, async () => {
    if (noCache) return work();
    const { result, joined } = context.flights.share(`${team.id} address ${key}`, work);
    const answer = await result;
    if (!joined) return answer;
    return answered(context, team, { email, answer: asCached(answer), request });
  });
}

/** While it works, other requests with its key are refused, in this process and in others. */
async function holdingKey(
  context: VerificationsContext,
  team: Team,
  { email, request }: Pick<NewVerification, 'email' | 'request'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!request) return work();
  const rows = context.store.team(team.id);
  const expiresAt = context.clock.now() + RESERVED_FOR_MS;
  const isHeld = await rows.claimKey({ ...request, email, expiresAt });
  const earlier = isHeld ? undefined : await earlierAnswer(context, team, request);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    if (isHeld) await rows.releaseKey(request);
    throw error;
  }
}

/** Answers with a result that this request is not charged for. */
async function answered(
  context: VerificationsContext,
  team: Team,
  { email, answer, request }: Pick<NewVerification, 'email' | 'answer' | 'request'>,
): Promise<Answer> {
  const history = { email, answer, request, at: context.clock.now() };
  const isKept = request !== undefined || (await hasRoom(context, team.id));
  if (!isKept || (await context.store.team(team.id).recordVerification(history))) {
    emitVerification(context, email, {
      answer,
      cached: answer.reason !== SUPPRESSED && answer.reason !== BOUNCED,
    });
  }
  return answer;
}

function emitVerification(
  { observe }: VerificationsContext,
  email: string,
  { answer: { decided, reason }, cached }: { answer: Answer; cached: boolean },
): void {
  observe?.({ event: 'verification', mode: 'single', cached, email, decided, reason });
}

/** Longer than any verification takes. */
const RESERVED_FOR_MS = 5 * 60_000;

interface Charged extends Pick<NewVerification, 'email' | 'request'> {
  readonly learned: LearnedEvidence;
}

/** Reserves the cost before the work, so that concurrent requests can't exceed the quota. */
async function charged(
  context: VerificationsContext,
  team: Team,
  { email, request, learned }: Charged,
): Promise<Answer> {
  const rows = context.store.team(team.id);
  const reservation = reservationFor(context, email);
  if (reservation && !(await rows.reserve(reservation))) {
    await noteQuotaReached(context, team.id);
    throw overQuota();
  }
  try {
    return await run(context, team, { email, reservation, request, learned });
  } catch (error) {
    if (reservation) await rows.giveBack(reservation.id);
    if (context.stopping.aborted) throw new ServiceError('stopping', 'The service is stopping');
    throw error;
  }
}

function reservationFor(
  { clock, token }: VerificationsContext,
  email: string,
): Reservation | undefined {
  const count = costOf(email);
  if (count === 0) return undefined;
  const now = clock.now();
  return { id: token(16), month: monthOf(now), count, expiresAt: now + RESERVED_FOR_MS };
}

async function run(
  context: VerificationsContext,
  { id: team }: Team,
  { email, reservation, request, learned }: Charged & Pick<NewVerification, 'reservation'>,
): Promise<Answer> {
  // A signal per request, so that the verifier's listeners are released with it.
  const signal = AbortSignal.any([context.stopping]);
  const finding = await context.verifier.verify(email, {
    signal,
    owner: { team, batch: 'single' },
  });
  const at = context.clock.now();
  const key = toCacheKey(email);
  const found = toAnswer(finding, at);
  const corrected = learned.correct(key, found);
  // What a team learned is not the answer of another team.
  const keep = corrected === found ? cacheSlot(key, found, at) : undefined;
  const answer = learned.addOutcomes(key, corrected);
  const rows = context.store.team(team);
  const isFree = !reservation && !request;
  const isKept = !isFree || (await hasRoom(context, team, { isSandbox: true }));
  const verified = { email, answer, at, keep, reservation, request };
  if (!isKept || (await rows.recordVerification(verified))) {
    emitVerification(context, email, { answer, cached: false });
  } else if (reservation) {
    await rows.giveBack(reservation.id);
  }
  return answer;
}

/** The team's history, newest first: single and batch, cached or not. */
export function listVerifications(
  { store }: Pick<ServiceContext, 'store'>,
  team: Team,
  page: Page,
  signal?: AbortSignal,
): Promise<StoredVerification[]> {
  return store.team(team.id).listVerifications(page, signal);
}

/** Addresses for which Verify Email fails, so that integrators can try how they handle it. */
const ERRORS: ReadonlyMap<string, () => ServiceError> = new Map([
  [`quota@${SANDBOX_DOMAIN}`, overQuota],
  [
    `rate-limited@${SANDBOX_DOMAIN}`,
    () => new ServiceError('rate_limited', 'Too many requests at once, slow down'),
  ],
  [
    `server-error@${SANDBOX_DOMAIN}`,
    () => new ServiceError('sandbox_failure', 'Internal server error'),
  ],
]);

/** Throws the error that the sandbox has for this address, in any case; returns for any other. */
function throwSandboxError(email: string): void {
  const error = ERRORS.get(email.trim().toLowerCase());
  if (error) throw error();
}
