import type { Reason } from '../../contract/verdict.ts';

/** What a verdict rests on, for people. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  accepted: 'the mail host takes mail for it',
  accept_all: 'the domain takes mail for any name',
  disposable: 'a disposable address',
  role: 'a role, not a person',
  syntax: 'not an address',
  no_mx: 'the domain takes no mail',
  mailbox: 'the mail host knows no such mailbox, or it takes no mail',
  no_answer: 'the mail host gave no answer about it',
  error: 'it could not be verified',
  incomplete: 'no result',
  several_addresses: 'several addresses in one place',
};
