import type { Reason } from './verdict.ts';

/** What a verdict rests on, for people: the second half of a sentence about one address. */
export const REASON_TEXTS: Readonly<Record<Reason, string>> = {
  accepted: 'the mailbox accepts mail',
  accept_all: 'the host accepts every name, so the mailbox may not exist',
  disposable: 'a throw-away address',
  role: 'a mailbox shared by several people (info, support, …)',
  suppressed: 'on the suppression list of the team, so it was not verified',
  syntax: 'not an e-mail address',
  no_mx: 'the domain receives no mail',
  mailbox: 'the mailbox does not exist, is full or is disabled',
  no_answer: 'the host gave no clear answer',
  error: 'the service reported an error',
  incomplete: 'there is no complete result',
  several_addresses: 'the cell holds several addresses; --split-cells takes each',
};
