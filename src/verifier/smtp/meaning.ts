/** What a reply, or its absence, says. */
export const MEANINGS = [
  // About the mailbox.
  'accepted',
  'busy',
  'no_mailbox',
  'full',
  'disabled',
  // About the domain: it takes no mail.
  'no_mail_domain',
  // Later perhaps.
  'greylisted',
  'soft_unknown',
  'their_trouble',
  // About this session: ask again in another.
  'session_limit',
  'harvest_limit',
  'closing',
  'needs_tls',
  'sender_refused',
  // About us: too many sessions or recipients, or a refusal.
  'rate_limited',
  'blocked',
  // A greeting that refuses service, without a word on us: another host of the domain may serve.
  'no_service',
  // No answer to the question.
  'relay_denied',
  'cannot_say',
  'protocol_error',
  'unclear',
] as const;
/** One of `MEANINGS`. */
export type Meaning = (typeof MEANINGS)[number];

/** Where in the conversation a reply came. Only the last is about a mailbox. */
export const STAGES = ['greeting', 'hello', 'starttls', 'mail', 'rcpt'] as const;
/** One of `STAGES`. */
export type Stage = (typeof STAGES)[number];
