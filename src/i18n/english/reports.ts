/** Notices of lists, which people get by mail. */
export const mail = {
  // Subjects. {name}: of the list. {count}: of rows.
  paused: '{name} is paused: the month’s verifications are used up',
  done: '{name}: {count, number} safe to send to',
  changed: '{name} changed',

  // Sentences. {name}: of the list. {safe}: rows. {worse}, {better}, {other}: addresses.
  paused_why: '{name} is paused: your team has used this month’s verifications.',
  paused_until: 'It continues next month, or when an owner raises the quota.',
  done_rows:
    '{name} is verified. Safe to send to: {safe, number} of {count, plural, one {# row} other {# rows}}.',
  changed_by:
    '{name} was verified again: {worse, number} worse, {better, number} better, {other, number} with other changes.',

  // Lines. {verdict}: its name. {count}: of rows.
  verdict_count: '{verdict}: {count, number}',

  // Link.
  open_list: 'Open the list',

  // Last lines. {team}: its name. {url}: of the page.
  why_you: 'You get this e-mail because of your settings in mailvet, team {team}.',
  change_settings: 'Change them: {url}',
} as const;

/** May one send to a list? The first sentence of its report, and the figures behind it. */
export const mailing = {
  // Whole sentences. {share}: a percentage or a range of them. {limit}: the last texts of this group.
  stop: 'Do not send to this list as it is: {share} would bounce ({limit}).',
  doubtful: 'Better not send to this list as it is: {share} would bounce ({limit}).',
  somewhere:
    'You may send to this list as it is, but not everywhere: {share} would bounce ({limit}).',
  go: 'You may send to this list as it is: {share} would bounce, below every published limit.',
  unknown:
    'Whether you may send to this list is not known: no mailbox was verified. {share} or more would bounce.',

  // The sentence behind it. {share}: at most that.
  safe: '{count, plural, one {Its # safe row} other {Its # safe rows}}: at most {share}.',
  no_safe: 'It has no safe rows.',

  // Headings and columns.
  figures: 'Expected hard bounces',
  limits: 'What senders allow',
  rows: 'Rows',
  bounces: 'Hard bounces',
  complaints: 'Complaints',
  sender: 'Sender',
  source: 'Source',

  // Rows of the table.
  whole_list: 'The list as it is',
  safe_rows: 'Only its safe rows',

  // In cells. {share}: a percentage. {day}: when the page was read.
  no_limit: 'no limit published',
  at_review: 'review at {share}',
  at_pause: 'pause at {share}',
  at_suspend: 'suspension above {share}',
  at_require: 'must stay below {share}',
  read_on: 'read on {day}',

  // Note. {count}: rows. {share}: a percentage.
  note: 'Undeliverable rows bounce; full mailboxes count only in the higher figure.',
  note_undecided:
    'Of the {count, plural, one {# undecided row} other {# undecided rows}} (accept-all, unknown, do-not-mail list), between none and {share} are counted: where mail servers gave a clear answer, at most that share of the mailboxes was missing.',
  note_safe:
    'Safe rows can bounce, too: about 0.5% of all mailboxes end within a week. Nobody can foresee complaints.',

  // {limit} of the sentences. {sender}: a mailing tool. {share}: a percentage.
  limit_review: '{sender} reviews an account at {share}',
  limit_pause: '{sender} may pause an account at {share}',
  limit_suspend: '{sender} may suspend an account above {share}',
} as const;

/** The report of a list: page, Markdown, sheet of a workbook. */
export const report = {
  // Title of the page and of its window. {name}: of the list.
  title: 'List report',
  page_title: '{name}: list report',

  // Under the title: the {service} of a run without one of its own.
  embedded_service: 'the embedded service',

  // Above the results, in red. {problem}: why nothing could be decided. {command}: of the terminal.
  problem: '{problem}. Addresses stay unknown, not dead; see: {command}',
  problem_of_service:
    '{problem}. Addresses stay unknown, not dead; see: {command} on the machine of the service',

  // Under the title, and at the end. {time}: when. {service}: its address.
  written: 'Created on {time}, verified by {service}',
  written_short: 'Created {time}, verified by {service}',
  footer: 'Made with mailvet. Works offline; contains no e-mail addresses.',

  // A time in a report. {day}: as 2026-11-24. {minute}: as 15:44.
  moment: '{day} at {minute} UTC',

  // Headings.
  why: 'Why',
  in_detail: 'In detail',
  what_servers_answered: 'What the mail servers answered',
  scores: 'Scores',
  providers: 'Providers of the mail servers',
  domains_by_share: 'Domains by share of undeliverable addresses',
  domains_most: 'Domains with most addresses',
  sample_is_whole: 'The sample is the whole list',
  sample_projected: 'A sample, projected',
  the_list: 'The list',
  how_to_read: 'How to read this',
  what_to_do: 'What to do',

  // Columns of tables.
  verdict: 'Verdict',
  reason: 'Reason',
  results_column: 'Results',
  share: 'Share',
  meaning: 'Meaning',
  detail_column: 'Detail',
  in_words: 'Explanation',
  provider: 'Provider',
  domain: 'Domain',
  undeliverable_column: 'Undeliverable',
  in_sample: 'In the sample',
  in_list_likely: 'In the list, likely',
  in_list_likely_95: 'In the list, likely (95%)',
  which_is: 'Which is',

  // In rows. {words}: what to do. {time}: as 5 min.
  results: '{count, plural, one {# result} other {# results}}',
  other_reason: 'A reason of the service',
  verify_later: 'Verify it again later.',
  ask_again: '{words}, check again after {time}',

  // The chart of scores, for screen readers. {bands}: its columns as text.
  scores_label: 'Addresses by score. {bands}',

  // Notes under tables and charts.
  scores_note:
    'Results by score, from 0 (do not send) to 100 (safe to send); each column spans ten points.',
  without_score:
    '{count, plural, one {# result without a score is not shown.} other {# results without a score are not shown.}}',
  providers_note:
    'Who runs the mail servers of the addresses, with each provider’s share of those known.',
  worst_domains:
    'The worst of the {count, plural, one {# domain} other {# domains}} with most addresses.',
  every_domain: 'Every domain of the list.',
  domains_note:
    'A high share at one domain may be a typo in its name, or a company that has changed its domain.',
  how_to_read_note:
    'A result holds for the day it was found: mailboxes come and go. Results are counted by row, so an address in three rows counts three times.',

  // Beside a provider; in full and short.
  undecidable: 'can’t be decided: it accepts every recipient until the message is sent',
  undecidable_short: 'can’t be decided',

  // A list of which a sample was verified. {all}: addresses of the list.
  sample_verified:
    '{count, plural, one {The one distinct address was} other {All # distinct addresses were}} verified: nothing is projected.',
  sample_only:
    'Only {count, plural, one {# address} other {# addresses}} of {all, number}, drawn at random, {count, plural, one {was} other {were}} verified.',
  sample_rest_page: 'The rest of this page counts the others as unknown.',
  sample_rest_below: 'The rest counts as unknown below.',
  sample_note:
    'The ranges are 95% intervals (Wilson): of twenty such samples, about one misses the true rate.',

  // Ranges. {low}, {high}: percentages or numbers.
  range: '{low} to {high}',
  address_range: '{low, number} to {high, number} addresses',

  // Labels of numbers about the list.
  rows: 'Rows',
  distinct_addresses: 'Distinct addresses',
  duplicates: 'Duplicates',
  same_mailbox: 'Same mailbox as another address',
  without_address: 'Rows without a usable address',
  empty_cells: 'Empty cells',
  likely_typos: 'Likely typos with a suggestion',
} as const;

/** How many addresses a list has. {addresses}: the first text. */
export const summary = {
  addresses: '{count, plural, one {# address} other {# addresses}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# row} other {# rows}}',
} as const;
