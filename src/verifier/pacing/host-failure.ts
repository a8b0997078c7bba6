import type { HostReply } from '../engine/evidence.ts';
import type { Meaning } from '../smtp/meaning.ts';
import type { NoReply } from '../smtp/recipient-result.ts';
import type { FindingReason } from '../verifier.ts';

/** Why no host of a domain accepted a session. */
export type HostFailureReason = Extract<
  FindingReason,
  | 'no_mx'
  | 'null_mx'
  | 'no_connection'
  | 'no_answer'
  | 'out_of_step'
  | 'blocked'
  | 'refused_network'
  | 'deferred'
  | 'unclear'
>;

/** A host, or all hosts of a domain, without a session. */
export interface FailedHost extends HostFailure {
  readonly ok: false;
  /** The host greets with a refusal, and none of its words is about the sender. */
  readonly isClosed?: boolean;
}

/** Why no session came about, and when another attempt makes sense. */
export interface HostFailure {
  readonly reason: HostFailureReason;
  /** The host that gave the reason. */
  readonly hostReply?: HostReply | undefined;
  /** Milliseconds for which the provider must not be contacted. */
  readonly retryAfter?: number | undefined;
}

/** The reason of all addresses after a refusal before RCPT. */
export const REASON_BEFORE_RCPT: Readonly<Partial<Record<Meaning | NoReply, HostFailureReason>>> = {
  no_mail_domain: 'null_mx',
  blocked: 'blocked',
  no_service: 'blocked',
  sender_refused: 'blocked',
  closing: 'deferred',
  rate_limited: 'deferred',
  harvest_limit: 'deferred',
  greylisted: 'deferred',
  their_trouble: 'deferred',
  no_answer: 'no_answer',
  out_of_step: 'out_of_step',
};
