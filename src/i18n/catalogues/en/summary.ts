/** The summary of a run in the terminal. */
export const summary = {
  addresses: '{count, plural, one {# address} other {# addresses}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# row} other {# rows}}',
  rows_with_addresses: '{count, plural, one {# row} other {# rows}} with {addresses}',
  without_address: '{count, number} without an address',
  of_list: '{name}: {addresses}',
  score: 'score',
  sample_is_whole: 'The sample is the whole list, {addresses}:',
  projected: 'Projected from a sample of {count, number} to all {addresses}:',
  distinct_addresses: '{count, plural, one {# distinct address} other {# distinct addresses}}',
  likely: 'likely {range} ({low, number} to {high, number} addresses)',
  typos:
    '{count, plural, one {# likely typo} other {# likely typos}}: the column suggestion has the likely address',
  same_mailbox:
    '{count, plural, one {# address has the same mailbox as another: it was not verified separately} other {# addresses have the same mailbox as another: they were not verified separately}}',
  deduplicated:
    '{count, plural, one {# row with the mailbox of another was left out} other {# rows with the mailbox of another were left out}} (--dedupe)',
  reason_disposable: '{count, plural, one {# disposable address} other {# disposable addresses}}',
  reason_role: '{count, plural, one {# role address} other {# role addresses}}',
  reason_mailbox: '{count, plural, one {# mailbox rejects mail} other {# mailboxes reject mail}}',
  reason_error:
    '{count, plural, one {# address with an error of the service} other {# addresses with an error of the service}}',
  reason_incomplete:
    '{count, plural, one {# address without a complete result} other {# addresses without a complete result}}',
  reason_several_addresses:
    '{count, plural, one {# cell with several addresses} other {# cells with several addresses}}',
  others: '{count, plural, one {# other} other {# others}}',
} as const;
