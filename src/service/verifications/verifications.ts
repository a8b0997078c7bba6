import { SANDBOX_DOMAIN } from '../../address/sandbox-domain.ts';
import type { ProbeMode } from '../../contract/probe-mode.ts';
import { message } from '../../i18n/message.ts';
import { parseResult } from '../../result/codec.ts';
import type { Result, VerifiedAddress } from '../../result/result.ts';
import { type IdempotentRequest, keyReused } from '../batches/idempotency.ts';
import type { Reservation, ServiceContext, StoreContext } from '../ports.ts';
import type { Page, Team } from '../records.ts';
import { ServiceError } from '../service-error.ts';
import { checkRows, hasRoom } from '../teams/storage.ts';
import { costOf, monthOf, overQuota } from '../teams/teams.ts';
import { noteQuotaReached } from '../webhooks/webhooks.ts';
import { toCacheKey } from './cache-policy.ts';
import { type Decisions, lookUp, recall } from './decide.ts';

interface RequestedAddress {
  readonly email: string;
  /** Present where the request has an Idempotency-Key. */
  readonly request?: IdempotentRequest | undefined;
}

/** A request to verify one address. */
export interface VerifyAddressRequest extends RequestedAddress {
  /** Ignores a cached answer and replaces it. */
  readonly noCache: boolean;
  /** How far it goes; `smtp` where it is left out. What goes less far is not charged, and cached only where it decides. */
  readonly mode?: ProbeMode | undefined;
}

/**
 * Verifies one address now, or answers from the cache; both go into the history. Concurrent requests
 * of a team for the same address share one verification, which is charged once.
 */
export async function verifyAddress(
  context: ServiceContext,
  team: Team,
  request: VerifyAddressRequest,
): Promise<VerifiedAddress> {
  throwSandboxError(request.email);
  const once = request.request;
  const { email } = request;
  if (!once) return { email, result: await findResult(context, team, request) };
  const result = await inTurn(
    context,
    `${team.id} request ${once.key}`,
    async () =>
      (await earlierResult(context, team, once)) ?? (await firstResult(context, team, request)),
  );
  return { email, result };
}

/** Works on requests with one key one after the other, so that each finds what became of those before it. */
async function inTurn(
  { flights }: ServiceContext,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const { result, joined } = flights.share(key, work);
    if (!joined) return result;
    await result.catch(() => {});
  }
}

/** The result, or that of another process, which got a request with this key at the same time. */
async function firstResult(
  context: ServiceContext,
  team: Team,
  request: VerifyAddressRequest,
): Promise<Result> {
  await checkRows(context, team.id, ['requests']);
  const result = await findResult(context, team, request);
  const first = request.request && (await earlierResult(context, team, request.request));
  return first ?? result;
}

/** The result that an equal request with this key got before. */
async function earlierResult(
  { store }: ServiceContext,
  team: Team,
  request: IdempotentRequest,
): Promise<Result | undefined> {
  const earlier = await store.team(team.id).findRequest(request);
  if (!earlier) return undefined;
  if (earlier.hash !== request.hash) throw keyReused();
  // Without one another process works on it, or did until it ended. A damaged one is found again.
  return earlier.answer === null ? undefined : parseResult(earlier.answer);
}

/** What the team knows of it, a verification under way, or one that starts now. */
async function findResult(
  context: ServiceContext,
  team: Team,
  { email, request, mode = 'smtp', noCache: isFresh }: VerifyAddressRequest,
): Promise<Result> {
  const noCache = isFresh || mode !== 'smtp';
  const key = toCacheKey(email);
  const now = context.clock.now();
  const recalled = noCache ? undefined : recall(context.store, team.id, { cacheKey: key, now });
  if (recalled)
    return answered(context, team, { email, result: recalled, request, isCached: true });
  const wanted = { cacheKeys: [key], now, noCache };
  const decisions = await lookUp(context.store, team.id, wanted);
  const known = decisions.known(key, context.clock.now());
  if (known) {
    const isCached = known.from === 'cache';
    return answered(context, team, { email, result: known.result, request, isCached });
  }
  const work = () => charged(context, team, { email, request, decisions, mode });
  return holdingKey(context, team, { email, request }, async () => {
    if (noCache) return work();
    const { result: shared, joined } = context.flights.share(`${team.id} address ${key}`, work);
    const found = await shared;
    if (!joined) return found;
    const result = { ...found, cached: true };
    return answered(context, team, { email, result, request, isCached: true });
  });
}

/** While it works, other requests with its key are refused, in this process and in others. */
async function holdingKey(
  context: ServiceContext,
  team: Team,
  { email, request }: RequestedAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!request) return work();
  const rows = context.store.team(team.id);
  const expiresAt = context.clock.now() + RESERVED_FOR_MS;
  const isHeld = await rows.claimKey({ ...request, email, expiresAt });
  const earlier = isHeld ? undefined : await earlierResult(context, team, request);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    if (isHeld) await rows.releaseKey(request);
    throw error;
  }
}

interface Answered extends RequestedAddress {
  readonly result: Result;
  readonly isCached: boolean;
}

/** Answers with a result that this request is not charged for. */
async function answered(
  context: ServiceContext,
  team: Team,
  { email, result, request, isCached }: Answered,
): Promise<Result> {
  const history = { email, result, request, at: context.clock.now() };
  const isKept = request !== undefined || (await hasRoom(context, team.id));
  if (!isKept || (await context.store.team(team.id).recordVerification(history)))
    emitVerification(context, email, { result, cached: isCached });
  return result;
}

function emitVerification(
  { observe }: ServiceContext,
  email: string,
  { result: { decided, reason }, cached }: { result: Result; cached: boolean },
): void {
  observe?.({ event: 'verification', mode: 'single', cached, email, decided, reason });
}

/** Longer than any verification takes. */
const RESERVED_FOR_MS = 5 * 60_000;

interface Charged extends RequestedAddress {
  readonly decisions: Decisions;
  readonly mode: ProbeMode;
}

/** Reserves the cost before the work, so that concurrent requests can't exceed the quota. */
async function charged(context: ServiceContext, team: Team, asked: Charged): Promise<Result> {
  const rows = context.store.team(team.id);
  const reservation = reservationFor(context, asked);
  if (reservation && !(await rows.reserve(reservation))) {
    await noteQuotaReached(context, team.id);
    throw overQuota();
  }
  try {
    return await run(context, team, { ...asked, reservation });
  } catch (error) {
    if (reservation) await rows.giveBack(reservation.id);
    if (context.stopping.aborted)
      throw new ServiceError('stopping', message('errorTexts.stopping'));
    throw error;
  }
}

function reservationFor(
  { clock, token }: ServiceContext,
  { email, mode }: Charged,
): Reservation | undefined {
  const count = costOf(email, mode);
  if (count === 0) return undefined;
  const now = clock.now();
  return { id: token(16), month: monthOf(now), count, expiresAt: now + RESERVED_FOR_MS };
}

async function run(
  context: ServiceContext,
  { id: team }: Team,
  {
    email,
    reservation,
    request,
    decisions,
    mode,
  }: Charged & { readonly reservation: Reservation | undefined },
): Promise<Result> {
  const finding = await context.verifier.verify(email, {
    signal: context.stopping,
    owner: { team, batch: 'single' },
    mode,
  });
  const at = context.clock.now();
  const { result, keep } = decisions.found(toCacheKey(email), finding, at);
  const rows = context.store.team(team);
  const isFree = !reservation && !request;
  const isKept = !isFree || (await hasRoom(context, team, { isSandbox: true }));
  const verified = { email, result, at, keep, reservation, request };
  if (!isKept || (await rows.recordVerification(verified))) {
    emitVerification(context, email, { result, cached: false });
  } else if (reservation) {
    await rows.giveBack(reservation.id);
  }
  return result;
}

/** The team's history, newest first: single and batch, cached or not. */
export function listVerifications(
  { store }: StoreContext,
  team: Team,
  page: Page,
  signal?: AbortSignal,
): Promise<VerifiedAddress[]> {
  return store.team(team.id).listVerifications(page, signal);
}

/** Addresses for which Verify Email fails, so that integrators can try how they handle it. */
const ERRORS: ReadonlyMap<string, () => ServiceError> = new Map([
  [`quota@${SANDBOX_DOMAIN}`, overQuota],
  [
    `rate-limited@${SANDBOX_DOMAIN}`,
    () => new ServiceError('rate_limited', message('errorTexts.too_many_requests')),
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
