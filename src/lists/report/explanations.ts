import type { Reason, Verdict } from '../../contract/verdict.ts';

export interface Explanation {
  readonly meaning: string;
  /** What a sender does about it. */
  readonly advice: string;
}

export const VERDICT_EXPLANATIONS: Readonly<Record<Verdict, Explanation>> = {
  deliverable: {
    meaning: 'The mail host accepts mail for this very mailbox.',
    advice: 'Send.',
  },
  risky: {
    meaning:
      'Mail is accepted, but nobody may read it: the host takes every name, the address is throw-away, or it is a shared mailbox.',
    advice: 'Send with care, in small portions, and drop those that never respond.',
  },
  undeliverable: {
    meaning: 'Mail to it comes back: no such mailbox, no mail host, or no address at all.',
    advice: 'Remove: every bounce costs reputation.',
  },
  unknown: {
    meaning: 'Nobody could tell today: the host gave no clear answer, or there is no result.',
    advice: 'Verify again later before sending.',
  },
};

export const REASON_MEANINGS: Readonly<Record<Reason, string>> = {
  accepted: 'the mailbox accepts mail',
  accept_all: 'the host accepts every name, so the mailbox may not exist',
  disposable: 'a throw-away address',
  role: 'a mailbox shared by several people (info, support, …)',
  syntax: 'not an e-mail address',
  no_mx: 'the domain receives no mail',
  mailbox: 'the host knows no such mailbox',
  no_answer: 'the host gave no clear answer',
  error: 'the service reported an error',
  incomplete: 'there is no complete result',
  several_addresses: 'the cell holds several addresses; --split-cells takes each',
};
