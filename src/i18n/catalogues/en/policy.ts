/** The rules by which a team judges its lists. */
export const policy = {
  title: 'Policy',
  intro:
    'Your own rules for the results of your lists, in the JSON of mailvet.json: what counts as deliverable or risky for you.',
  where:
    'Downloads and reports of lists are judged by it, also those of lists that are checked already. The numbers and rows on the pages, and the API, stay as the service judges.',
  field: 'Rules and lists (JSON)',
  hint: 'Domains and addresses of “lists” are written here themselves: a file can not be named. Thresholds have no effect here.',
  save: 'Save',
  saving: 'Saving…',
  not_saved: 'The policy has {count, plural, one {# fault} other {# faults}} and was not saved:',
  remove_text: 'Without a policy, results are judged as the service does.',
  done_saved: 'The policy is saved.',
  done_removed: 'The policy is removed.',
  applies:
    'Downloads and the report are judged by your team’s policy, the numbers on this page are not.',
  open: 'Open the policy',
} as const;
