/** Notices of lists, which people get by mail. */
export const mail = {
  paused: '{name} is paused: the month’s verifications are used up',
  paused_why: '{name} is paused: your team has used this month’s verifications.',
  paused_until: 'It continues next month, or when an owner raises the quota.',
  done: '{name}: {count, number} safe to send to',
  done_rows:
    '{name} is verified. Safe to send to: {safe, number} of {count, plural, one {# row} other {# rows}}.',
  changed: '{name} changed',
  changed_by:
    '{name} was verified again: {worse, number} worse, {better, number} better, {other, number} with other changes.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Open the list',
  why_you: 'You get this e-mail because of your settings in mailvet, team {team}.',
  change_settings: 'Change them: {url}',
} as const;

/** The report of a list: page, Markdown, sheet of a workbook. */
export const report = {
  title: 'List report',
  page_title: '{name}: list report',
  written: 'Created on {time}, verified by {service}',
  written_short: 'Created {time}, verified by {service}',
  footer: 'Made with mailvet. Works offline; contains no e-mail addresses.',
  results: '{count, plural, one {# result} other {# results}}',
  why: 'Why',
  verdict: 'Verdict',
  reason: 'Reason',
  results_column: 'Results',
  share: 'Share',
  meaning: 'Meaning',
  what_to_do: 'What to do',
  in_detail: 'In detail',
  detail_column: 'Detail',
  in_words: 'Explanation',
  what_servers_answered: 'What the mail servers answered',
  other_reason: 'A reason of the service',
  verify_later: 'Verify it again later.',
  ask_again: '{words}, check again after {time}',
  scores: 'Scores',
  scores_label: 'Addresses by score. {bands}',
  scores_note:
    'Results by score, from 0 (do not send) to 100 (safe to send); each column spans ten points.',
  without_score:
    '{count, plural, one {# result without a score is not shown.} other {# results without a score are not shown.}}',
  providers: 'Providers of the mail servers',
  provider: 'Provider',
  undecidable_short: 'can’t be decided',
  undecidable: 'can’t be decided: it accepts every recipient until the message is sent',
  providers_note:
    'Who runs the mail servers of the addresses, with each provider’s share of those known.',
  domains_by_share: 'Domains by share of undeliverable addresses',
  domains_most: 'Domains with most addresses',
  domain: 'Domain',
  undeliverable_column: 'Undeliverable',
  worst_domains:
    'The worst of the {count, plural, one {# domain} other {# domains}} with most addresses.',
  every_domain: 'Every domain of the list.',
  domains_note:
    'A high share at one domain may be a typo in its name, or a company that has changed its domain.',
  sample_is_whole: 'The sample is the whole list',
  sample_verified:
    '{count, plural, one {The one distinct address was} other {All # distinct addresses were}} verified: nothing is projected.',
  sample_projected: 'A sample, projected',
  sample_only:
    'Only {count, plural, one {# address} other {# addresses}} of {all, number}, drawn at random, {count, plural, one {was} other {were}} verified.',
  sample_rest_page: 'The rest of this page counts the others as unknown.',
  sample_rest_below: 'The rest counts as unknown below.',
  in_sample: 'In the sample',
  in_list_likely: 'In the list, likely',
  in_list_likely_95: 'In the list, likely (95%)',
  which_is: 'Which is',
  range: '{low} to {high}',
  address_range: '{low, number} to {high, number} addresses',
  sample_note:
    'The ranges are 95% intervals (Wilson): of twenty such samples, about one misses the true rate.',
  the_list: 'The list',
  rows: 'Rows',
  distinct_addresses: 'Distinct addresses',
  duplicates: 'Duplicates',
  same_mailbox: 'Same mailbox as another address',
  without_address: 'Rows without a usable address',
  empty_cells: 'Empty cells',
  likely_typos: 'Likely typos with a suggestion',
  how_to_read: 'How to read this',
  how_to_read_note:
    'A result holds for the day it was found: mailboxes come and go. Results are counted by row, so an address in three rows counts three times.',
  moment: '{day} at {minute} UTC',
} as const;

/** How many addresses a list has. */
export const summary = {
  addresses: '{count, plural, one {# address} other {# addresses}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# row} other {# rows}}',
} as const;
