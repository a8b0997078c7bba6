/** What was found out about a mailbox, as the service has it from the verifier's finding to the wire and the disk. */

import type { Control } from '../contract/controls.ts';
import type { DomainOutcomes } from '../contract/decode.ts';
import type { Facts } from '../contract/facts.ts';
import type { OutcomeKind } from '../contract/outcomes.ts';
import { type Judgement, judge } from '../contract/verdict.ts';

/** The same for every spelling of the mailbox. Times are milliseconds since the Unix epoch. */
export interface Result {
  readonly facts: Facts;
  /** False when neither DNS nor a mail host gave a conclusive reply. */
  readonly decided: boolean;
  /** The verifier's fine reason. */
  readonly reason: string;
  readonly evidence: Evidence;
  /** When the mail host was asked. */
  readonly checkedAt: number;
  /** It was found for an earlier request. */
  readonly cached: boolean;
}

/** A result with the address as the caller wrote it. */
export interface VerifiedAddress {
  readonly email: string;
  readonly result: Result;
}

/** What a result rests on: the same for most addresses of a host. Null: not known. */
export interface Evidence {
  /** An id of the provider table, else the registrable domain of the mail host. */
  readonly provider: string | null;
  readonly mxHost: string | null;
  /** The egress by which the host was contacted. */
  readonly egress: string | null;
  /** A webmail domain with free mailboxes. */
  readonly free: boolean | null;
  readonly reply: QuotedReply | null;
  /** What read the reply. */
  readonly rule: string | null;
  readonly control: Control | null;
  /** SMTP sessions in which the address was asked about. */
  readonly attempts: number | null;
  /** Milliseconds behind `checkedAt` after which it makes sense to ask again. */
  readonly retryAfter: number | null;
  /** What became of earlier mail, where the result rests on it. */
  readonly outcome: OutcomeEvidence | null;
  /** What became of the team's mail to the domain. */
  readonly domainOutcomes: DomainOutcomes | null;
}

/** A reply of a mail host for people, in one line. */
export interface QuotedReply {
  readonly code: number;
  /** RFC 3463. */
  readonly enhanced: string | null;
  readonly text: string;
}

/** An outcome of mail that decided. */
export interface OutcomeEvidence {
  readonly kind: OutcomeKind;
  readonly at: number | null;
  /** Addresses that bounced: of the domain where above 1. */
  readonly addresses: number;
  readonly reply: string | null;
  readonly source: string | null;
}

/** Nobody was asked. */
export const NO_EVIDENCE: Evidence = {
  provider: null,
  mxHost: null,
  egress: null,
  free: null,
  reply: null,
  rule: null,
  control: null,
  attempts: null,
  retryAfter: null,
  outcome: null,
  domainOutcomes: null,
};

/** What a result means for a sender. */
export function verdictOf({ facts, reason }: Result): Judgement {
  return judge({ result: { ...facts, detail: { reason } } });
}
