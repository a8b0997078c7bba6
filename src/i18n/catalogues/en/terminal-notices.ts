/** What a terminal says beside results, found by the English sentence: notices, questions, what is under way. */
export const terminalNotices = {
  named: '{name}: {fault}',
  embedded: 'Verifying on this machine with the embedded service ({path})',
  unknown_variable: 'Unknown variable {name} is ignored. Did you mean {other}?',
  unknown_variable_see: 'Unknown variable {name} is ignored. See: {command}',
  judging_by: 'Judging by {path}',
  repaired: '{path} could be read by others: now it is yours alone',
  reading: 'Reading {name} …',
  writing_results: 'Writing the results …',
  cancelling: 'Cancelling {name} …',
  looking_up_hosts: 'Looking up mail hosts …',
  waiting_for_service: 'Waiting for the service …',
  done_so_far: '{count, number} done …',
  messages_read: 'Read {read, number} messages: {outcomes, number} outcomes',
  header_line: 'The header is line {line}; the lines above it are kept as they are',
  using_columns: 'Using column "{name}" and column "{other}"',
  using_unnamed: 'Using {fault}',
  using_first_filled: 'Using the first that is filled of {text}',
  other_column: 'Column "{name}" holds addresses, too; add: {command}',
  other_columns: 'Column "{name}" and column "{other}" hold addresses, too; add: {command}',
  read_as: 'The list is read as {encoding}; results are written as UTF-8 with BOM',
  encoding_doubt: 'The encoding is not certain: if "{word}" should be "{other}", add {command}',
  encoding_wrong: 'The encoding is not certain: if "{word}" is wrong, add {command}',
  ragged_row:
    'Line {line} has {cells, plural, one {# cell} other {# cells}}, the header {expected}; the row was kept as is',
  ragged_rows:
    'Line {line} has {cells, plural, one {# cell} other {# cells}}, the header {expected}; {others, plural, one {# other row differs} other {# other rows differ}} too; the rows were kept as they are',
  ragged_first_row:
    'Line {line} has {cells, plural, one {# cell} other {# cells}}, the first row {expected}; the row was kept as is',
  table_row:
    'Line {line} is a row of a table among lines of one address: what is in it is not verified. Put it into a list of its own',
  using_sheet: 'Using sheet "{name}"',
  other_sheet: 'Sheet "{name}" holds addresses, too: {command} reads it',
  several_columns: 'Several columns hold addresses:',
  choice_column: '  {number}) "{name}": {count, plural, one {# address} other {# addresses}}',
  choice_both: '  {number}) both',
  choice_all: '  {number}) all of them',
  which_encoding: 'The encoding is not certain:',
  which_one: 'Which one (1 to {count})?',
  yes_no: '[y/N]',
  verify_question: 'Verify {count, plural, one {# address} other {# addresses}}?',
  some_need_network:
    '{needing, plural, one {# of {total, number} addresses needs} other {# of {total, number} addresses need}} DNS and mail servers; the others are verified all the same',
  go_on_question: 'Go on?',
  erase_question: 'Erase {count, plural, one {# job} other {# jobs}}, with addresses and results?',
  erased: 'Erased {count, plural, one {# job} other {# jobs}}',
  answer_c: 'Answer c to cancel their batches first; y lets them go on',
  unfinished_unwritten:
    '{id} ({name}) is not finished: its results are not written. It can not be resumed once it is erased',
  unfinished_unsent:
    '{id} ({name}) is not finished: {count, plural, one {# address is} other {# addresses are}} not sent. It can not be resumed once it is erased',
  unfinished_open:
    '{id} ({name}) is not finished: the results of {count, plural, one {# batch} other {# batches}} are not here. It can not be resumed once it is erased',
  unfinished_open_unsent:
    '{id} ({name}) is not finished: the results of {batches, plural, one {# batch} other {# batches}} are not here, {count, plural, one {# address is} other {# addresses are}} not sent. It can not be resumed once it is erased',
  batches_go_on:
    '{id} was not finished: {count, plural, one {# batch goes} other {# batches go}} on at the service: {command}',
  quota_share:
    "{percent} % of this month's verifications are used: {used, number} of {quota, number}",
  service_waits: 'The service asks to wait: going on in {time}',
  problem_dns_failure:
    "DNS is not answering, so mail servers can't be found. Addresses stay unknown, not dead; see: {fault}",
  problem_dns_untrusted:
    'DNS returns wrong answers here, so we ignore them. Addresses stay unknown, not dead; see: {fault}',
  problem_port_25:
    'No mail server can be reached: outbound port 25 is closed. Addresses stay unknown, not dead; see: {fault}',
  problem_blocked:
    'Most providers refuse this server: its IP address is on a blocklist. Addresses stay unknown, not dead; see: {fault}',
  provider_braked:
    '{provider} refuses more and more ({refusals} of the last {sessions} sessions): half as many are opened there',
  provider_rests:
    '{provider} still refuses more and more: it is not contacted for {time}, and what is left there stays unknown',
  own_address_listed:
    '{address}, our own address, is on the block list {list}: half as many sessions are opened (mailvet doctor says more)',
  database_migrated: 'Database {version}. A copy of it as it was: {path}',
  embedded_error: 'The embedded service had an error: {text} (its database is {path})',
  several_addresses:
    '{count, plural, one {# row} other {# rows}} with several addresses in a cell: {command} verifies each',
  cut_cells:
    '{count, plural, one {# cell of the list was} other {# cells of the list were}} cut to the 32,767 characters that a workbook takes: {command} keeps all of them',
  best_of_columns: 'Each row counts by its best address of {text}',
  best_of_cell: 'A row with several addresses counts by its best one',
  sent_again:
    'Sent again: {batches, plural, one {# batch} other {# batches}} ({count, plural, one {# address} other {# addresses}}) whose answer was lost and that the service did not list (charged twice if it was taken before)',
  check_failed: 'Check failed: {fault}',
  fails_deliverable:
    '{count, plural, one {# deliverable address} other {# deliverable addresses}} ({command})',
  fails_risky: '{count, plural, one {# risky address} other {# risky addresses}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# undeliverable address} other {# undeliverable addresses}} ({command})',
  fails_unknown: '{count, plural, one {# unknown address} other {# unknown addresses}} ({command})',
  fails_share: '{share} undeliverable, over {most} % (--max-undeliverable)',
  fails_score: 'the lowest score is {score}, under {least} (--min-score)',
  follow_with: 'Follow them with: {command}',
  not_begun: 'Not begun: {text}',
  resuming: 'Resuming {id}, which was interrupted: {name} of {time} UTC',
  resuming_same:
    'Resuming {id}, which was interrupted: {name} of {time} UTC, with the same content as {other}',
  verified_already:
    'This list was verified already ({age}, {id}): its results are used. --again verifies it again',
  was_cancelled: '{id} was cancelled on {time} UTC: going on with what was not sent',
  to_be_verified:
    'To be verified: {wanted, number} of {count, plural, one {# address} other {# addresses}}; the others are known',
  verifying_again:
    'Verifying again: {count, plural, one {# unknown address} other {# unknown addresses}} of {name}',
  nothing_unknown: 'No address is unknown: there is nothing to verify again',
  nothing_unknown_reason:
    'No address is unknown for that reason ({command}): there is nothing to verify again',
  cancelled_batches: 'Cancelled {count, plural, one {# batch} other {# batches}}',
  ended_already: '{id} had ended already: it is {status}',
  unsent_rest:
    '{id}: {count, plural, one {# address} other {# addresses}} not sent. Send the rest with: {command}',
  answer_lost_found: 'An answer was lost, but the batch is there: {id}',
  answer_missing:
    'The answer to a batch is missing: looking for the batch at the service, for up to {time}',
  sending_unsent: 'The batch that was under way is not at the service: sending it',
  sending_again_key:
    'Sending a batch again whose answer is missing: its key keeps it from being charged twice',
  sending_again_listed:
    'A batch whose answer was lost is not in the list of the service, which is up to date: sending it again',
  sending_again_unknown:
    'Sending a batch again whose answer was lost (--resend-unknown): it can be charged twice',
  poll_failed: 'A poll failed ({text}); the batches go on, trying again',
  stopping_run: 'Stopping: what is under way is still waited for; stopping again ends at once',
  stdin_header: 'Line {line} of stdin names the column ({text}): it is left out',
  bounced_notice:
    'Mail to it bounced on {day}: {text}. mailvet verify therefore says undeliverable (bounced)',
  due: 'Due: {due, number} of {count, plural, one {# address} other {# addresses}}',
  verifies_these: '{command} --due --wait verifies these alone',
  diff_counts:
    'Worse: {worse, number}, better: {better, number}, other: {other, number}, added: {added, number}, removed: {removed, number}, same: {same, number}',
  diff_columns:
    'Compared: {path} by {text}; {path2} by {text2}. Addresses of a column that only one of them has are added or removed; to compare one column, verify both lists with its --column',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name}: {count, plural, one {# row} other {# rows}} left out, line {line}: {text}',
  outcomes_head:
    'Outcomes: {outcomes, number} of {read, plural, one {# message or entry} other {# messages and entries}}',
  kind_delivered: 'delivered: {count, number}',
  kind_no_mailbox: 'no mailbox: {count, number}',
  kind_full: 'mailbox full: {count, number}',
  kind_disabled: 'mailbox disabled: {count, number}',
  kind_blocked: 'blocked: {count, number}',
  kind_deferred: 'deferred: {count, number}',
  kind_complaint: 'complaint: {count, number}',
  kind_hard: 'hard bounce: {count, number} (undeliverable: the provider gave up)',
  kind_undecided: 'undecided: {count, number} (nothing about the mailbox: no result changes)',
  without_outcome: '{count, number} without an outcome',
  read_before: '{count, number} read before',
  unreadable: '{count, number} unreadable',
  new_outcomes: 'New: {count, number}',
  results_of: 'Results of {source}: {count, plural, one {# row} other {# rows}}',
  results_of_unreadable:
    'Results of {source}: {count, plural, one {# row} other {# rows}}, {unreadable, number} unreadable',
  new_in_ledger: 'New in the ledger: {count, number}',
  both_decided_none: 'None of these addresses was decided by both',
  same_verdict:
    'Same verdict: {same, number} of {count, plural, one {# address} other {# addresses}} that both decided ({share})',
  key_stored: 'The key {key} for {url} is stored',
  key_stored_keychain: 'The key {key} for {url} is stored in the keychain',
  key_stored_profile: 'The key {key} for {url} is stored (profile {profile})',
  key_overridden: 'MAILVET_API_KEY is set, too, and overrides the stored key',
  key_not_for_everything: 'The service accepts the key, but not for everything: {fault}',
  base_url_question: 'Base URL of the service:',
  key_question: 'API key for {url}:',
  no_key_stored: 'No key is stored',
  key_removed: 'The key {key} is removed',
  account_unknown: 'The account is not known: {fault}',
  opened: 'Opened {url}',
  listening: 'Listening on {url}',
  listen_secret: 'Signing secret until this ends: {secret}',
  listen_ready: 'Ready: events of team {name} arrive at {url}',
  listen_deleted: 'The webhook {id} is deleted',
  listen_killed: 'The webhook {id} of a run that was killed is deleted',
  listen_silence: 'Nothing is sent yet: is a service started on this database, as {command}?',
  listen_refused: 'Refused a message with {status}: {fault}',
  fault_unsigned: 'the signature headers of Standard Webhooks are missing',
  fault_expired: 'its time is more than five minutes away from the clock of this machine',
  fault_wrong: 'its signature is wrong: another secret, or a changed body',
  error_label: 'error:',
  now_in: 'now in {path}',
  by_verdict_in: 'by verdict in {path}',
  report_in: 'report in {path}',
  report_in_two: 'report in {path} and {path2}',
  lists: '{count, plural, one {# list} other {# lists}}',
  lists_of: '{some, number} of {count, plural, one {# list} other {# lists}}',
  rows_unknown_later:
    '{count, plural, one {# row is} other {# rows are}} unknown. Check only these again later: {command}',
  rows_unknown_after:
    '{count, plural, one {# row is} other {# rows are}} unknown. Check only these again after {time}: {command}',
  written: 'Written: {path}',
} as const;
