import type { Meaning } from '../smtp/meaning.ts';
import type { FindingReason } from '../verifier.ts';

/** What a meaning leads to. */
interface Reaction {
  readonly does: 'settle' | 'accept' | 'park' | 'other_sender' | 'other_session';
  readonly reason: FindingReason;
  /** The reply is about the mailbox: the host does not refuse us. */
  readonly trusts?: true;
}

/** The reaction to each meaning. */
export const REACTIONS: Readonly<Record<Meaning, Reaction>> = {
  accepted: { does: 'accept', reason: 'accepted', trusts: true },
  busy: { does: 'accept', reason: 'exists_busy', trusts: true },
  no_mailbox: { does: 'settle', reason: 'no_mailbox', trusts: true },
  full: { does: 'settle', reason: 'full', trusts: true },
  disabled: { does: 'settle', reason: 'disabled', trusts: true },
  no_mail_domain: { does: 'settle', reason: 'null_mx', trusts: true },
  greylisted: { does: 'park', reason: 'greylisted' },
  soft_unknown: { does: 'park', reason: 'deferred' },
  their_trouble: { does: 'park', reason: 'deferred' },
  session_limit: { does: 'other_session', reason: 'deferred' },
  harvest_limit: { does: 'other_session', reason: 'deferred' },
  closing: { does: 'other_session', reason: 'deferred' },
  rate_limited: { does: 'other_session', reason: 'deferred' },
  needs_tls: { does: 'other_session', reason: 'unclear' },
  sender_refused: { does: 'other_sender', reason: 'blocked' },
  blocked: { does: 'settle', reason: 'blocked' },
  relay_denied: { does: 'settle', reason: 'unclear' },
  cannot_say: { does: 'settle', reason: 'unclear' },
  protocol_error: { does: 'settle', reason: 'unclear' },
  unclear: { does: 'settle', reason: 'unclear' },
};

/** Refusals that say nothing about the address, and so nothing about the domain. */
export const UNDECIDING: ReadonlySet<Meaning> = new Set([
  'session_limit',
  'harvest_limit',
  'closing',
  'rate_limited',
  'needs_tls',
  'sender_refused',
  'blocked',
  'protocol_error',
]);
