import type { Verdict } from '../../contract/verdict.ts';

interface Explanation {
  readonly meaning: string;
  /** What a sender does about it. */
  readonly advice: string;
}

/** What each verdict means, and what a sender does about it. */
export const VERDICT_EXPLANATIONS: Readonly<Record<Verdict, Explanation>> = {
  deliverable: {
    meaning: 'The mail host accepts mail for this very mailbox.',
    advice: 'Send.',
  },
  risky: {
    meaning:
      'Mail is accepted, but nobody may read it: the host takes every name, the address is throw-away, or it is a shared mailbox. Or it is suppressed: it was not verified.',
    advice:
      'Send with care, in small portions, and drop those that never respond; to suppressed addresses, do not send.',
  },
  undeliverable: {
    meaning: 'Mail to it comes back: no such mailbox, no mail host, or no address at all.',
    advice: 'Remove: every bounce costs reputation.',
  },
  unknown: {
    meaning: 'It is not known today: the host gave no clear answer, or there is no result.',
    advice: 'Verify again later before sending.',
  },
};
