/** How often results were right. */
export const accuracy = {
  title: 'Accuracy',
  intro:
    'How often results were right: each result compared with what happened to mail sent to that address within 30 days.',
  nothing_known:
    'No outcome is known yet for the {count, plural, one {# address} other {# addresses}} verified since {since}, so accuracy can’t be measured. mailvet learn reads bounces and deliveries, and providers report them.',
  rests_on:
    'Based on {count, plural, one {# outcome} other {# outcomes}} ({delivered, number} delivered, {bounced, number} bounced) for {verified, number} addresses verified since {since}.',
  of_outcomes: 'Percentages are of the addresses with a known outcome.',
  of_verified:
    'Percentages are of all verified addresses, counting those without an outcome as delivered: the real figures may be worse.',
  undated:
    '{count, plural, one {# outcome has no date: it counts from when it was read.} other {# outcomes have no date: they count from when they were read.}}',
  cut: 'There are more results than are read at once: only the newest are counted.',
  rules: 'Rules, the worst first',
  rules_caption: 'Rules, by how often outcomes contradicted them',
  verdicts: 'By verdict',
  hosts: 'By mail server',
  rule: 'Rule',
  outcomes: 'Outcomes',
  contradicted: 'Contradicted',
  share: 'Share (95% interval)',
  share_between: '{share} ({low} to {high})',
  allowed: 'Allowed',
  no_promise: 'promises nothing',
  replies: 'Replies',
  times: '{count, number} ×',
  verified: 'Verified',
  delivered: 'Delivered',
  bounced: 'Bounced',
  host: 'Mail server',
  no_rows: 'None.',
} as const;
