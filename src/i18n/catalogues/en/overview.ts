/** Home: the newest lists, what was used, the first steps. */
export const overview = {
  your_lists: 'Your lists',
  verify_list: 'Verify a list',
  upload_your_list: 'Upload your list',
  sample_note: 'See in a minute what a list comes back with.',
  check_one: 'Check one address',
  check_one_note: 'See what the result says, with the answer of the mail server behind it.',
  invite: 'Invite a colleague',
  invite_note: 'Everybody in the team sees the same lists.',
  charged_no_limit:
    '<b>{count, number}</b> {count, plural, one {verification} other {verifications}} charged, no limit',
  left_until: '<b>{left, number}</b> of {quota, number} left until {day}',
  quota_used: 'Quota used',
  reserved: '{count, number} charged or reserved by what is running',
  charged:
    '{count, number} charged, {free, number} free (cached results, duplicates and sandbox addresses)',
  given_back: '{count, number} not charged, since they could not be decided',
  nearly_reached: '{share} of this month’s verifications are used.',
  storage: 'Storage',
  stored_lists: 'Lists: <b>{used}</b> of {limit}',
  stored_batches: 'Batches and history: <b>{used}</b> of {limit}',
  stored_batches_no_limit: 'Batches and history: <b>{used}</b>, no limit',
  last_days: '{count, plural, one {# result} other {# results}} in the last {days, number} days',
  by_day: 'By day (UTC), cached results included',
  chart:
    '{count, plural, one {# verification} other {# verifications}} in {days, number} days, at most {most, number} on one day',
  show_table: 'Show as table',
  chart_caption: 'Verifications by day',
  day_column: 'Day (UTC)',
  verifications_column: 'Verifications',
  day_count: '{day}: {count, number}',
} as const;
