import type { AccuracyReport } from '../accuracy.ts';
import type { AccountState, Batch, BatchResults, Verification } from '../decode.ts';
import type { LedgerEntry } from '../decode-ledger.ts';
import type { Outcome } from '../outcomes.ts';
import type { ProbeMode } from '../probe-mode.ts';
import type { AccuracyRequest, ImportResultsRequest } from '../requests.ts';
import type { JobOfRequest } from './transport.ts';

/** Which part of a list to get; what is absent is left to the service. */
export interface PageOptions {
  readonly limit?: number;
  readonly skip?: number;
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * The six operations of the interface, and those that only our service has. Every method rejects with a
 * MailvetError whose code says how to react: `unauthorized`, `quota`, `rate_limited`, `network`, `request_timeout`, `server`,
 * `bad_answer`, `refused` (with `status`), and, for createBatch only, `answer_lost`: the request
 * was sent and whether a batch was created can't be known.
 */
export interface ServiceClient {
  /** Where requests go, without a trailing slash. */
  readonly baseUrl: string;
  verify(
    email: string,
    options?: CallOptions & { readonly noCache?: boolean; readonly mode?: ProbeMode | undefined },
  ): Promise<Verification>;
  listVerifications(page?: PageOptions, options?: CallOptions): Promise<Verification[]>;
  /** 1 to 1000 addresses. Retried only where the service surely did nothing. */
  createBatch(
    emails: readonly string[],
    options?: CallOptions & {
      readonly idempotencyKey?: string;
      /** Our service verifies again what it has in its cache. */
      readonly noCache?: boolean;
      /** How far our service goes. Another one may not know it, and ask mail hosts. */
      readonly mode?: ProbeMode | undefined;
      /** Of which list it is: only a service in this process receives it. */
      readonly job?: JobOfRequest;
    },
  ): Promise<Batch>;
  /**
   * For how many milliseconds the service remembers the keys of createBatch, as its last answer of
   * listBatches or createBatch says; undefined where it does not.
   */
  idempotencyLifetime(): number | undefined;
  getBatch(id: string, options?: CallOptions): Promise<BatchResults>;
  listBatches(page?: PageOptions, options?: CallOptions): Promise<Batch[]>;
  cancelBatch(id: string, options?: CallOptions): Promise<Batch>;
  /** Hands in what became of mail; returns how many of the outcomes are new. Repeating it does no harm. */
  learnOutcomes(
    outcomes: readonly Outcome[],
    options?: CallOptions,
  ): Promise<{ readonly stored: number }>;
  /**
   * Adds addresses to the do-not-mail list; returns how many are new. `refused` where the service does not
   * have it, or the key may not.
   */
  addSuppressions(
    emails: readonly string[],
    options?: CallOptions,
  ): Promise<{ readonly added: number }>;
  /** How often results were right, by what became of mail. `refused` where the service does not have it. */
  getAccuracy(request: AccuracyRequest, options?: CallOptions): Promise<AccuracyReport>;
  /** What the team knows of 1 to 1000 addresses, in their order. Only our service has it. */
  findLedger(emails: readonly string[], options?: CallOptions): Promise<LedgerEntry[]>;
  /** Hands in results of another verifier; returns how many are new. Repeating it does no harm. */
  importResults(
    results: ImportResultsRequest,
    options?: CallOptions,
  ): Promise<{ readonly stored: number }>;
  /** The team's plan and what is used of it. Undefined where the service does not have this operation. */
  getAccount(options?: CallOptions): Promise<AccountState | undefined>;
  /** Closes the connections that are kept open. */
  close(): Promise<void>;
}
