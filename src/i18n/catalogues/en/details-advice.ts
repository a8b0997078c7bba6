/** What a sender does about a result with the fine reason. */
export const detailsAdvice = {
  accepted: 'Send.',
  exists_busy: 'Send.',
  accept_all:
    'Leave it out of large mailings: try a few such addresses first, and drop those that bounce.',
  accepts_all_until_data:
    'Leave it out of large mailings: try a few such addresses first, and drop those that bounce.',
  suppressed: 'Do not send to it.',
  syntax: 'Correct it or remove it.',
  no_mx: 'Remove it.',
  null_mx: 'Remove it.',
  no_mailbox: 'Remove it.',
  full: 'Verify it again in some weeks; remove it if it is still full.',
  disabled: 'Remove it.',
  opted_out: 'Keep it, and watch what happens when you send: only the domain can say more.',
  dns_failure: 'Verify it again later; `mailvet doctor` checks your name servers.',
  dns_untrusted: 'Check again once your administrator has fixed DNS.',
  no_connection: 'Verify it again later; `mailvet doctor` checks port 25.',
  no_answer: 'Verify it again later.',
  out_of_step: 'Verify it again later.',
  greylisted: 'Verify it again after the time given.',
  deferred: 'Verify it again later.',
  unproven: 'Verify it again later.',
  blocked: 'Check again from another IP address (ask your administrator).',
  refused_network: 'Verify it from inside that network, or remove it.',
  unclear: 'Verify it again later.',
  internal: 'Verify it again, and report it if it happens again.',
} as const;
