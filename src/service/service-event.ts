import type { ReachabilityProblem } from '../contract/reachability.ts';
import { StoreError, type StoreErrorKind } from './store-error.ts';

/** What a damaged row was. */
export type DamagedThing = 'verification' | 'cached_answer' | 'batch_entry';

/**
 * What happens in the service, for its log and its metrics. An event never holds a key; an address
 * stands in `email` alone, so that a log can mask it.
 */
export type ServiceEvent =
  | RequestEvent
  | VerificationEvent
  | { readonly event: 'request_failed'; readonly requestId: string; readonly error: unknown }
  | {
      readonly event: 'batch_created';
      readonly batchId: string;
      readonly teamId: string;
      readonly size: number;
    }
  | { readonly event: 'batch_cancelled'; readonly batchId: string; readonly teamId: string }
  | { readonly event: 'batch_started' | 'batch_completed'; readonly batchId: string }
  | {
      readonly event: 'batch_retried' | 'batch_failed';
      readonly batchId: string;
      readonly error: unknown;
    }
  /** No result came for longer than the limits of the verifier allow: its open addresses end as unknown. */
  | {
      readonly event: 'batch_stuck';
      readonly batchId: string;
      readonly teamId: string;
      /** Addresses without a result when it began, and now. */
      readonly size: number;
      readonly unknown: number;
      readonly silentMs: number;
    }
  /** A session, look-up or domain took longer than its own limits allow and was ended. */
  | {
      readonly event: 'verifier_stuck';
      readonly work: 'session' | 'lookup' | 'domain_job';
      /** Where it stood, in words. */
      readonly state: string;
      readonly error?: unknown;
    }
  | { readonly event: 'worker_error'; readonly error: unknown }
  /** A request was answered 503 or 500 because the database can't do what it asks. */
  | {
      readonly event: 'database_error';
      readonly requestId: string;
      readonly kind: StoreErrorKind;
      readonly error: unknown;
      /** What to do about it. */
      readonly hint: string;
    }
  /** Something stored does not fit its schema: it is not served. */
  | { readonly event: 'damaged_row'; readonly what: DamagedThing }
  /** Nothing can be learnt of any mailbox, or can be again: `dns_failure`, `port_25_closed`, … */
  | {
      readonly event: 'reachability_lost' | 'reachability_restored';
      readonly problem: ReachabilityProblem;
    }
  /** A provider is left alone: it refuses us, or its limits are reached. */
  | {
      readonly event: 'provider_rests';
      /** An id of the provider table, else a registrable domain. */
      readonly provider: string;
      readonly milliseconds: number;
    }
  /** All of it would have been deleted: the clock of the machine may be wrong. */
  | {
      readonly event: 'sweep_refused';
      readonly kind: 'history' | 'batches';
      /** ISO 8601, UTC. */
      readonly newest: string;
      readonly keepDays: number;
    }
  | {
      readonly event: 'swept';
      readonly verifications: number;
      readonly batches: number;
      readonly lists: number;
    }
  /** The file of a list can't be read or written. */
  | { readonly event: 'list_failed'; readonly listId: string; readonly error: unknown }
  | { readonly event: 'started'; readonly url: string; readonly workers: number }
  | { readonly event: 'stopping' | 'stopped' };

export interface RequestEvent {
  readonly event: 'request';
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, such as `/api/v1/batches/{id}`; `other` for an unknown path. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Whose key it was; absent without a valid one. */
  readonly teamId?: string | undefined;
}

interface VerificationEvent {
  readonly event: 'verification';
  readonly mode: 'single' | 'batch';
  readonly cached: boolean;
  readonly email: string;
  readonly decided: boolean;
  readonly reason: string;
}

/** Must not throw, and not take long. */
export type Observe = (event: ServiceEvent) => void;

/** Says which kind of error it was and what to do about it. False where it is none of the store's. */
export function observeStoreError(
  { observe }: { readonly observe?: Observe | undefined },
  requestId: string,
  error: unknown,
): boolean {
  if (!(error instanceof StoreError)) return false;
  const { kind, hint } = error;
  observe?.({ event: 'database_error', requestId, kind, error, hint });
  return true;
}
