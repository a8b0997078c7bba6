import type { Facts } from '../../contract/facts.ts';
import { type Judgement, judge } from '../../contract/verdict.ts';
import { reasonOfDetail } from './detail.ts';

/** What a stored result means for a sender, by its facts and the fine reason in its detail. */
export function judgeStored(facts: Facts, detail: string | undefined): Judgement {
  const reason = reasonOfDetail(detail);
  return judge({ result: { ...facts, detail: reason === undefined ? undefined : { reason } } });
}
