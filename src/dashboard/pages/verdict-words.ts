import { explainReason } from '../../contract/explanations.ts';
import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import type { Reason } from '../../contract/verdict.ts';
import { lowerFirst } from '../../lib/wording.ts';
import { reasonOfDetail } from '../../service/verifications/detail.ts';

/** The finest reason that is known of a result. */
export function whyWords(reason: Reason, detail: string | undefined): string {
  return reasonWords(reason, reasonOfDetail(detail));
}

/** The same where the fine reason is known by itself. */
export function reasonWords(reason: Reason, fineReason: string | undefined): string {
  if (reason === 'accepted') return REASON_TEXTS.accepted;
  return lowerFirst(explainReason(reason, fineReason).meaning);
}
