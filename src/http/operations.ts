import type {
  BatchEntryWithDetail,
  BatchWithDetail,
  VerificationResultWithDetail,
} from '../contract/detail.ts';
import {
  AccuracyRequestSchema,
  AddSuppressionsRequestSchema,
  CreateBatchRequestSchema,
  FindLedgerRequestSchema,
  ImportResultsRequestSchema,
  LearnOutcomesRequestSchema,
  VerifyRequestSchema,
} from '../contract/requests.ts';
import type { ServiceOperation } from '../contract/routes.ts';
import type {
  Account,
  AddSuppressionsResponse,
  BatchEntryOnWire,
  BatchOnWire,
  CancelBatchResponse,
  CreateBatchResponse,
  DeleteBatchResponse,
  ImportResultsResponse,
  LearnOutcomesResponse,
  RemoveSuppressionResponse,
  SuppressionOnWire,
  VerificationResult,
} from '../contract/schemas.ts';
import { isoOrNull, isoTime, parseIsoTime } from '../lib/iso-time.ts';
import { resultOnWire, toDetail } from '../result/on-wire.ts';
import type { VerifiedAddress } from '../result/result.ts';
import { getAccuracy } from '../service/accuracy/accuracy.ts';
import type { CallingTeam } from '../service/authenticate.ts';
import {
  cancelBatch,
  createBatch,
  deleteBatch,
  findWaits,
  getBatch,
  listBatches,
} from '../service/batches/batches.ts';
import { findLedger, importResults } from '../service/ledger/ledger.ts';
import { learnGivenOutcomes } from '../service/outcomes/learn-outcomes.ts';
import type { PartWait } from '../service/parts/part-queue.ts';
import { COMMAND_LINE } from '../service/people/records.ts';
import type { EntryRecord, ServiceContext } from '../service/ports.ts';
import { mapInSlices } from '../service/read-turns.ts';
import type { BatchRecord } from '../service/records.ts';
import { isHash, type Suppression } from '../service/suppressions/entries.ts';
import {
  addSuppressionTexts,
  listSuppressions,
  removeSuppressionText,
  type SuppressionOwner,
} from '../service/suppressions/suppressions.ts';
import { getAccount } from '../service/teams/account.ts';
import { findConclusions } from '../service/verifications/conclusions.ts';
import { listVerifications, verifyAddress } from '../service/verifications/verifications.ts';
import type { RequestContext } from './environment.ts';
import {
  BatchesPageSchema,
  type Include,
  readBody,
  readIdempotencyKey,
  readInclude,
  readPage,
  SuppressionsPageSchema,
  VerificationsPageSchema,
} from './read-request.ts';

/** Each reads what it needs from the request, and returns the body of its answer. */
export const OPERATIONS: Readonly<
  Record<
    ServiceOperation,
    (c: RequestContext, service: ServiceContext, team: CallingTeam) => Promise<object>
  >
> = {
  async verify(c, service, team) {
    const include = readInclude(c);
    const { email, noCache = false, mode } = await readBody(c, VerifyRequestSchema);
    const body = { email, noCache, ...(mode && { mode }) };
    const request = readIdempotencyKey(c, { operation: 'verify', body, now: service.clock.now() });
    const toWire = await wireForm(service, team, include);
    return toWire(await verifyAddress(service, team, { ...body, request }));
  },
  async listVerifications(c, service, team) {
    const include = readInclude(c);
    const page = readPage(c, VerificationsPageSchema);
    const found = await listVerifications(service, team, page, c.req.raw.signal);
    return inSlices(c, found, await wireForm(service, team, include));
  },
  async createBatch(c, service, team): Promise<CreateBatchResponse> {
    const body = await readBody(c, CreateBatchRequestSchema);
    const now = service.clock.now();
    const request = readIdempotencyKey(c, { operation: 'createBatch', body, now });
    const { emails, noCache, mode } = body;
    const job = c.env?.local?.job;
    const batch = await createBatch(service, team, emails, { request, job, noCache, mode });
    const { id, status, totalCount, processedCount } = batch;
    const message = `Poll GET /api/v1/batches/${id} until status is completed, failed or cancelled`;
    return { id, status, totalCount, processedCount, message };
  },
  async getBatch(c, service, team) {
    const include = readInclude(c);
    const { batch, entries } = await getBatch(service, team, idOf(c));
    const toWire = await wireForm(service, team, include);
    return {
      batch: include === 'detail' ? await batchWithDetail(service, batch) : batchOnWire(batch),
      emails: await inSlices(c, entries, (entry) => entryOnWire(entry, toWire)),
    };
  },
  async listBatches(c, service, team) {
    const include = readInclude(c);
    const batches = await listBatches(service, team, readPage(c, BatchesPageSchema));
    return include === 'detail' ? batchesWithDetail(service, batches) : batches.map(batchOnWire);
  },
  async cancelBatch(c, service, team): Promise<CancelBatchResponse> {
    const batch = await cancelBatch(service, team, idOf(c));
    return { message: 'Batch cancelled', batch: batchOnWire(batch) };
  },
  async deleteBatch(c, service, team): Promise<DeleteBatchResponse> {
    const id = idOf(c);
    await deleteBatch(service, team, id);
    return { message: 'Batch deleted', _id: id };
  },
  async listSuppressions(c, service, team) {
    const found = await listSuppressions(service, team.id, readPage(c, SuppressionsPageSchema));
    return found.map(suppressionOnWire);
  },
  async addSuppressions(c, service, team): Promise<AddSuppressionsResponse> {
    const { emails } = await readBody(c, AddSuppressionsRequestSchema);
    return { added: await addSuppressionTexts(service, ownerOf(team), emails) };
  },
  async removeSuppression(c, service, team): Promise<RemoveSuppressionResponse> {
    const email = await removeSuppressionText(service, ownerOf(team), idOf(c));
    return { message: 'Suppression removed', email };
  },
  async findLedger(c, service, team) {
    const { emails } = await readBody(c, FindLedgerRequestSchema);
    return [...(await findLedger(service, team.id, emails))];
  },
  async importResults(c, service, team): Promise<ImportResultsResponse> {
    return await importResults(service, team.id, await readBody(c, ImportResultsRequestSchema));
  },
  async learnOutcomes(c, service, team): Promise<LearnOutcomesResponse> {
    const { outcomes } = await readBody(c, LearnOutcomesRequestSchema);
    return { ...(await learnGivenOutcomes(service, team.id, outcomes)) };
  },
  async getAccuracy(c, service, team) {
    const { since, batches } = await readBody(c, AccuracyRequestSchema);
    const pause = c.get('pause');
    return getAccuracy(service, team.id, { since: parseIsoTime(since), batches, pause });
  },
  async getAccount(_, service, team): Promise<Account> {
    const { keyLimits, resetsAt, ...account } = await getAccount(service, team);
    const { scopes, expiresAt } = keyLimits;
    return {
      ...account,
      resetsAt: isoTime(resetsAt),
      keyScopes: [...scopes],
      keyExpiresAt: isoOrNull(expiresAt),
    };
  },
};

function inSlices<Row, Shown>(
  c: RequestContext,
  rows: readonly Row[],
  show: (row: Row) => Shown,
): Promise<Shown[]> {
  return mapInSlices(rows, c.get('pause') ?? withoutPause, show);
}

async function withoutPause(): Promise<void> {}

/** Who changes something by the API, in the audit log: `API key shop (ada@example.com)`. */
function ownerOf({ id, keyLabel, keyCreatedBy }: CallingTeam): SuppressionOwner {
  const key = keyLabel ? `API key ${keyLabel}` : 'API key';
  const isOfPerson = keyCreatedBy && keyCreatedBy !== COMMAND_LINE;
  return { teamId: id, actor: isOfPerson ? `${key} (${keyCreatedBy})` : key };
}

function idOf(c: RequestContext): string {
  return c.req.param('id') ?? '';
}

function batchOnWire(batch: BatchRecord): BatchOnWire {
  const { id, status, totalCount, processedCount } = batch;
  const createdAt = isoTime(batch.createdAt);
  return { _id: id, status, totalCount, processedCount, createdAt };
}

async function batchWithDetail(
  context: ServiceContext,
  batch: BatchRecord,
): Promise<BatchWithDetail> {
  const [shown = batchOnWire(batch)] = await batchesWithDetail(context, [batch]);
  return shown;
}

async function batchesWithDetail(
  context: ServiceContext,
  batches: readonly BatchRecord[],
): Promise<BatchWithDetail[]> {
  const waits = await findWaits(context, batches);
  const now = context.clock.now();
  return batches.map((batch) => withWaits(batch, waits.get(batch.id) ?? [], now));
}

function withWaits(batch: BatchRecord, waiting: readonly PartWait[], now: number): BatchWithDetail {
  if (waiting.length === 0) return batchOnWire(batch);
  // Whole seconds: the same wait looks the same each time, by whichever clock it is measured.
  const until = (left: number) => isoTime(Math.round((now + left) / 1000) * 1000);
  const waits = waiting.map(({ reason, count, left }) => ({ reason, count, until: until(left) }));
  return { ...batchOnWire(batch), waiting: waits };
}

type WireForm = (verified: VerifiedAddress) => VerificationResult | VerificationResultWithDetail;

/** The nine fields, in the interface's order, and what the request includes. */
async function wireForm(
  service: ServiceContext,
  team: CallingTeam,
  include: Include,
): Promise<WireForm> {
  if (include === undefined) return resultOnWire;
  const conclude = await findConclusions(service, team);
  if (include === 'verdict')
    return (verified) => ({ ...resultOnWire(verified), ...conclude(verified) });
  return (verified) => {
    const detail = toDetail(verified);
    return { ...resultOnWire(verified), ...conclude(verified, detail.suggestion), detail };
  };
}

function suppressionOnWire({ entry, addedAt }: Suppression): SuppressionOnWire {
  return { email: isHash(entry) ? null : entry, addedAt: isoTime(addedAt) };
}

function entryOnWire(
  { id, email, status, result, error }: EntryRecord,
  toWire: WireForm,
): BatchEntryOnWire | BatchEntryWithDetail {
  const found = result && toWire({ email, result });
  return { id, email, status, result: found, error };
}
