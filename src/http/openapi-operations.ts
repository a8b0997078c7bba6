import { AccuracyReportSchema } from '../contract/accuracy.ts';
import {
  BatchEntryWithDetailSchema,
  BatchResultsWithDetailSchema,
  BatchWithDetailSchema,
  DetailSchema,
  VerificationResultWithDetailSchema,
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
import {
  AccountSchema,
  AddSuppressionsResponseSchema,
  BatchSchema,
  CancelBatchResponseSchema,
  CreateBatchResponseSchema,
  DeleteBatchResponseSchema,
  ErrorBodySchema,
  ImportResultsResponseSchema,
  LearnOutcomesResponseSchema,
  LedgerEntrySchema,
  RemoveSuppressionResponseSchema,
  SuppressionSchema,
} from '../contract/schemas.ts';
import type { ErrorStatus } from './http-error.ts';
import {
  BatchesPageSchema,
  type PageSchema,
  SuppressionsPageSchema,
  VerificationsPageSchema,
} from './read-request.ts';

/** The schemas of request bodies. */
export const REQUESTS = {
  VerifyRequest: VerifyRequestSchema,
  CreateBatchRequest: CreateBatchRequestSchema,
  AddSuppressionsRequest: AddSuppressionsRequestSchema,
  FindLedgerRequest: FindLedgerRequestSchema,
  ImportResultsRequest: ImportResultsRequestSchema,
  LearnOutcomesRequest: LearnOutcomesRequestSchema,
  AccuracyRequest: AccuracyRequestSchema,
};

/** The schemas of answers. */
export const ANSWERS = {
  VerificationResult: VerificationResultWithDetailSchema,
  Batch: BatchSchema,
  BatchEntry: BatchEntryWithDetailSchema,
  CreateBatchResponse: CreateBatchResponseSchema,
  BatchResults: BatchResultsWithDetailSchema,
  CancelBatchResponse: CancelBatchResponseSchema,
  Detail: DetailSchema,
  BatchWithDetail: BatchWithDetailSchema,
  DeleteBatchResponse: DeleteBatchResponseSchema,
  Account: AccountSchema,
  Suppression: SuppressionSchema,
  AddSuppressionsResponse: AddSuppressionsResponseSchema,
  RemoveSuppressionResponse: RemoveSuppressionResponseSchema,
  LedgerEntry: LedgerEntrySchema,
  ImportResultsResponse: ImportResultsResponseSchema,
  LearnOutcomesResponse: LearnOutcomesResponseSchema,
  AccuracyReport: AccuracyReportSchema,
  Error: ErrorBodySchema,
};

type AnswerName = keyof typeof ANSWERS;

/** An operation in words. */
export interface OperationDescription {
  readonly summary: string;
  readonly description: string;
  /** Of the path; absent if it has none. */
  readonly id?: string;
  readonly body?: keyof typeof REQUESTS;
  readonly page?: PageSchema;
  readonly answer: AnswerName | readonly [AnswerName];
  /** True where `include=detail` adds optional fields to the answer. */
  readonly detailed?: true;
  /** Statuses beside those of every operation. */
  readonly errors: readonly ErrorStatus[];
}

const BATCH_ID = 'The batch identifier returned by Create Batch';

const BODY_ERRORS = [400, 402, 409, 413, 415] as const;

/** All operations. */
export const DESCRIPTIONS: Readonly<Record<ServiceOperation, OperationDescription>> = {
  verify: {
    summary: 'Verify Email',
    description:
      'Verifies one address. Results are cached for 90 days unless noCache is true. An extension: rate-limited@, quota@ and server-error@sandbox.test are answered 429, 402 and 500.',
    body: 'VerifyRequest',
    answer: 'VerificationResult',
    detailed: true,
    errors: BODY_ERRORS,
  },
  listVerifications: {
    summary: 'List Verifications',
    description: "The team's verifications, newest first.",
    page: VerificationsPageSchema,
    answer: ['VerificationResult'],
    detailed: true,
    errors: [400],
  },
  createBatch: {
    summary: 'Create Batch',
    description: 'Submits 1 to 1000 addresses to be verified in the background.',
    body: 'CreateBatchRequest',
    answer: 'CreateBatchResponse',
    errors: BODY_ERRORS,
  },
  getBatch: {
    summary: 'Get Batch Results',
    description: 'A batch and its entries, in the order submitted.',
    id: BATCH_ID,
    answer: 'BatchResults',
    detailed: true,
    errors: [400, 404],
  },
  listBatches: {
    summary: 'List Batches',
    description: "The team's batches, newest first.",
    page: BatchesPageSchema,
    answer: ['BatchWithDetail'],
    detailed: true,
    errors: [400],
  },
  cancelBatch: {
    summary: 'Cancel Batch',
    description: 'Cancels a pending or processing batch.',
    id: BATCH_ID,
    answer: 'CancelBatchResponse',
    errors: [404, 409],
  },
  deleteBatch: {
    summary: 'Delete Batch',
    description:
      "Deletes an ended batch with its entries, and its results from the team's history. Usage stays as it is.",
    id: BATCH_ID,
    answer: 'DeleteBatchResponse',
    errors: [404, 409],
  },
  getAccount: {
    summary: 'Get Account',
    description:
      'The team of the API key, its monthly quota and how much of it is used, and what it has stored.',
    answer: 'Account',
    errors: [],
  },
  listSuppressions: {
    summary: 'List Suppressions',
    description:
      'The addresses and domains that the team never wants verified, in the order of their texts.',
    page: SuppressionsPageSchema,
    answer: ['Suppression'],
    errors: [400],
  },
  addSuppressions: {
    summary: 'Add Suppressions',
    description:
      'Adds 1 to 1000 addresses and domains (@example.com) to the suppression list. From then on their results say deliverable false, with the reason suppressed in detail; they are not verified and cost nothing. With a text that is neither, nothing is added.',
    body: 'AddSuppressionsRequest',
    answer: 'AddSuppressionsResponse',
    errors: [400, 402, 413, 415],
  },
  findLedger: {
    summary: 'Find Ledger',
    description:
      'Says what the team knows of 1 to 1000 addresses, in their order: the last verification, whether another look is due, what other verifiers said and whether they differ. Nobody is asked, and it costs nothing.',
    body: 'FindLedgerRequest',
    answer: ['LedgerEntry'],
    errors: [400, 413, 415],
  },
  importResults: {
    summary: 'Import Results',
    description:
      'Hands in 1 to 1000 results of another verifier. They stand beside the verifications of the team, and never answer one. With an invalid result nothing is stored.',
    body: 'ImportResultsRequest',
    answer: 'ImportResultsResponse',
    errors: [400, 402, 413, 415],
  },
  learnOutcomes: {
    summary: 'Learn Outcomes',
    description:
      'Hands in 1 to 1000 outcomes of mail that was sent. An address that bounced hard is undeliverable from then on, with the reason bounced in detail, until a later delivery is handed in; its cached result is dropped. With an invalid outcome nothing is stored. Amazon SES, SendGrid, Postmark and Mailgun report by themselves, at addresses that the dashboard shows under Settings.',
    body: 'LearnOutcomesRequest',
    answer: 'LearnOutcomesResponse',
    errors: [400, 402, 413, 415],
  },
  getAccuracy: {
    summary: 'Get Accuracy',
    description:
      'How often results of the team were right, by what became of mail to their addresses: by verdict and reason, by rule and provider, by mail host, each with a 95 % interval, the worst first. This request changes nothing, and no rule is changed by what it shows.',
    body: 'AccuracyRequest',
    answer: 'AccuracyReport',
    errors: [400, 413, 415],
  },
  removeSuppression: {
    summary: 'Remove Suppression',
    description: 'Removes an address or a domain from the suppression list.',
    id: 'The address, or @ and a domain, percent-encoded',
    answer: 'RemoveSuppressionResponse',
    errors: [400, 404],
  },
};

/** 408 and 431 come before the application is asked (see listen.ts). */
export type AnyStatus = ErrorStatus | 408 | 431;

/** Errors of every operation. */
export const ANY_ERRORS: readonly AnyStatus[] = [401, 408, 429, 431, 500, 503];

/** What an error status means. */
export const MEANINGS: Readonly<Record<AnyStatus, string>> = {
  400: 'The body or a query parameter is invalid',
  401: 'API key missing, invalid, revoked or expired',
  402: 'The team exceeded its plan limits: its quota, or its storage',
  403: 'The API key does not have the scope of this operation (an extension: keys have all scopes unless they were created with fewer)',
  404: 'There is no such batch, or no such entry of the suppression list',
  405: 'Method not allowed',
  408: 'The request took too long to arrive; the connection ends',
  409: 'The state of the batch does not allow it, or the Idempotency-Key came with another body',
  413: 'The body has more than 1 MiB',
  415: 'The body is not application/json',
  429: 'Too many requests at once, or too many open batches: Retry-After says when to come back',
  431: 'The headers have more than 16 KiB; the connection ends',
  500: 'Internal error',
  503: 'The service is stopping, or its database can not be used: see Retry-After',
};
