import type { StoredDetail } from '../../contract/detail.ts';
import type { Answer } from '../records.ts';
import { parseStored } from '../verifications/detail.ts';
import { type Rule, ruleKey, ruleOf } from './rule.ts';

/** The fine reason of a reply that proves nothing. */
const UNPROVEN = 'unproven';
/** As of an address whose host said nothing that counts. */
const UNPROVEN_SCORE = 50;

/** Makes answers by rules that are not believed undecided; the detail names the reason that they had. */
export function disbelieving(rules: readonly Rule[]): (answer: Answer) => Answer {
  if (rules.length === 0) return (answer) => answer;
  const keys = new Set(rules.map(ruleKey));
  return (answer) => {
    const detail = answer.decided && answer.detail ? parseStored(answer.detail) : null;
    const isDistrusted = detail && keys.has(ruleKey(ruleOf(detail)));
    return isDistrusted ? undecided(answer, detail) : answer;
  };
}

function undecided({ facts }: Answer, { cached, ...detail }: StoredDetail): Answer {
  const distrusted = detail.reason;
  return {
    facts: {
      ...facts,
      ...{ mx: true, smtp: false, deliverable: false },
      score: UNPROVEN_SCORE,
    },
    decided: false,
    reason: UNPROVEN,
    detail: JSON.stringify({ ...detail, reason: UNPROVEN, distrusted, ...(cached && { cached }) }),
  };
}
