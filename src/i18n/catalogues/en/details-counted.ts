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
