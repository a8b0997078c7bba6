import type { Mailbox } from '../../../address/parse.ts';
import type { Control, ControlReply, HostReply } from '../../engine/evidence.ts';
import type { FindingReason } from '../../verifier.ts';

/** One address in a domain's queue, and what is known of it. */
export interface Recipient {
  /** Undefined for the random address that shows whether the domain accepts everything. */
  readonly mailbox: Mailbox | undefined;
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
  /** Replies before that, oldest first. */
  earlier: readonly HostReply[];
  /** The replies that control the last one. */
  controls: readonly ControlReply[];
  /** Milliseconds for which its provider must not be contacted. */
  retryAfter: number | undefined;
  /** It was refused without a control before, and waited for one. */
  wasHeld: boolean;
  /** What its answer is worth. */
  control: Control | undefined;
  /** Its result should the time run out. */
  reason: FindingReason;
}

const NONE: readonly never[] = [];

/** A recipient without attempts; the random one where there is no mailbox. */
export function createRecipient(mailbox: Mailbox | undefined): Recipient {
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
    earlier: NONE,
    controls: NONE,
    retryAfter: undefined,
    wasHeld: false,
    control: undefined,
    reason: 'no_answer',
  };
}

/** Replies about an address that are kept beside the last one. */
const MAX_EARLIER = 4;

/** The last host that was asked, with its reply; undefined: none decides. It does not count yet. */
export function noteReply(recipient: Recipient, hostReply: HostReply | undefined): void {
  const before = recipient.hostReply;
  if (before?.reply) recipient.earlier = [...recipient.earlier, before].slice(-MAX_EARLIER);
  recipient.hostReply = hostReply;
  recipient.isCounted = false;
  recipient.controls = NONE;
}
