/** What a verdict rests on: the second half of a sentence about one address. */
export const reasons = {
  accepted: 'the mailbox accepts mail',
  accept_all: 'the domain accepts any address (catch-all), so this one may not exist',
  disposable: 'disposable address',
  role: 'a mailbox shared by several people (info, support, …)',
  suppressed: 'on the do-not-mail list of the team, so it was not verified',
  syntax: 'not an e-mail address',
  no_mx: 'the domain receives no mail',
  mailbox: 'the mailbox does not exist, is full or is disabled',
  no_answer: 'the mail server gave no clear answer',
  error: 'the service reported an error',
  incomplete: 'there is no complete result',
  several_addresses: 'this cell has more than one address',
} as const;
