/** What people did in a team. */
export const audit = {
  title: 'Activity log',
  caption:
    'Sign-ins and changes of keys, webhooks, people, lists and the do-not-mail list, newest first',
  who: 'Who',
  action: 'Action',
  subject: 'Subject',
  none: 'No entry yet.',
} as const;
