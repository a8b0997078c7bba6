/** The rules by which a team judges its lists. */
export const policy = {
  title: 'Policy',
  intro: 'Decide what counts as deliverable or risky for your team.',
  where:
    'Your lists are judged by it: numbers, rows, downloads and reports, even of lists that are already checked. Results of the API are not affected.',
  common: 'Common rules',
  rule_no_disposable: 'Disposable addresses are undeliverable',
  rule_no_free: 'Free mail addresses, such as gmail.com, are risky',
  rule_role: 'Role addresses, such as info@ and support@, are deliverable',
  rule_accept_all: 'Accept-all addresses are deliverable, unless they are disposable',
  rule_full: 'Full mailboxes are risky',
  common_hint:
    'Without these rules, free mail is like any other mail; disposable, role and accept-all addresses are risky; full mailboxes are undeliverable.',
  list_allow: 'Allow: never risky',
  list_allow_hint: 'One domain or address per line. A domain includes its subdomains.',
  list_disposable: 'Block: disposable',
  list_disposable_hint:
    'One domain or address per line. These are never among the safe rows. To skip them without a check, use the <suppressions>do-not-mail list</suppressions>.',
  other_rules:
    '{count, plural, one {# more rule} other {# more rules}} below in JSON: saving here does not change {count, plural, one {it} other {them}}.',
  rest_title: 'All of the policy as JSON',
  rest: 'For rules by provider, score or several conditions. It is the same policy: the common rules above are part of it.',
  example: 'Example',
  all_reasons: 'All reasons of results',
  save_json: 'Save JSON',
  field: 'Policy (JSON)',
  hint: 'Write the domains and addresses of “lists” here: a file can’t be named. Thresholds have no effect here.',
  save: 'Save policy',
  saving: 'Saving…',
  not_saved: 'The policy has {count, plural, one {# error} other {# errors}} and was not saved:',
  remove_text: 'Without a policy, results are judged as the service does.',
  done_saved: 'The policy is saved.',
  done_removed: 'The policy is removed.',
  applies: 'Judged by your team’s policy.',
  unreadable:
    'This version of mailvet can’t read your team’s policy: the numbers are as they were judged last, and downloads are refused until an owner has corrected it.',
  by_rule: 'Policy: the rule in line {line}',
  by_allow: 'Policy: the list “allow”',
  by_disposable: 'Policy: the list “disposable”',
  being_applied:
    'Your team’s policy has changed: the numbers of some lists will be updated in a moment.',
  open: 'Open the policy',
} as const;
