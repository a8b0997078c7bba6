import type { ReachabilityProblem } from '../contract/reachability.ts';
import type { Hint } from '../lib/errors.ts';
import type { NoticeType } from './notices/records.ts';
import { StoreError, type StoreErrorKind } from './store-error.ts';

/** The kind of a damaged row. */
export type DamagedThing = 'verification' | 'cached_answer' | 'batch_entry';

/**
 * Events of the service, for its log and its metrics. An event never holds a key; addresses are in
 * `email` only, so that a log can mask them.
 */
export type ServiceEvent =
  | RequestEvent
  | VerificationEvent
  /** The error behind a response 500. */
  | { readonly event: 'request_failed'; readonly requestId: string; readonly error: unknown }
  | {
      readonly event: 'batch_created';
      readonly batchId: string;
      readonly teamId: string;
      readonly size: number;
    }
  | {
      readonly event: 'batch_cancelled' | 'batch_deleted';
      readonly batchId: string;
      readonly teamId: string;
    }
  | { readonly event: 'batch_started' | 'batch_completed'; readonly batchId: string }
  | {
      readonly event: 'batch_retried' | 'batch_failed';
      readonly batchId: string;
      readonly error: unknown;
    }
  /** A batch whose parts were lost begins again with the addresses that have no result. */
  | { readonly event: 'batch_restored'; readonly batchId: string }
  /** A batch had no result for longer than the verifier's limits: its open addresses become unknown. */
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
      /** The state in which it was, in words. */
      readonly state: string;
      readonly error?: unknown;
    }
  | { readonly event: 'worker_error'; readonly error: unknown }
  /** A request was answered 503 or 500 because of the database. */
  | {
      readonly event: 'database_error';
      readonly requestId: string;
      readonly kind: StoreErrorKind;
      readonly error: unknown;
      /** What to do about it. */
      readonly hint: Hint;
    }
  /** A stored row does not fit its schema and is left out. */
  | { readonly event: 'damaged_row'; readonly what: DamagedThing }
  /** No mailbox can be verified, or again: `dns_failure`, `port_25_closed`, … */
  | {
      readonly event: 'reachability_lost' | 'reachability_restored';
      readonly problem: ReachabilityProblem;
    }
  /** A provider gets no connections for a while: it refuses this host, or its limits are reached. */
  | {
      readonly event: 'provider_rests';
      /** An id of the provider table, else a registrable domain. */
      readonly provider: string;
      /** The name of the egress at which it rests. */
      readonly egress: string;
      readonly milliseconds: number;
      /** `trend`: it refused more and more sessions. Absent for what another process began. */
      readonly cause?: string;
    }
  /** A provider refuses more and more sessions: half as many are opened. */
  | {
      readonly event: 'provider_braked';
      readonly provider: string;
      readonly egress: string;
      /** Of the last sessions. */
      readonly refusals: number;
      readonly sessions: number;
    }
  /** A block list has the address of an egress, or no longer has it. */
  | {
      readonly event: 'egress_listed' | 'egress_delisted';
      readonly egress: string;
      readonly address: string;
      /** The list's name in DNS. */
      readonly list: string;
    }
  /** An egress leads nowhere, or again somewhere. */
  | {
      readonly event: 'egress_unusable';
      readonly egress: string;
      /** What is wrong: a sentence without a full stop. */
      readonly error: string;
    }
  | { readonly event: 'egress_usable'; readonly egress: string }
  /** Processes have other settings for an egress, or again the same. */
  | {
      readonly event: 'egresses_disagree' | 'egresses_agree';
      /** A sentence without a full stop. */
      readonly conflict: string;
    }
  /** A sweep would have deleted everything: the machine's clock may be wrong. */
  | {
      readonly event: 'sweep_refused';
      readonly kind: 'history' | 'batches';
      /** ISO 8601, UTC. */
      readonly newest: string;
      readonly keepDays: number;
    }
  /** Rows older than `keep-history` and `keep-batches` were deleted. */
  | {
      readonly event: 'swept';
      readonly verifications: number;
      readonly batches: number;
      readonly lists: number;
    }
  | {
      readonly event: 'list_ended';
      readonly listId: string;
      readonly teamId: string;
      readonly status: 'completed' | 'cancelled';
    }
  | {
      readonly event: 'webhook_delivered';
      readonly deliveryId: string;
      readonly webhookId: string;
      readonly teamId: string;
      /** The status. */
      readonly answer: number | null;
      readonly ms: number;
      /** Milliseconds that the attempt began after its time. */
      readonly waitedMs: number;
    }
  /** An attempt that is made again, or was the last. */
  | {
      readonly event: 'webhook_refused';
      readonly deliveryId: string;
      readonly webhookId: string;
      readonly teamId: string;
      /** The status; null without an answer. */
      readonly answer: number | null;
      readonly ms: number;
      readonly error: string;
    }
  /** A mail to a person; without the address. */
  | { readonly event: 'notice_sent'; readonly type: NoticeType }
  | {
      readonly event: 'notice_refused';
      readonly type: NoticeType;
      readonly error: string;
      /** It is not tried again. */
      readonly isLast: boolean;
    }
  /** The receiver answered 410, or nothing arrived for days. */
  | {
      readonly event: 'webhook_disabled';
      readonly webhookId: string;
      readonly teamId: string;
      readonly reason: 'gone' | 'failing';
    }
  /** The file of a list can't be read or written. */
  | { readonly event: 'list_failed'; readonly listId: string; readonly error: unknown }
  /** The folder of the lists is not there, and no list is seen to until it is back. */
  | { readonly event: 'lists_away'; readonly error: unknown; readonly hint: Hint }
  /** The folder of the lists is there again. */
  | { readonly event: 'lists_back' }
  /** Files of a list that the database does not know were moved to `path`, with the endings that they had. */
  | { readonly event: 'list_set_aside'; readonly listId: string; readonly path: string }
  /** The database was of an earlier version. `text`: `migrated 6 → 20`. */
  | {
      readonly event: 'database_migrated';
      readonly text: string;
      /** SQLite: where the database lies as it was. */
      readonly copy?: string | undefined;
      /** SQLite: why it was not copied. */
      readonly copyProblem?: string | undefined;
    }
  | { readonly event: 'started'; readonly url: string; readonly workers: number }
  | { readonly event: 'stopping' | 'stopped' };

/** A request was answered. */
export interface RequestEvent {
  readonly event: 'request';
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, such as `/api/v1/batches/{id}`; `other` for an unknown path. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The team of the key; absent without a valid one. */
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

/** Receives events. Must not throw and not block. */
export type Observe = (event: ServiceEvent) => void;

/** Reports an error of the store with its hint. False for any other error. */
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
