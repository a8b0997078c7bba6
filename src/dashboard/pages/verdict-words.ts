import { findDetailReason } from '../../contract/detail-reasons.ts';
import type { Reason } from '../../contract/verdict.ts';
import { reasonOfDetail } from '../../service/detail.ts';

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

/** What a result rests on, as finely as it is known. */
export function whyWords(reason: Reason, detail: string | undefined): string {
  const fine = findDetailReason(reasonOfDetail(detail) ?? '');
  return !fine || COARSER_IS_BETTER.has(reason) ? REASON_WORDS[reason] : lowerFirst(fine.meaning);
}

/** Reasons that say more than what the mail host said. */
const COARSER_IS_BETTER: ReadonlySet<Reason> = new Set(['accepted', 'disposable', 'role', 'error']);

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
