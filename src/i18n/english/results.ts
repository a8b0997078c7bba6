/** Fine reasons: a sentence without its full stop, about one address. */
export const details = {
  accepted: 'The mail server accepts mail for this mailbox',
  exists_busy: 'The mailbox exists; it is receiving too much mail right now',
  accept_all: 'The mail server accepts any name at this domain, so the mailbox may not exist',
  accepts_all_until_data:
    'The provider accepts any name and rejects unknown mailboxes after the message',
  suppressed: 'It is on the do-not-mail list of the team, so it was not verified',
  syntax: 'It is not an e-mail address',
  no_mx: 'The domain does not exist or has no mail server',
  null_mx: 'The domain says it does not accept e-mail',
  no_mailbox: 'The mail server knows no such mailbox',
  full: 'The mailbox exists, but it is full',
  bounced: 'It bounced, according to your delivery outcomes',
  disabled: 'The mailbox is disabled or abandoned',
  opted_out: 'Not checked: the domain asks that nobody probes its mailboxes',
  not_probed: 'The domain accepts mail; its mail server was not asked, as requested',
  not_looked_up: 'Neither DNS nor the mail server was asked, as requested',
  dns_failure: 'The name servers gave no usable answer about the domain',
  dns_untrusted: 'Not checked: a DNS problem on our side',
  no_connection: 'No mail server of the domain could be reached on port 25',
  no_answer: 'The mail server accepted the connection, but did not answer in time',
  out_of_step: 'The mail server gave contradictory answers',
  greylisted: 'The mail server asks unknown senders to come back later (greylisting)',
  deferred: 'The mail server has a temporary problem',
  unproven: 'The mail server accepted the address, and did not say whether it accepts any name',
  blocked: 'The mail server refused our check; this says nothing about the address',
  refused_network: 'The mail server is at an address that is not on the public internet',
  unclear: 'The reply of the mail server says neither that the mailbox exists nor that it does not',
  internal: 'The verification failed because of an internal error',
} as const;

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
  bounced: 'Remove it, unless you know that the mailbox exists again.',
  disabled: 'Remove it.',
  opted_out: 'Keep it: nobody but its domain can tell more.',
  not_probed: 'Verify it with SMTP to learn whether the mailbox exists.',
  not_looked_up: 'Verify it with SMTP to learn whether the mailbox exists.',
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

/** Numbers of addresses with a fine reason. */
export const detailsCounted = {
  accepted: '{count, plural, one {# mailbox accepts mail} other {# mailboxes accept mail}}',
  exists_busy: '{count, plural, one {# mailbox busy} other {# mailboxes busy}}',
  accept_all:
    '{count, plural, one {# address at a mail server that accepts any name} other {# addresses at mail servers that accept any name}}',
  accepts_all_until_data:
    '{count, plural, one {# address at a provider that rejects after the message} other {# addresses at providers that reject after the message}}',
  suppressed:
    '{count, plural, one {# address on the do-not-mail list} other {# addresses on the do-not-mail list}}',
  syntax: '{count, plural, one {# invalid address} other {# invalid addresses}}',
  no_mx:
    '{count, plural, one {# address at a domain without a mail server} other {# addresses at domains without a mail server}}',
  null_mx:
    '{count, plural, one {# address at a domain that receives no mail} other {# addresses at domains that receive no mail}}',
  no_mailbox: '{count, plural, one {# mailbox does not exist} other {# mailboxes do not exist}}',
  full: '{count, plural, one {# mailbox full} other {# mailboxes full}}',
  bounced: '{count, plural, one {# address that bounced} other {# addresses that bounced}}',
  disabled: '{count, plural, one {# mailbox disabled} other {# mailboxes disabled}}',
  opted_out:
    '{count, plural, one {# address at a domain that asks not to be probed} other {# addresses at domains that ask not to be probed}}',
  not_probed:
    '{count, plural, one {# address whose mail server was not asked} other {# addresses whose mail servers were not asked}}',
  not_looked_up:
    '{count, plural, one {# address that was not looked up} other {# addresses that were not looked up}}',
  dns_failure:
    '{count, plural, one {# address without an answer from DNS} other {# addresses without an answer from DNS}}',
  dns_untrusted:
    '{count, plural, one {# address not checked because of DNS} other {# addresses not checked because of DNS}}',
  no_connection:
    '{count, plural, one {# address at a mail server that cannot be reached} other {# addresses at mail servers that cannot be reached}}',
  no_answer:
    '{count, plural, one {# address without an answer from its mail server} other {# addresses without an answer from their mail servers}}',
  out_of_step:
    '{count, plural, one {# address with contradictory replies} other {# addresses with contradictory replies}}',
  greylisted: '{count, plural, one {# address greylisted} other {# addresses greylisted}}',
  deferred:
    '{count, plural, one {# address deferred by its mail server} other {# addresses deferred by their mail servers}}',
  unproven:
    '{count, plural, one {# address accepted without a cross-check} other {# addresses accepted without a cross-check}}',
  blocked:
    '{count, plural, one {# address at a mail server that refused our check} other {# addresses at mail servers that refused our check}}',
  refused_network:
    '{count, plural, one {# address at a mail server in a private network} other {# addresses at mail servers in private networks}}',
  unclear:
    '{count, plural, one {# address with an unclear reply} other {# addresses with an unclear reply}}',
  internal:
    '{count, plural, one {# address with an internal error} other {# addresses with an internal error}}',
} as const;

/** The flags of a result. */
export const flags = {
  valid: 'Valid',
  deliverable: 'Deliverable',
  acceptAll: 'Accepts any name',
  role: 'Role address',
  temporary: 'Disposable',
  mx: 'Has a mail server',
  smtp: 'Mail server answered',
} as const;

/** What keeps a service from deciding anything: sentences without their full stop. */
export const problems = {
  dns_failure: "DNS is not answering, so mail servers can't be found",
  dns_untrusted: 'DNS returns wrong answers here, so we ignore them',
  port_25_closed: 'No mail server can be reached: outbound port 25 is closed',
  blocked: 'Most providers refuse this server: its IP address is on a blocklist',
} as const;

/** What a verdict rests on: the second half of a sentence about one address. */
export const reasons = {
  accepted: 'the mailbox accepts mail',
  accept_all: 'the domain accepts any address (catch-all), so this one may not exist',
  disposable: 'disposable address',
  role: 'a mailbox shared by several people (info, support, …)',
  suppressed: 'on the do-not-mail list of the team, so it was not verified',
  syntax: 'not an e-mail address',
  no_mx: 'the domain receives no mail',
  mailbox: 'the mailbox does not exist, is full or is disabled',
  no_answer: 'no clear answer from DNS or the mail server',
  not_probed: 'the mail server was not asked, as requested',
  error: 'the service reported an error',
  incomplete: 'there is no complete result',
  several_addresses: 'this cell has more than one address',
} as const;

/** What a sender does about a result of which no finer reason is known. */
export const reasonsAdvice = {
  accepted: 'Send.',
  accept_all:
    'Leave it out of large mailings: try a few such addresses first, and drop those that bounce.',
  disposable: 'Leave it out: such a mailbox is abandoned within hours. Ask for another address.',
  role: 'Leave it out of mailings: several people read it, and none of them subscribed. If you know them, write to them individually.',
  suppressed: "Leave it out: it is on your team's do-not-mail list.",
  syntax: 'Correct it or remove it.',
  no_mx: 'Remove it.',
  mailbox: 'Remove it.',
  no_answer: 'Verify it again later.',
  not_probed: 'Verify it with SMTP to learn whether the mailbox exists.',
  error: 'Verify it again later.',
  incomplete: 'Verify it again later.',
  several_addresses: 'Verify each of them: --split-cells takes them apart.',
} as const;

/** What an API key may do. */
export const scopes = {
  verify: 'verify addresses, create and cancel batches',
  read: 'read the history, and batches with their results',
  manage: 'delete batches, change the do-not-mail list',
  learn: 'submit delivery outcomes',
} as const;

/** How long something will take, and what it waits for. {time}: as 1 min 40 s. */
export const timeLeft = {
  left: '{time} left',
  rest: 'waiting for a provider, next try in {time}',
  hosts: 'waiting for slow mail servers ({count, plural, one {# address} other {# addresses}})',
} as const;

/** The verdicts by name, as they are in a sentence. */
export const verdicts = {
  deliverable: 'deliverable',
  risky: 'risky',
  undeliverable: 'undeliverable',
  unknown: 'unknown',
} as const;

/** What a sender does about each verdict. */
export const verdictsAdvice = {
  deliverable: 'Send.',
  risky:
    'Leave it out, or decide by its reason: only a catch-all domain is worth a try, with a few addresses first.',
  undeliverable: 'Remove: every bounce costs reputation.',
  unknown: 'Verify again later. It says nothing against the address.',
} as const;

/** What each verdict means. */
export const verdictsMeaning = {
  deliverable: 'The mailbox exists and accepts mail.',
  risky:
    'Mail may be accepted but never read, or bounce later: catch-all domain, disposable or shared address. Or it is on the do-not-mail list: it was not verified.',
  undeliverable: 'Mail will bounce: the mailbox or domain does not exist, or it is not an address.',
  unknown:
    'It is not known today: no clear answer came from DNS or the mail server, or there is no result.',
} as const;
