import { isFinal } from '../../contract/batch-state.ts';
import type { ProbeMode } from '../../contract/probe-mode.ts';
import { message } from '../../i18n/message.ts';
import type { PartWait } from '../parts/part-queue.ts';
import type {
  BatchContext,
  BatchRefusal,
  BatchWithEntries,
  EventContext,
  ListRange,
  NewBatch,
  NewEntry,
  ServiceContext,
  StoreContext,
} from '../ports.ts';
import type { BatchRecord, JobOfBatch, Page, Team } from '../records.ts';
import { ServiceError } from '../service-error.ts';
import { batchRefusal } from '../teams/storage.ts';
import { costOf, monthOf, overQuota } from '../teams/teams.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';
import { noteQuotaReached } from '../webhooks/webhooks.ts';
import { type IdempotentRequest, keyReused } from './idempotency.ts';

/** Stores 1 to 1000 addresses as a batch for the workers. Once this resolves, it survives a crash. */
export async function createBatch(
  context: BatchContext,
  team: Team,
  emails: readonly string[],
  from: BatchOrigin = {},
): Promise<BatchRecord> {
  const batch = await submitBatch(context, team.id, { emails, ...from });
  if (batch instanceof ServiceError) throw batch;
  if (batch === 'over_quota') throw overQuota();
  if (batch === 'key_reused') throw keyReused();
  if (typeof batch === 'string') throw tooManyBatches(context.maxOpenBatches);
  return batch;
}

interface BatchOrigin {
  readonly job?: JobOfBatch | undefined;
  readonly request?: IdempotentRequest | undefined;
  /** Whether addresses are verified although the cache has them. */
  readonly noCache?: boolean | undefined;
  /** How far it goes; `smtp` where it is left out. What goes less far is not charged, and cached only where it decides. */
  readonly mode?: ProbeMode | undefined;
}

interface SubmittedBatch extends BatchOrigin {
  readonly emails: readonly string[];
  readonly list?: ListRange;
}

/** The same for callers that handle a refusal; a range of a list becomes exactly one batch. */
export async function submitBatch(
  context: BatchContext,
  teamId: string,
  { emails, list, job, request, noCache, mode }: SubmittedBatch,
): Promise<BatchRecord | BatchRefusal | ServiceError> {
  const { store, clock, token, signals, observe, maxOpenBatches: maxOpen } = context;
  const createdAt = clock.now();
  const id = `batch_${token(20)}`;
  const entries = emails.map((email) => toEntry(email, mode));
  const isSandbox = !list && entries.every(({ cost }) => cost === 0);
  const overStorage = await refusalOf(context, teamId, { isSandbox, request });
  if (overStorage) return overStorage;
  const batch = await store.team(teamId).createBatch({
    id,
    createdAt,
    maxOpen,
    month: monthOf(createdAt),
    list,
    job,
    request,
    noCache,
    mode,
    entries,
    // What the embedded service keeps is its user's own, on that user's disk.
    isSandbox: isSandbox && context.teamStorage !== undefined,
  });
  if (batch === 'over_quota') await noteQuotaReached(context, teamId);
  if (typeof batch === 'string') return batch;
  // An earlier equal request created it.
  if (batch.id !== id) return batch;
  signals.created(teamId);
  observe?.({ event: 'batch_created', batchId: batch.id, teamId, size: emails.length });
  return batch;
}

function toEntry(email: string, mode: ProbeMode | undefined): NewEntry {
  return { email, cacheKey: toCacheKey(email), cost: costOf(email, mode) };
}

/** Why it may not be stored: an earlier equal request is answered nevertheless. */
async function refusalOf(
  context: BatchContext,
  teamId: string,
  { isSandbox, request }: Pick<NewBatch, 'request'> & { readonly isSandbox: boolean },
): Promise<ServiceError | undefined> {
  const hasKey = request !== undefined;
  const refusal = await batchRefusal(context, teamId, { isSandbox, hasKey });
  const isKnown = refusal && request && (await context.store.team(teamId).findRequest(request));
  return isKnown ? undefined : refusal;
}

function tooManyBatches(maxOpen = 0): ServiceError {
  return new ServiceError(
    'too_many_batches',
    message('errorTexts.too_many_batches', { most: maxOpen }),
  );
}

/** A batch of the team with all its entries. Another team's batch is not found. */
export async function getBatch(
  { store }: StoreContext,
  team: Team,
  id: string,
): Promise<BatchWithEntries> {
  const found = await store.team(team.id).findBatch(id);
  if (!found) throw batchNotFound();
  return found;
}

/** The error for a batch that does not exist or is another team's. */
export function batchNotFound(): ServiceError {
  return new ServiceError('batch_not_found', message('errorTexts.batch_not_found'));
}

/** The team's batches, newest first. */
export function listBatches(
  { store }: StoreContext,
  team: Team,
  page: Page,
): Promise<BatchRecord[]> {
  return store.team(team.id).listBatches(page);
}

/**
 * Deletes an ended batch with its entries, and its results from the team's history. Usage stays as it
 * is, and so do the team's cached answers.
 */
export async function deleteBatch(
  { store, observe }: EventContext,
  { id: teamId }: Team,
  id: string,
): Promise<void> {
  const outcome = await store.team(teamId).deleteBatch(id);
  if (!outcome) throw batchNotFound();
  if (outcome !== 'deleted') throw new ServiceError('batch_kept', KEPT[outcome]);
  observe?.({ event: 'batch_deleted', batchId: id, teamId });
}

const KEPT = {
  open: 'The batch has not ended: cancel it first',
  of_list: 'The batch is part of a list: delete the list in the dashboard',
};

/** Cancels an open batch: entries without a result never get one, and their cost is given back. */
export async function cancelBatch(
  { store, signals, observe }: BatchContext,
  { id: teamId }: Pick<Team, 'id'>,
  id: string,
): Promise<BatchRecord> {
  const found = await store.team(teamId).cancelBatch(id);
  if (!found) throw batchNotFound();
  const { cancelled, batch } = found;
  if (!cancelled) {
    const ended = isFinal(batch.status) ? batch.status : 'completed';
    throw new ServiceError('batch_ended', message(`errorTexts.batch_ended_${ended}`));
  }
  signals.cancelled(id, teamId);
  observe?.({ event: 'batch_cancelled', batchId: id, teamId });
  return batch;
}

/**
 * What batches wait for, by their id: as the verifier of this process knows it,
 * and as the queue of all workers does, which is asked once for all of them.
 */
export async function findWaits(
  { store, verifier }: ServiceContext,
  batches: readonly BatchRecord[],
): Promise<ReadonlyMap<string, readonly PartWait[]>> {
  const open = batches.filter(({ status }) => status === 'processing').map(({ id }) => id);
  const queued = open.length > 0 ? await store.parts.waits?.(open) : undefined;
  return new Map(
    batches.map(({ id }) => [id, [...verifier.waiting(id), ...(queued?.get(id) ?? [])]]),
  );
}
