/** Batches that programs submitted. */
export const batches = {
  // Headings.
  title: 'API batches',
  batch: 'Batch',
  progress: 'Progress',
  results: 'Results',

  // Under the heading. <link>: to the page of lists. {time}: when. <done>, {total}: addresses.
  intro:
    'Batches that programs submitted with an API key. Those of lists are under <link>Lists</link>.',
  as_loaded: 'As they were when this page was loaded.',
  created_at: 'created {time}',
  of_processed: '<done></done> of {total, number} processed',
  what_these_mean: 'What these mean',

  // Under the heading: the id of the batch, in <code>.
  identifier: 'Identifier: <code></code>',

  // Captions of tables.
  caption: 'Batches submitted with an API key, newest first',
  addresses_caption: 'Addresses in the order submitted',

  // The page of lists before the first upload.
  none: 'No batch yet: submit one with an API key.',
  no_address: 'No address on this page.',

  // For screen readers: the bar of progress.
  addresses_processed: 'Addresses processed',

  // Question before a batch is cancelled.
  confirm_cancel: 'Cancel this batch? Addresses not checked yet stay unchecked.',

  // Button.
  cancel: 'Cancel the batch',

  // States of an address, in its row.
  waiting: 'waiting',
  cancelled: 'cancelled',
  could_not_verify: 'could not be verified',

  // States of a batch. Those of a list are in common, for languages where the two differ in
  // gender.
  state_completed: 'Completed',
  state_cancelled: 'Cancelled',
} as const;

/** The question for the column of addresses. */
export const column = {
  // Headings.
  which: 'Which columns contain e-mail addresses?',
  first_rows: 'The first rows',

  // Hint under the first heading.
  several:
    'More than one column contains e-mail addresses. Nothing starts until you choose; you can choose several.',

  // Caption of the table.
  caption: 'The first rows of the list',

  // Question before the list is deleted.
  confirm_delete: 'Delete this list?',

  // Button.
  go_on: 'Continue with these columns',
} as const;

/** Words that several pages share. */
export const common = {
  // States of a list; those of API batches and messages where they have none of their own.
  waiting: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  reading: 'Reading',
  choose_column: 'Choose the column',
  ready_to_start: 'Ready to start',
  paused_quota: 'Paused: quota',
  paused_storage: 'Paused: storage',
  paused_file: 'Paused: file missing',

  // Links to other pages of a table, and for screen readers what they are. {number}: of the
  // page.
  pages_of_list: 'Pages of the list',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {number, number}',

  // Buttons and links.
  copy: 'Copy',
  search: 'Search',
  create: 'Create',
  remove: 'Remove',
  delete: 'Delete',
  cancel: 'Cancel',
  show: 'Show',
  download: 'Download',
  edit: 'Edit',
  download_csv: 'Download as CSV',
  delete_list: 'Delete the list',
  hide: 'Hide',

  // For screen readers: the button beside a password.
  show_password: 'Show the password',

  // Button after it was pressed.
  copied: 'Copied',

  // For screen readers.
  copied_to_clipboard: 'Copied to the clipboard',

  // Buttons that work.
  starting: 'Starting…',
  reading_list: 'Reading the list…',

  // Columns of tables. Some are labels of fields or headings, too.
  change: 'Change',
  created: 'Created',
  state: 'State',
  email: 'E-mail address',
  address: 'Address',
  reason: 'Reason',
  verdict: 'Verdict',
  score: 'Score',
  when: 'When',
  result: 'Result',
  rows: 'Rows',
  name: 'Name',
  processed: 'Processed',
  addresses: 'Addresses',

  // Label of a field.
  search_by_address: 'Search by address',
  link: 'Link',

  // In a column: not used or without an end; all scopes, all events.
  never: 'never',
  all: 'all',

  // Joins words. {text}: of a person, as the name of a column. {one}, {other}: parts of a
  // list.
  quoted: '“{text}”',
  both: '{one} and {other}',
  series: '{one}, {other}',
} as const;

/** Decisions about a list: typing errors, cells with several addresses, further columns and sheets. */
export const decisions = {
  // Headings. A sentence says how many.
  typos_title: 'Typos',
  corrected_title: 'Corrected',
  rejected_title: 'Not a typo',
  decided_title: 'Typos',

  // Under the headings.
  typos_intro:
    'Select the typos to correct. Only the corrected addresses are checked. Downloads have them in their cells.',
  decided_intro:
    'What your team decided about typos. When one of them appears in another list, its correction is suggested first, or the address is left alone.',
  when_complete: 'You can decide this when the list is complete.',

  // Lines about one list. {name}: column_name or sheet_name. <link>: to the other list.
  several:
    '{count, plural, one {# cell has more than one address.} other {# cells have more than one address.}}',
  is_split: 'Cells with more than one address are split: each address is checked.',
  column_has: '{name} also contains addresses.',
  column_checked: '{name} is checked, too; its results are in columns of their own.',
  sheet_checked: '{name} is <link>a separate list</link>.',
  sheet_gone:
    '{name} also contains addresses. Its file is no longer here: upload it again to check them.',
  duplicates: '{count, plural, one {# duplicate.} other {# duplicates.}}',
  duplicates_dropped:
    '{count, plural, one {# duplicate is} other {# duplicates are}} left out of downloads.',

  // The {name} of other texts, at the beginning or in the middle of them. {name}: of the
  // column or sheet.
  column_name: 'column “{name}”',
  sheet_name: 'Sheet “{name}”',

  // Beside a typo: in how many rows it stands; that it was corrected in an earlier list.
  rows: '{count, plural, one {# row} other {# rows}}',
  accepted_before: 'corrected before',

  // Link to the typos that are not shown. {count}: of them.
  more: '{count, number} more',

  // Buttons.
  accept: 'Correct selected',
  accept_all: '{count, plural, one {Correct it} other {Correct all #}}',
  reject: '{count, plural, one {It is correct} other {Selected are correct}}',
  split: 'Split and check each',
  drop_duplicates: 'Leave out of downloads',
  undo: 'Undo',

  // Links and buttons of one column or sheet. {name}: column_name or sheet_name.
  check_column: 'Also check: {name}',
  check_sheet: 'Check as a separate list: {name}',

  // For screen readers, longer than the button that is seen. {from}, {to}: addresses or
  // domains. {name}: column_name or sheet_name.
  undo_correction: 'Undo: {from} to {to}',
  undo_rejection: 'Undo: {from} is not a typo',
  undo_split: 'Undo the split of cells',
  undo_column: 'Undo: {name}',
  undo_duplicates: 'Undo: leave out duplicates',
  remove_decision: 'Remove the decision about {from}',

  // Question before the list of a sheet is deleted. {name}: sheet_name.
  confirm_undo_sheet: 'Delete the list of {name} and its results?',

  // Shown after an action.
  done_corrected: 'Corrected. The corrected addresses are being checked.',
  done_known: 'Corrected. All of the corrected addresses are checked already.',
  done_rejected: 'Noted: these are not typos, and other lists will not flag them either.',
  done_undone: 'Undone.',
  done_split: 'The cells are split.',
  done_column: 'The column is being checked.',
  done_sheet: 'The sheet is now a separate list.',
  done_dropped: 'Downloads now contain each address once.',
  done_none: 'Select at least one typo.',
  done_removed: 'The decision is removed. Lists that were corrected stay as they are.',

  // Label of a box to tick, at the download.
  in_cells: 'Put only the address in its cell, corrected and without names or marks',

  // The table of decisions: caption, columns, cells. {person}: e-mail address.
  caption: 'Decisions about typos',
  typed: 'Typed',
  meant: 'Meant',
  decided: 'Decided',
  not_an_error: 'not a typo',
  decided_by: 'by {person}',
  none_decided: 'No decisions yet. Typos are suggested on the page of each list.',

  // The list beside the last ones of the team; a line that opens more. {how}: better or
  // worse. {share}, {usual}: percentages.
  compared:
    '{how, select, cleaner {Cleaner than} worse {Less clean than} other {As clean as}} {count, plural, one {your last list} other {your last # lists}}: {share} undeliverable, {count, plural, one {before} other {usually}} {usual}',
  share_undeliverable: '{share} undeliverable',
} as const;

/** Name, folder and links of a list. */
export const editList = {
  // Headings.
  name_and_folder: 'Name and folder',
  share: 'Share the report',

  // Link.
  back: 'Back to the list',

  // Buttons.
  rename: 'Rename',
  move: 'Move',
  create_link: 'Create a link',
  revoke: 'Revoke',

  // Example in an empty field.
  folder_example: 'e.g. Spring campaign; leave empty for none',

  // Under the heading.
  share_note:
    'Anyone with the link can see the report without signing in, until the link expires. It contains no addresses.',
  copy_now: 'Copy the link now. You will not see it again.',
  no_report: 'The list has no report yet.',

  // Label of a field, and its choices.
  expires_after: 'Expires after',
  days: '{count, plural, one {# day} other {# days}}',

  // The table of links: caption, columns.
  links: 'Active links to the report',
  by: 'By',
  expires: 'Expires',

  // Question before a link is revoked.
  confirm_revoke: 'Revoke this link? Anyone who has it will no longer see the report.',

  // Shown after an action.
  renamed: 'The list is renamed.',
  moved: 'The list is moved.',
  revoked: 'The link is revoked.',
} as const;

/** Checking one address by hand, and everything that was checked. */
export const history = {
  // Headings.
  title: 'Check an address',
  verify_address: 'Verify an address',
  everything_checked: 'Everything checked so far',

  // Captions of tables.
  caption: 'Verifications, newest first',

  // Instead of rows, in an empty table.
  none: 'No results yet.',
  none_so_far: 'No matching addresses so far.',
  none_matching: 'No matching addresses.',

  // Under the table after a search. {time}: the oldest result that was read. {search}: what
  // was typed. <link>: goes on.
  cut_off: 'Searched back to {time}. <link>Search older results</link>',
  cut_off_beginnings:
    'Before {time}, only the address “{search}” and domains that begin with it are shown. <link>Search all older results</link>',

  // Button, and while it works.
  verify: 'Verify',
  verifying: 'Verifying…',

  // Label of a box to tick.
  check_again: 'Check again (uses 1 verification)',

  // Before a corrected address, which is a button.
  did_you_mean: 'Did you mean',

  // What was found out about an address, label by label.
  provider: 'Mail provider',
  mail_server: 'Mail server',
  sending_ip: 'Sending IP',
  reply: 'Reply',
  domain_outcomes: 'Your mail to this domain',
  checked: 'Checked',
  attempts: 'Attempts',
  verify_again_after: 'Verify again after',

  // Values of these labels. {score}: from 0 to 100. {delivered}: how many of the addresses.
  // {since}, {time}: when.
  score_of: '{score, number} of 100',
  yes: 'yes',
  no: 'no',
  domain_outcomes_text:
    '{delivered, number} of {count, plural, one {# address} other {# addresses}} got it, since {since}',
  cached: '{time} (cached)',

  // Error. {count}: the most characters.
  address_too_long: 'An address has at most {count, number} characters',
} as const;

/** What stands on every page. */
export const layout = {
  // Names of pages in the navigation, as short as they can be. <long>: left out on a
  // telephone.
  home: 'Home',
  lists: 'Lists',
  check_an_address: 'Check<long> an address</long>',
  do_not_mail: 'Do-not-mail list',
  people: 'People',
  keys: 'Keys',
  api_batches: 'API batches',
  webhooks: 'Webhooks',
  bounces: 'Bounces',
  accuracy: 'Accuracy',
  activity_log: 'Activity log',
  mail_servers: 'Mail servers',
  typing_errors: 'Typos',
  policy: 'Policy',
  api_docs: 'API docs',

  // Headings of groups of settings.
  team: 'Team',
  api: 'API',

  // The menu of the person.
  account: 'Account',
  settings: 'Settings',
  sign_out: 'Sign out',

  // Under the address of the person: their role in which team. {role}: owner or member.
  // {team}: its name.
  member_of: '{role, select, owner {owner} other {member}} of {team}',

  // Other teams of the person, for screen readers. {team}: its name.
  teams: 'Teams',
  switch_to: 'Switch to {team}',

  // For screen readers.
  skip_to_content: 'Skip to the content',
  pages: 'Pages',
  state_of_service: 'Service status',

  // The alarm above every page; a link in it. {count}: further problems.
  problem_for_members: 'New checks are paused by a technical problem; your administrator knows.',
  and_more: '(and {count, number} more)',
  what_to_do: 'What to do',
} as const;

/** The page of one list. */
export const list = {
  // Under the name of the list. {time}: when. {person}: e-mail address. {content}: as “300
  // addresses in 310 rows”. {columns}: their names. {more}: the next two, with a comma.
  uploaded: 'uploaded {time} by {person}',
  being_read: 'The file is being read…',
  in_columns: '{content}, {count, plural, one {column} other {columns}} {columns}',
  with_more: '{content} ({more})',
  duplicates: '{count, plural, one {# duplicate} other {# duplicates}}',
  rows_without_address: '{count, plural, one {# row} other {# rows}} without a valid address',

  // Name of a column without a header. {number}: from 1.
  nth_column: 'column {number, number}',

  // Headings of cards, and what stands on them.
  why: 'Why',
  providers: 'Providers',
  domains: 'Domains',
  to_fix: 'To fix',
  nothing_yet: 'Nothing yet.',
  nothing_to_fix: 'Nothing to fix.',
  of_all_rows: 'All rows of the list, checked or not.',
  likely_typos: 'Likely typos',
  cells_with_several: 'Cells with more than one address',
  not_checked: 'Not checked',

  // Line that opens the rest of a card. {count}: further lines.
  more: '{count, number} more',

  // The bar, for screen readers. {parts}: of part_count. {count}: of rows. {part}: a verdict
  // or “not checked”. {percent}: a whole number.
  rows_by_part: 'Rows: {parts}',
  part_count: '{count} {part}',
  rows_checked: 'Rows checked',
  counts_are_rows: 'Counts are rows; percentages are of all rows.',
  quarters_checked: '{percent, number} percent checked',

  // Buttons. {count}: of addresses.
  open_report: 'Open the report',
  share_or_rename: 'Share or rename',
  stop: 'Stop',
  continue_left: 'Continue ({count, number} left)',
  check_again: 'Check {count, plural, one {# address} other {# addresses}} again',

  // Button of a list with duplicates. {again}: check_again.
  check_again_rows: '{again} ({count, plural, one {# row} other {# rows}})',

  // Above these buttons. <b>, {decided}: how many of {count}. {times}: when, one or several.
  decided: '<b>{decided, number} of {count, number}</b> undecided addresses decided.',
  checked_again_at:
    '{count, plural, one {# undecided address will be} other {# undecided addresses will be}} checked again: {times}',
  unknown_rows: '{count, plural, one {# row is} other {# rows are}} unknown:',

  // Choices of the menu beside check_again: when.
  check_now: 'Now',
  plan_soon: 'in 2 and in 8 hours',
  plan_day: 'in 6, 12 and 24 hours',
  plan_tomorrow: 'in 24 and in 48 hours',

  // Questions before an action. {name}: of the list.
  confirm_cancel:
    'Cancel {name}? Addresses not checked yet stay unchecked; you can continue later.',
  confirm_delete: 'Delete {name} and its results? Single results stay in your history.',

  // The download: three choices of rows, short, and the words of its button for each.
  which_rows: 'Which rows',
  send_safe: 'Safe',
  send_safe_accept_all: 'Safe + accept-all',
  send_all: 'Everything',
  download_safe: 'Download safe rows',
  download_safe_accept_all: 'Download with accept-all',
  download_all: 'Download everything',

  // What opens the boxes to tick.
  options: 'Options',

  // Below the download: two links to files that go back into the tool (Mailchimp, HubSpot, …) from which the list
  // comes, and what stands above them.
  for_tool: 'To take back into your mail tool:',
  download_import: 'Safe rows to import',
  download_archive: 'Addresses to archive',

  // The button of the download. {words}: of these. {count}: of rows.
  download_count: '{words} ({count})',

  // The download: boxes to tick, formats, hints.
  with_evidence: 'Add columns: free mail, provider, mail server, reply and time',
  leave_out_duplicates:
    'Leave out {count, plural, one {# duplicate} other {# duplicates}}: each address once',
  format: 'Format',
  format_csv: 'CSV',
  format_xlsx: 'Excel workbook',
  format_zip: 'ZIP, a file for each verdict',
  so_far: 'Includes the results so far.',
  open_rows:
    '{count, plural, one {# row is not checked: it is} other {# rows are not checked: they are}} only in “Everything”, without a result.',
  empty_rows:
    '{count, plural, one {# row has no address: it is} other {# rows have no address: they are}} only in “Everything”, without a result.',

  // The table of rows: caption, without rows.
  caption: 'Addresses in the order of the list',
  none_matching: 'No matching addresses.',
  none_here: 'No addresses here.',

  // Tabs above the table, and what they are for screen readers.
  tab_all: 'All',
  tab_typos: 'Typos to fix',
  rows_by_result: 'Rows by result',

  // Filters above the table, which a click removes. {reason}: of a result. {name}: of a
  // provider or a domain.
  filters: 'Filters',
  filter_why: 'Why: {reason}',
  filter_provider: 'Provider: {name}',
  filter_domain: 'Domain: {name}',
  remove_filter: '(remove this filter)',

  // In a row. {suggestion}: an address.
  did_you_mean: 'Did you mean {suggestion}?',
  entry_not_checked: 'not checked',
} as const;

/** How a list stands, on its page, in feeds and in the list of lists. */
export const listProgress = {
  // Rows, or entries of a list that has no rows. {unit}: which. {rows}: units. {of_rows}:
  // of_units.
  units:
    '{unit, select, entry {{count, plural, one {# entry} other {# entries}}} other {{count, plural, one {# row} other {# rows}}}}',
  of_units:
    'of {unit, select, entry {{count, plural, one {# entry} other {# entries}}} other {{count, plural, one {# row} other {# rows}}}}',
  checked: '{rows} checked',

  // How far a list is. {count}: of rows. {of_rows}: of_units.
  not_checked: '{count, number} {of_rows} not checked',
  checked_of: '{count, number} {of_rows} checked',
  checked_again:
    '{count, number} of {total, plural, one {# address} other {# addresses}} checked again',

  // The same with its time. {done}: one of these. {left}: as “2 min left”.
  with_time: '{done}, {left}',

  // What a list waits for. {provider}: its name. {day}: as 1 December. {why}: what the
  // servers did. {next}: in_a_moment or in_about.
  waits_open_batches: 'Waiting for another list of your team to finish.',
  waits_storage:
    'Paused: your team’s storage is full. Continues when lists or API batches are deleted, or when the limit is raised.',
  waits_file:
    'The file of this list is missing on the service. It continues by itself when the operator has put the file back.',
  waits_braked:
    '{provider} refuses more and more of our sessions: we open half as many there, and stop if that does not help. You don’t need to do anything.',
  waits_quietly:
    'Some mail servers answer slowly, or asked us to come back in a few minutes. You don’t need to do anything: the list finishes by itself.',
  waits_quota:
    'Paused: your team has used this month’s {count, plural, one {# verification} other {# verifications}}. Continues on {day}, or when an owner raises the quota.',
  waits_for_hosts:
    '{count, plural, one {# address waits} other {# addresses wait}}: {why, select, greylisted {their mail servers asked us to come back later} other {their mail servers slowed us down}}. Next try {next}. You don’t need to do anything: the list finishes by itself.',

  // The {next} of waits_for_hosts. {time}: as 5 min.
  in_a_moment: 'in a moment',
  in_about: 'in about {time}',

  // Large, under the number of safe rows. {unit}: rows, or people in a list without
  // duplicates. {safe}: of these words.
  safe: '{unit, select, row {{count, plural, one {row is} other {rows are}}} other {{count, plural, one {person is} other {people are}}}} safe to send to',
  safe_so_far: '{safe} so far',

  // Under it. {percent}: a whole number.
  would_bounce: 'Without the check, up to {percent, number}% would bounce.',
  few_would_bounce: 'Without the check, under 1% would bounce.',

  // In feeds. {checked}: checked_of. {safe}: number of rows. {of_rows}: of_units. {done}:
  // feed_done. {count}: of rows.
  not_started: '{count, plural, one {# address} other {# addresses}}, not started',
  feed_running: '{checked}, {safe, number} safe to send to so far',
  feed_done: '{safe, number} safe to send to, {of_rows}',
  feed_open: '{done}, {count, number} not checked',
} as const;

/** All lists of a team. */
export const lists = {
  // Headings.
  upload: 'Upload a list',
  of_team: 'The team’s lists',
  results: 'Results',
  of_command_line: 'Lists of the command line',
  where_results_are: 'Where the results are',

  // Under the headings. {used}, {most}: sizes, as 1.5 MB. {count}: of addresses.
  storage: '{used} of {most} used on the disk',
  command_line_intro: 'Verified in a terminal on the machine of this service.',
  answered_of: '{count, number} of {total, plural, one {# address} other {# addresses}} answered',
  results_in_file: 'Files on the machine of this service:',
  go_on_in_terminal:
    'The list is not finished. Continue it in a terminal on the machine of this service:',
  write_in_terminal: 'Write them to a file in a terminal on the machine of this service:',

  // Labels of fields above the table, and their choices. {name}: of a folder. {count}: of its
  // lists.
  search_by_name: 'Search by name',
  folder: 'Folder',
  order: 'Order',
  order_newest: 'Newest first',
  order_oldest: 'Oldest first',
  order_name: 'By name',
  order_addresses: 'Most addresses first',
  all: 'All lists',
  folder_count: '{name} ({count, number})',

  // Instead of rows, in an empty table.
  none: 'No list yet. Upload one, and get it back with a result in every row: who is safe to send to, who is not, and why.',
  none_matches: 'No list matches.',
  // The page of lists of the command line, without any.
  no_job: 'No list yet. In a terminal on the machine of this service, mailvet clean adds one.',

  // Columns of tables.
  uploaded: 'Uploaded',
  answered: 'Answered',

  // For screen readers, longer than the button that is seen. {name}: of the list.
  download_named: 'Download {name}',
  edit_named: 'Edit {name}: rename, move or share',
  delete_named: 'Delete {name}',

  // Link.
  all_of_command_line: 'All lists of the command line',

  // State of a list of the command line.
  unfinished: 'Unfinished',

  // Shown after an action.
  deleted: 'The list is deleted.',

  // Names that lists get. {time}: of day.
  pasted_name: 'Pasted {time}',
  sample_name: 'Sample list',
} as const;

/** Home: the newest lists, what was used, the first steps. */
export const overview = {
  // Headings. {days}: how many.
  your_lists: 'Your lists',
  verify_list: 'Verify a list',
  upload_your_list: 'Upload your list',
  check_one: 'Check one address',
  invite: 'Invite a colleague',
  storage: 'Storage',
  last_days: '{count, plural, one {# result} other {# results}} in the last {days, number} days',

  // Under the headings.
  sample_note: 'See in a minute what you get back for a list.',
  check_one_note: 'See what a result means, and what the mail server answered.',
  invite_note: 'Everybody in the team sees the same lists.',
  by_day: 'By day (UTC), cached results included',

  // The quota. <b>, {left}: how many of {quota}. {day}: as 1 December. {count}, {free}:
  // verifications. {share}: a percentage.
  left_until: '<b>{left, number}</b> of {quota, number} left until {day}',
  reserved: '{count, number} used, or reserved by running checks',
  charged:
    '{count, number} used, {free, number} not counted (cached results, duplicates and sandbox addresses)',
  given_back: '{count, number} not counted, since they could not be decided',
  nearly_reached: '{share} of this month’s verifications are used.',

  // For screen readers: the bar of the quota.
  quota_used: 'Quota used',

  // The storage. <b>, {used}, {limit}: sizes, as 1.5 MB.
  stored_lists: 'Lists: <b>{used}</b> of {limit}',
  stored_batches: 'Batches and history: <b>{used}</b> of {limit}',

  // The chart, for screen readers. {days}: how many. {most}: verifications. {day}: as 1 Dec.
  // {count}: verifications.
  chart:
    '{count, plural, one {# verification} other {# verifications}} in {days, number} days, at most {most, number} on one day',
  day_count: '{day}: {count, number}',

  // The chart as a table: what opens it, caption, columns.
  show_table: 'Show as table',
  chart_caption: 'Verifications by day',
  day_column: 'Day (UTC)',
  verifications_column: 'Verifications',
} as const;

/** What a list takes, before it is started. */
export const start = {
  // Headings.
  title: 'Ready to start: the estimate',
  these_too: 'Verify these too?',

  // Under the name of the list. {content}: as “300 addresses in 310 rows”. {sheet},
  // {columns}: names.
  in_rows: 'in {count, plural, one {# row} other {# rows}}',
  with_sheet: '{content}, sheet {sheet}',
  with_columns: '{content}, column {columns}',

  // Labels of the estimate.
  duplicates: 'Duplicates',
  without_address: 'Rows without a valid address',
  known: 'Known already',
  suppressed: 'On the do-not-mail list',
  sandbox: 'Sandbox',
  cost: 'Cost',
  time: 'Time',
  undecided: 'Cannot be decided',

  // Their values. {count}: of rows or addresses. {amount}: a number, or about. {left},
  // {quota}: verifications.
  checked_once: '{count, number}, checked only once',
  kept: '{count, number}, kept as they are',
  from_cache: '{count}, from the cache, free',
  not_checked: '{count}, not checked, free',
  simulated: '{count}, simulated, free',
  about: 'about {count, number}',
  verifications: '{amount} {count, plural, one {verification} other {verifications}}',
  left_this_month: '{left, number} of {quota, number} left this month',

  // How long it takes. {from}, {to}, {time}: as 5 min.
  few_seconds: 'a few seconds',
  from_to: '{from} to {to}',
  early: 'some mail servers ask us to come back: those take up to {time} more',

  // How many cannot be decided, and why. {share}: a percentage. {count}: of addresses.
  undecided_share: '{share} of {count, plural, one {# address} other {# addresses}}',
  cause_accepts_all_until_data:
    '{count} at providers that accept every address until the message comes, such as Yahoo',
  cause_accept_all: '{count} at domains that accept any address, as earlier results show',
  cause_opted_out: '{count} at domains that ask not to be probed',
  cause_dns_failure: '{count} at domains whose name servers do not answer',
  cause_port_25_closed: '{count} because port 25 is closed here',

  // Labels of boxes to tick. {name}: of a column or sheet. <faint>: in grey.
  column_too: 'Column {name} <faint>also contains addresses</faint>',
  sheet_too: 'Sheet {name} <faint>also contains addresses; it becomes a separate list</faint>',
  split_cells:
    '{count, plural, one {# cell has} other {# cells have}} more than one address: <faint>split them, and verify each</faint>',

  // Whether addresses are mended in their cells, above a preview. {count}: of cells. <faint>: in grey.
  mend_title: 'Mend addresses?',
  mend: 'Mend {count, plural, one {# address} other {# addresses}}: <faint>the mended address is verified and downloaded; your file stays as it is</faint>',
  mend_show: 'Show what changes',
  mend_written_out: 'a sign written out or mistyped',
  mend_around: 'a name, marks or blanks around the address',
  mend_line: 'Line',
  mend_before: 'Now',
  mend_after: 'Mended',
  mend_more: 'and {count, number} more',

  // Notice. {count}: of verifications. {day}: as 1 December.
  over_quota:
    '{count} more than your quota. They wait until {day}, or until an owner has the quota raised; the list continues by itself.',

  // Buttons. {count}: of addresses.
  start: 'Start',
  start_and_wait: 'Start, and wait for the quota',
  verify_now: 'Verify {count, number} now',

  // Question before the list is deleted. {name}: its name.
  confirm_delete: 'Delete {name}? Nothing of it was verified.',
} as const;

/** Forms that take addresses, and the script that sends a file. */
export const upload = {
  // Label of the field for a file. <pointer>: with a mouse. <touch>: on a telephone.
  choose:
    '<pointer>Drop a file here, or choose one</pointer><touch>Choose a file</touch>: CSV, Excel, text or JSON, also packed (.gz, .zst, .zip)',

  // In the field: a button, and what stands for the name of the file.
  choose_file: 'Choose a file',
  no_file: 'No file chosen',

  // Under it. {rows}: the most. {size}: as 200 MB.
  most: 'Up to {rows, number} rows or {size}. Duplicates are checked only once.',

  // Labels of fields, and of a box to tick.
  start_at_once: 'Start at once, without the estimate',
  column: 'E-mail column (optional)',
  file: 'A file: CSV, Excel, plain lines or JSON',
  column_if_missing: 'E-mail column, if it isn’t found',
  paste_label: 'Addresses, one per line, or any text that contains addresses',

  // Examples in empty fields.
  column_example: 'e.g. Work e-mail, or 3',
  name_or_number: 'name or number',

  // Lines that open more of the form.
  column_not_found: 'E-mail column not found?',
  paste: 'Or paste addresses',

  // Buttons, and while they work.
  send: 'Upload the list',
  uploading: 'Uploading…',
  use_addresses: 'Use these addresses',
  paste_reading: 'Reading…',
  sample: 'Try a sample list',

  // Beside the button. {count}: of rows.
  sample_note:
    '{count, number} rows with every kind of result; free, and nothing is sent to anybody',

  // While a file is sent, and errors. {name}: of the file. {size}, {most}: as 200 MB.
  // {percent}: a whole number. {status}: of HTTP.
  uploaded: 'Uploaded',
  sending: '{percent}% of {size}',
  reading: 'Arrived. The list is being read…',
  lost: 'The connection broke off, and nothing was kept: upload the list again.',
  error: 'Error {status}',
  too_large: '{name} is {size}; the limit is {most}. Split it, or use the command line.',
  no_list: '{name} is not a list: choose a CSV, Excel, OpenDocument, text or JSON file.',
  empty: '{name} is empty.',
} as const;

/** A list that is watched, and what changed in it. */
export const watch = {
  // Headings.
  title: 'Watch this list',
  since: 'Since last time',
  home_title: 'Watched lists',

  // Under the heading. {time}: when.
  intro:
    'At the interval you choose, addresses that are due are verified again. The others keep their result and cost nothing. When something has changed, people get an e-mail as for a finished list, if this service sends e-mail, and programs get the webhook list.changed.',
  watched: 'Verified again every {days, plural, one {day} other {# days}}.',
  next: 'Next round: {time}.',
  waits:
    'A round is waiting: {count, plural, one {# address is due} other {# addresses are due}}, more than the quota has left this month. It starts when the quota allows it.',

  // Before and after the field for a number.
  every: 'Verify again every',
  days: 'days',

  // Buttons.
  start: 'Watch this list',
  change: 'Save',
  stop: 'Stop watching',

  // Question before an action. {name}: of the list.
  confirm_stop: 'Stop watching {name}? Its rounds and their changes stay.',

  // The table of rounds: what opens it, caption, columns, and in a row.
  rounds: 'Rounds',
  rounds_caption: 'Rounds of this list, newest first',
  date: 'Date',
  checked: 'Checked again',
  changed: 'Changed',
  running: 'under way',

  // What changed in addresses: lines with a number, and filters.
  worse: 'Became worse',
  better: 'Recovered',
  other: 'Another reason, or not decided this time',
  added: 'New in the list',
  removed: 'No longer in the list',

  // The filter. {change}: one of these.
  filter: 'Changed: {change}',

  // Above them. {time}: when. {name}: of the list before.
  since_round: '{count, plural, one {# address} other {# addresses}} verified again {time}.',
  since_list: 'Compared with {name}, {time}.',
  nothing: 'Nothing changed.',

  // Links. {time}: of the round.
  download: 'Download the changes (CSV)',
  download_round: 'Download the changes of {time}',

  // Shown after an action.
  done_watched: 'This list is now watched.',
  done_unwatched: 'The list is no longer watched.',

  // On the first page. {name}: of the list. {time}: when. {worse}, {better}, {other}:
  // addresses.
  home_watched: '{count, plural, one {# list is watched.} other {# lists are watched.}}',
  home_changed:
    '{name} changed {time}: {worse, number} worse, {better, number} better, {other, number} with other changes.',
  home_nothing: 'Nothing changed in the last 30 days.',
} as const;
