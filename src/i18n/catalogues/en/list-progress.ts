/** How a list stands, on its page, in feeds and in the list of lists. */
export const listProgress = {
  units:
    '{unit, select, entry {{count, plural, one {# entry} other {# entries}}} other {{count, plural, one {# row} other {# rows}}}}',
  of_units:
    'of {unit, select, entry {{count, plural, one {# entry} other {# entries}}} other {{count, plural, one {# row} other {# rows}}}}',
  checked: '{rows} checked',
  not_checked: '{count, number} {of_rows} not checked',
  checked_of: '{count, number} {of_rows} checked',
  checked_again:
    '{count, number} of {total, plural, one {# address} other {# addresses}} checked again',
  with_time: '{done}, {left}',
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
  in_a_moment: 'in a moment',
  in_about: 'in about {time}',
  safe: '{unit, select, row {{count, plural, one {row is} other {rows are}}} other {{count, plural, one {person is} other {people are}}}} safe to send to',
  safe_so_far: '{safe} so far',
  would_bounce: 'Without the check, up to {percent, number}% would bounce.',
  few_would_bounce: 'Without the check, under 1% would bounce.',
  not_started: '{count, plural, one {# address} other {# addresses}}, not started',
  feed_running: '{checked}, {safe, number} safe to send to so far',
  feed_done: '{safe, number} safe to send to, {of_rows}',
  feed_open: '{done}, {count, number} not checked',
} as const;
