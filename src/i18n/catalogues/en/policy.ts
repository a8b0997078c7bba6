/** The rules by which a team judges its lists. */
export const policy = {
  title: 'Policy',
  intro:
    'Your own rules for the results of your lists, in the JSON of mailvet.json: what counts as deliverable or risky for you.',
  where:
    'Lists are judged by it: numbers, rows, downloads and reports, also of lists that are checked already. The API stays as the service judges.',
  field: 'Rules and lists (JSON)',
  hint: 'Domains and addresses of “lists” are written here themselves: a file can not be named. Thresholds have no effect here.',
  save: 'Save policy',
  saving: 'Saving…',
  not_saved: 'The policy has {count, plural, one {# fault} other {# faults}} and was not saved:',
  remove_text: 'Without a policy, results are judged as the service does.',
  done_saved: 'The policy is saved.',
  done_removed: 'The policy is removed.',
  applies: 'Judged by your team’s policy.',
  unreadable:
    'This version of mailvet can’t read your team’s policy: the numbers are as they were judged last, and downloads are refused until an owner has corrected it.',
  by_rule: 'Policy: the rule of line {line}',
  by_allow: 'Policy: the list “allow”',
  by_disposable: 'Policy: the list “disposable”',
  being_applied: 'Your team’s policy has changed: the numbers of some lists follow in a moment.',
  open: 'Open the policy',
} as const;
