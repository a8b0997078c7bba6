import { findDetailReason, TRY_FEW } from './detail-reasons.ts';
import { REASON_TEXTS } from './reason-texts.ts';
import { type Reason, VERDICT_OF, type Verdict } from './verdict.ts';

/** A result in words. */
interface Explanation {
  readonly meaning: string;
  /** What a sender does about it: one sentence or two. */
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
      'Leave it out, or follow its reason: only a host that accepts any name is worth a try, with a few addresses first.',
  },
  undeliverable: {
    meaning:
      'Mail to it comes back: the mailbox does not exist, is full or is disabled, the domain has no mail host, or it is no address at all.',
    advice: 'Remove: every bounce costs reputation.',
  },
  unknown: {
    meaning: 'It is not known today: the host gave no clear answer, or there is no result.',
    advice: 'Verify again later. It says nothing against the address.',
  },
};

/** What a sender does about a result of which no finer reason is known. */
const REASON_ADVICE: Readonly<Record<Reason, string>> = {
  accepted: VERDICT_EXPLANATIONS.deliverable.advice,
  accept_all: TRY_FEW,
  disposable: 'Leave it out: such a mailbox is abandoned within hours. Ask for another address.',
  role: 'Leave it out of mailings: several people read it, and none of them subscribed. Write to it by hand where you know them.',
  suppressed: 'Leave it out: your team suppresses it.',
  syntax: 'Correct it or remove it.',
  no_mx: 'Remove it.',
  mailbox: 'Remove it.',
  no_answer: 'Verify it again later.',
  error: 'Verify it again later.',
  incomplete: 'Verify it again later.',
  several_addresses: 'Verify each of them: --split-cells takes them apart.',
};

/**
 * A result by its reason, and by its fine reason where that is a finer one of the same: a host that
 * accepts mail (`accepted`) says nothing for a throw-away address. The verdict follows from the reason.
 */
export function explainReason(reason: Reason, detail: string | undefined): Explanation {
  const fine = findDetailReason(detail ?? '');
  if (fine?.reason === reason) return fine;
  return { meaning: REASON_TEXTS[reason], advice: REASON_ADVICE[reason] };
}

/** The same for results of one verdict and one fine reason; undefined for an unknown fine reason. */
export function explainDetail(verdict: Verdict, detail: string): Explanation | undefined {
  const fine = findDetailReason(detail);
  if (!fine || VERDICT_OF[fine.reason] === verdict) return fine;
  return { meaning: fine.meaning, advice: VERDICT_EXPLANATIONS[verdict].advice };
}
