import { policyColumns, type ResultColumn } from '../formats/write/output.ts';
import type { Policy, Thresholds } from '../policy/policy.ts';

/** The options of results that a policy may have, too. */
interface PolicyDefaults extends Thresholds {
  readonly columns: readonly ResultColumn[] | undefined;
  /** Whether the columns were named, if only as `all`. */
  readonly namesColumns?: boolean | undefined;
}

/** What no flag says is as the policy says. */
export function withPolicyDefaults<Options extends PolicyDefaults>(
  options: Options,
  policy: Policy | undefined,
): Options {
  if (!policy) return options;
  const { failOn, maxUndeliverable, minScore } = policy.thresholds;
  return {
    ...options,
    failOn: options.failOn ?? failOn,
    maxUndeliverable: options.maxUndeliverable ?? maxUndeliverable,
    minScore: options.minScore ?? minScore,
    columns:
      options.namesColumns || policy.columns === undefined
        ? options.columns
        : policyColumns(policy),
  };
}
