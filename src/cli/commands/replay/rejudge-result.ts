import type { Verification } from '../../../contract/decode.ts';
import { FACT_NAMES } from '../../../contract/facts.ts';
import { type Judging, judgeAddress } from '../../../policy/policy.ts';
import type { RejudgeEvidence } from '../../connect/embedded.ts';
import type { ReplayedResult } from '../../render/replay.ts';

/** What results are judged by. */
export interface Rejudging {
  readonly rejudge: RejudgeEvidence;
  readonly judging: Judging;
}

/** A result with what it rests on, unchecked. */
export interface ResultWithEvidence {
  readonly email: string;
  readonly verification: Verification;
  readonly evidence: unknown;
}

type Changed = ReplayedResult & { readonly verification: Verification };

/** `same`: today's rules say the same; undefined: there is nothing to judge. */
export function rejudgeResult(
  { rejudge, judging }: Rejudging,
  { email, verification, evidence }: ResultWithEvidence,
): Changed | 'same' | undefined {
  const beforeDetail = verification.detail?.reason;
  if (beforeDetail === undefined) return undefined;
  const judged = rejudge(email, { reason: beforeDetail, evidence });
  if (!judged) return undefined;
  const { decided: _, reason: afterDetail, ...found } = judged.finding;
  const isSame = FACT_NAMES.every((name) => found[name] === verification[name]);
  if (isSame && afterDetail === beforeDetail) return 'same';
  const { provider } = verification.detail ?? {};
  const after = { ...found, email, detail: { reason: afterDetail, provider } };
  return {
    email,
    before: judgeAddress(email, { verification }, judging).verdict,
    after: judgeAddress(email, { verification: after }, judging).verdict,
    beforeDetail,
    afterDetail,
    rule: judged.rule,
    verification: after,
  };
}
