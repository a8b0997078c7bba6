/** An example of each schema, for the OpenAPI document and its page. */

import type * as z from 'zod';
import type { AccuracyReport } from '../contract/accuracy.ts';
import type { BatchWithDetail, Detail } from '../contract/detail.ts';
import { EXAMPLE_FACTS } from '../contract/facts.ts';
import type {
  AccuracyRequestSchema,
  AddSuppressionsRequestSchema,
  CreateBatchRequestSchema,
  FindLedgerRequestSchema,
  ImportResultsRequestSchema,
  LearnOutcomesRequestSchema,
  VerifyRequestSchema,
} from '../contract/requests.ts';
import type {
  Account,
  AddSuppressionsResponse,
  BatchEntryOnWire,
  BatchOnWire,
  BatchResultsSchema,
  CancelBatchResponse,
  CreateBatchResponse,
  DeleteBatchResponse,
  ErrorBody,
  ImportResultsResponse,
  LearnOutcomesResponse,
  LedgerEntryOnWire,
  RemoveSuppressionResponse,
  SuppressionOnWire,
  VerificationResult,
} from '../contract/schemas.ts';

const RESULT: VerificationResult = {
  email: 'ada@example.com',
  ...EXAMPLE_FACTS,
};

const DETAIL: Detail = {
  reason: 'accepted',
  provider: 'google',
  mxHost: 'aspmx.l.google.com',
  egress: 'default',
  free: false,
  suggestion: null,
  reply: { code: 250, enhanced: '2.1.5', text: 'OK' },
  rule: 'accepted',
  control: 'refused_behind',
  known: { deliverable: true, acceptAll: false, mx: true, smtp: true },
  checkedAt: '2026-11-21T12:00:00.000Z',
  cached: false,
  attempts: 1,
  retryAfter: null,
  domainOutcomes: { delivered: 12, bounced: 2, since: '2026-06-03T08:00:00.000Z' },
};

const BATCH: BatchOnWire = {
  _id: 'batch_5Wr75YxmmV2JMCaaTSSe',
  status: 'processing',
  totalCount: 2,
  processedCount: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
};

const BATCH_WITH_DETAIL: BatchWithDetail = {
  ...BATCH,
  waiting: [{ reason: 'greylisted', count: 1, until: '2026-11-21T12:05:00.000Z' }],
};

const VERIFIED: BatchEntryOnWire = {
  id: `${BATCH._id}.1`,
  email: RESULT.email,
  status: 'verified',
  result: RESULT,
  error: null,
};

const PENDING: BatchEntryOnWire & { result: null } = {
  id: `${BATCH._id}.2`,
  email: 'bob@example.org',
  status: 'pending',
  result: null,
  error: null,
};

export const EXAMPLES = {
  VerifyRequest: { email: RESULT.email } satisfies z.input<typeof VerifyRequestSchema>,
  CreateBatchRequest: { emails: [VERIFIED.email, PENDING.email] } satisfies z.input<
    typeof CreateBatchRequestSchema
  >,
  VerificationResult: RESULT,
  Batch: BATCH,
  BatchEntry: VERIFIED,
  CreateBatchResponse: {
    id: BATCH._id,
    status: 'pending',
    totalCount: 2,
    processedCount: 0,
    message: `Poll GET /api/v1/batches/${BATCH._id} until status is completed, failed or cancelled`,
  } satisfies CreateBatchResponse,
  BatchResults: { batch: BATCH, emails: [VERIFIED, PENDING] } satisfies z.infer<
    typeof BatchResultsSchema
  >,
  Detail: DETAIL,
  BatchWithDetail: BATCH_WITH_DETAIL,
  CancelBatchResponse: {
    message: 'Batch cancelled',
    batch: { ...BATCH, status: 'cancelled' },
  } satisfies CancelBatchResponse,
  DeleteBatchResponse: {
    message: 'Batch deleted',
    _id: BATCH._id,
  } satisfies DeleteBatchResponse,
  Account: {
    team: 'Example Ltd',
    quota: 100_000,
    used: 1200,
    givenBack: 12,
    resetsAt: '2026-12-01T00:00:00.000Z',
    keyLabel: 'production',
    keyScopes: ['verify', 'read'],
    keyExpiresAt: '2027-02-01T00:00:00.000Z',
    storage: {
      used: 1_440_000,
      limit: 504_800_000,
      lists: 310_000,
    },
  } satisfies Account,
  AddSuppressionsRequest: { emails: ['ann@example.org', '@example.net'] } satisfies z.input<
    typeof AddSuppressionsRequestSchema
  >,
  Suppression: {
    email: 'ann@example.org',
    addedAt: '2026-11-21T09:30:00.000Z',
  } satisfies SuppressionOnWire,
  AddSuppressionsResponse: { added: 2 } satisfies AddSuppressionsResponse,
  FindLedgerRequest: { emails: ['ada@example.com'] } satisfies z.input<
    typeof FindLedgerRequestSchema
  >,
  LedgerEntry: {
    email: 'ada@example.com',
    due: false,
    disputed: true,
    result: { email: 'ada@example.com', ...EXAMPLE_FACTS },
    reason: 'accepted',
    provider: null,
    checkedAt: '2026-11-20T08:15:00.000Z',
    imported: [
      {
        source: 'zerobounce',
        verdict: 'undeliverable',
        reason: 'mailbox',
        checkedAt: '2026-03-10T08:15:00.000Z',
      },
    ],
  } satisfies LedgerEntryOnWire,
  ImportResultsRequest: {
    source: 'zerobounce',
    results: [
      {
        email: 'ada@example.com',
        verdict: 'undeliverable',
        reason: 'mailbox',
        checkedAt: '2026-03-10T08:15:00.000Z',
      },
    ],
  } satisfies z.input<typeof ImportResultsRequestSchema>,
  ImportResultsResponse: { stored: 1, known: 0 } satisfies ImportResultsResponse,
  LearnOutcomesRequest: {
    outcomes: [
      {
        email: 'ada@example.com',
        outcome: 'no_mailbox',
        code: 550,
        status: '5.1.1',
        host: 'mx.example.com',
        reply: '550 5.1.1 User unknown',
        at: '2026-11-20T08:15:00.000Z',
        source: 'bounces.mbox:17',
      },
    ],
  } satisfies z.input<typeof LearnOutcomesRequestSchema>,
  LearnOutcomesResponse: { stored: 1, known: 0 } satisfies LearnOutcomesResponse,
  AccuracyRequest: { since: '2026-06-01T00:00:00Z' } satisfies z.input<
    typeof AccuracyRequestSchema
  >,
  AccuracyReport: {
    since: '2026-06-01T00:00:00.000Z',
    cut: false,
    verified: 1000,
    outcomes: 910,
    delivered: 900,
    bounced: 10,
    undated: 0,
    basis: 'outcomes',
    verdicts: [],
    rules: [
      {
        verdict: 'deliverable',
        reason: 'accepted',
        detail: 'accepted',
        rule: 'refused_behind',
        provider: 'microsoft-365',
        host: null,
        verified: 1000,
        outcomes: 910,
        delivered: 900,
        bounced: 10,
        contradicted: 10,
        share: 0.011,
        low: 0.006,
        high: 0.0201,
        promise: 0.03,
        replies: [{ reply: '550 5.1.1 User unknown', count: 10 }],
      },
    ],
    hosts: [],
  } satisfies AccuracyReport,
  RemoveSuppressionResponse: {
    message: 'Suppression removed',
    email: 'ann@example.org',
  } satisfies RemoveSuppressionResponse,
  Error: { statusCode: 404, message: 'Batch not found' } satisfies ErrorBody,
} as const;
