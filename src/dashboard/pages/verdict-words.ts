import { findDetailReason } from '../../contract/detail-reasons.ts';
import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import type { Reason } from '../../contract/verdict.ts';
import { reasonOfDetail } from '../../service/detail.ts';

/** The finest reason that is known of a result. */
export function whyWords(reason: Reason, detail: string | undefined): string {
  return reasonWords(reason, reasonOfDetail(detail));
}

/** The same where the fine reason is known by itself. */
export function reasonWords(reason: Reason, fineReason: string | undefined): string {
  const fine = findDetailReason(fineReason ?? '');
  return !fine || COARSER_IS_BETTER.has(reason) ? REASON_TEXTS[reason] : lowerFirst(fine.meaning);
}

/** Reasons that say more than the mail host's reply. */
const COARSER_IS_BETTER: ReadonlySet<Reason> = new Set(['accepted', 'disposable', 'role', 'error']);

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
