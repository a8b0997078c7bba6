import { COLUMN_PRESETS, LIST_COLUMNS, type ResultColumn } from '../formats/write/output.ts';
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
    columns: options.namesColumns ? options.columns : toColumns(policy.columns),
  };
}

/** The names were checked when the policy was read. */
function toColumns(columns: Policy['columns']): readonly ResultColumn[] | undefined {
  if (typeof columns !== 'string') return columns?.filter(isColumn);
  if (isPreset(columns)) return COLUMN_PRESETS[columns];
  return isColumn(columns) ? [columns] : undefined;
}

function isColumn(name: string): name is ResultColumn {
  return LIST_COLUMNS.some((column) => column === name);
}

function isPreset(name: string): name is keyof typeof COLUMN_PRESETS {
  return Object.hasOwn(COLUMN_PRESETS, name);
}
