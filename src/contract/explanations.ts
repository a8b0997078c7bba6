import {
  reasons,
  reasonsAdvice,
  verdictsAdvice,
  verdictsMeaning,
} from '../i18n/english/results.ts';
import { findDetailReason } from './detail-reasons.ts';
import { type Reason, VERDICT_OF, type Verdict } from './verdict.ts';

/** A result in words. */
interface ResultExplanation {
  readonly meaning: string;
  /** What a sender does about it: one sentence or two. */
  readonly advice: string;
}

/** What each verdict means, and what a sender does about it. */
export const VERDICT_EXPLANATIONS: Readonly<Record<Verdict, ResultExplanation>> = {
  deliverable: inWords('deliverable'),
  risky: inWords('risky'),
  undeliverable: inWords('undeliverable'),
  unknown: inWords('unknown'),
};

function inWords(verdict: Verdict): ResultExplanation {
  return { meaning: verdictsMeaning[verdict], advice: verdictsAdvice[verdict] };
}

/**
 * A result by its reason, and by its fine reason where that is a finer one of the same: a host that
 * accepts mail (`accepted`) says nothing for a throw-away address. The verdict follows from the reason.
 */
export function explainReason(reason: Reason, detail: string | undefined): ResultExplanation {
  const fine = findDetailReason(detail ?? '');
  if (fine?.reason === reason) return fine;
  return { meaning: REASON_TEXTS[reason], advice: reasonsAdvice[reason] };
}

/** The same for results of one verdict and one fine reason; undefined for an unknown fine reason. */
export function explainDetail(verdict: Verdict, detail: string): ResultExplanation | undefined {
  const fine = findDetailReason(detail);
  if (!fine || VERDICT_OF[fine.reason] === verdict) return fine;
  return { meaning: fine.meaning, advice: VERDICT_EXPLANATIONS[verdict].advice };
}

/** What a verdict rests on, for people: the second half of a sentence about one address. */
export const REASON_TEXTS: Readonly<Record<Reason, string>> = reasons;
