/** What results mean for a sender, as the team judges them. */
import type { Conclusion } from '../../contract/detail.ts';
import { actionOf } from '../../contract/verdict.ts';
import { judgeAddress } from '../../policy/policy.ts';
import { suggestCorrection } from '../../result/on-wire.ts';
import type { VerifiedAddress } from '../../result/result.ts';
import type { StoreContext } from '../ports.ts';
import { findReadableJudging } from '../teams/policy.ts';

/** Concludes by the policy of a team: nothing where that can't be read. `suggestion` where it is known already. */
export async function findConclusions(
  context: StoreContext,
  team: { readonly id: string },
): Promise<(verified: VerifiedAddress, suggestion?: string | null) => Conclusion | undefined> {
  const judging = await findReadableJudging(context, team);
  if (!judging) return () => undefined;
  return ({ email, result }, suggestion = suggestCorrection(email) ?? null) => {
    const { facts, reason: fine, evidence } = result;
    const { provider, domainOutcomes } = evidence;
    const detail = {
      reason: fine,
      ...(provider !== null && { provider }),
      ...(domainOutcomes && { domainOutcomes }),
    };
    const { verdict, reason } = judgeAddress(
      email,
      { verification: { ...facts, detail } },
      judging,
    );
    return { verdict, reason, action: actionOf({ verdict, reason }, fine), suggestion };
  };
}
