/** How often results were right. */
export const accuracy = {
  title: 'Accuracy',
  intro:
    'How often results were right: what was found of an address beside what became of mail to it up to 30 days later.',
  nothing_known:
    'No outcome is known of the {count, plural, one {# address} other {# addresses}} verified since {since}: nothing can be said yet. mailvet learn reads bounces and deliveries, and providers report them.',
  rests_on:
    'Rests on {count, plural, one {# outcome} other {# outcomes}} ({delivered, number} delivered, {bounced, number} bounced) of {verified, number} addresses verified since {since}.',
  of_outcomes: 'Shares are of the addresses with an outcome.',
  of_verified:
    'Shares are of all verified addresses, as if mail to those without an outcome had arrived: the truth may be worse.',
  undated:
    '{count, plural, one {# outcome has no date and counts} other {# outcomes have no date and count}} as of when they were read.',
  cut: 'There are more results than are read at once: only the newest are counted.',
  rules: 'Rules, the worst first',
  rules_caption: 'Rules by what outcomes contradicted',
  verdicts: 'By verdict',
  hosts: 'By mail host',
  rule: 'Rule',
  outcomes: 'Outcomes',
  contradicted: 'Contradicted',
  share: 'Share (95 % interval)',
  share_between: '{share} ({low} to {high})',
  allowed: 'Allowed',
  no_promise: 'promises nothing',
  replies: 'Replies',
  times: '{count, number} ×',
  verified: 'Verified',
  delivered: 'Delivered',
  bounced: 'Bounced',
  host: 'Mail host',
  no_rows: 'None.',
} as const;
