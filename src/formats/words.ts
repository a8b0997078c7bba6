/** Results in the words of the reader's language. */
import { DETAIL_REASONS, isDetailCode } from '../contract/detail-reasons.ts';
import { type Reason, VERDICT_OF, type Verdict } from '../contract/verdict.ts';
import type { Texts } from '../i18n/texts.ts';

interface ReasonWords {
  /** A sentence, which may lack its full stop. */
  readonly meaning: string;
  /** What a sender does about it. */
  readonly advice: string;
}

/** What a result means by its reason, and by its fine reason where that is a finer one of the same. */
export function reasonInWords(
  text: Texts,
  reason: Reason,
  detail: string | undefined,
): ReasonWords {
  if (detail !== undefined && isDetailCode(detail) && DETAIL_REASONS[detail].reason === reason) {
    return { meaning: text(`details.${detail}`), advice: text(`detailsAdvice.${detail}`) };
  }
  return { meaning: text(`reasons.${reason}`), advice: text(`reasonsAdvice.${reason}`) };
}

/** The same for results of one verdict and one fine reason; undefined for an unknown fine reason. */
export function detailInWords(
  text: Texts,
  verdict: Verdict,
  detail: string,
): ReasonWords | undefined {
  if (!isDetailCode(detail)) return undefined;
  const isOwn = VERDICT_OF[DETAIL_REASONS[detail].reason] === verdict;
  return {
    meaning: text(`details.${detail}`),
    advice: isOwn ? text(`detailsAdvice.${detail}`) : text(`verdictsAdvice.${verdict}`),
  };
}

/** `3 mailboxes full`; the code itself for an unknown fine reason. */
export function detailCount(text: Texts, detail: string, count: number): string {
  if (isDetailCode(detail)) return text(`detailsCounted.${detail}`, { count });
  return `${text.number(count)} ${detail}`;
}

/** A text as the beginning of a sentence or a cell. */
export function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
