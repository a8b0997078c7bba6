import type { Meaning } from '../../smtp/meaning.ts';
import type { FindingReason } from '../../verifier.ts';

/** What a meaning leads to. */
interface Reaction {
  readonly action: 'settle' | 'accept' | 'park' | 'other_sender' | 'other_session';
  readonly reason: FindingReason;
  /** The reply is about the mailbox: the host does not refuse us. */
  readonly isAboutMailbox?: true;
}

/** The reaction to each meaning. */
export const REACTIONS: Readonly<Record<Meaning, Reaction>> = {
  accepted: { action: 'accept', reason: 'accepted', isAboutMailbox: true },
  busy: { action: 'accept', reason: 'exists_busy', isAboutMailbox: true },
  no_mailbox: { action: 'settle', reason: 'no_mailbox', isAboutMailbox: true },
  full: { action: 'settle', reason: 'full', isAboutMailbox: true },
  disabled: { action: 'settle', reason: 'disabled', isAboutMailbox: true },
  no_mail_domain: { action: 'settle', reason: 'null_mx', isAboutMailbox: true },
  greylisted: { action: 'park', reason: 'greylisted' },
  soft_unknown: { action: 'park', reason: 'deferred' },
  their_trouble: { action: 'park', reason: 'deferred' },
  session_limit: { action: 'other_session', reason: 'deferred' },
  harvest_limit: { action: 'other_session', reason: 'deferred' },
  closing: { action: 'other_session', reason: 'deferred' },
  rate_limited: { action: 'other_session', reason: 'deferred' },
  needs_tls: { action: 'other_session', reason: 'unclear' },
  sender_refused: { action: 'other_sender', reason: 'blocked' },
  blocked: { action: 'settle', reason: 'blocked' },
  no_service: { action: 'settle', reason: 'blocked' },
  relay_denied: { action: 'settle', reason: 'unclear' },
  cannot_say: { action: 'settle', reason: 'unclear' },
  protocol_error: { action: 'settle', reason: 'unclear' },
  unclear: { action: 'settle', reason: 'unclear' },
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
  'no_service',
  'protocol_error',
]);
