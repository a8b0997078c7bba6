import type { Mailbox } from '../../../address/parse.ts';
import type { ControlFinding, HostReply } from '../../engine/evidence.ts';
import type { FindingReason } from '../../verifier.ts';

/** A mailbox of a list. */
export interface ListedMailbox extends Mailbox {
  /** Its first place in the list; negative once it has its result. */
  place: number;
}

/** One address in a domain's queue, and what is known of it. */
export interface Recipient {
  /** Undefined for the random address that shows whether the domain accepts everything. */
  readonly mailbox: ListedMailbox | undefined;
  readonly address: string;
  readonly needsSmtpUtf8: boolean;
  unanswered: number;
  repeats: number;
  parkings: number;
  discards: number;
  /** Sessions in which it was asked about. */
  attempts: number;
  /** The last host that was asked about it, with its reply. */
  hostReply: HostReply | undefined;
  /** The reply is known to be one about this recipient, and decides. */
  isCounted: boolean;
  /** Milliseconds for which its provider must not be contacted. */
  retryAfter: number | undefined;
  /** It was refused without a control before, and waited for one. */
  wasHeld: boolean;
  /** What its answer is worth. */
  control: ControlFinding | undefined;
  /** Its result should the time run out. */
  reason: FindingReason;
}

/** A recipient without attempts; without a mailbox, the random one. */
export function createRecipient(mailbox: ListedMailbox | undefined): Recipient {
  return {
    mailbox,
    address: mailbox?.address ?? '',
    needsSmtpUtf8: mailbox?.needsSmtpUtf8 ?? false,
    unanswered: 0,
    repeats: 0,
    parkings: 0,
    discards: 0,
    attempts: 0,
    hostReply: undefined,
    isCounted: false,
    retryAfter: undefined,
    wasHeld: false,
    control: undefined,
    reason: 'no_answer',
  };
}

/** The last host that was asked, with its reply; undefined: none decides. It does not count yet. */
export function noteReply(recipient: Recipient, hostReply: HostReply | undefined): void {
  recipient.hostReply = hostReply;
  recipient.isCounted = false;
}
