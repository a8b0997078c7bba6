import { DETAIL_REASONS } from '../contract/detail-reasons.ts';
import { MAX_SCORE } from '../contract/limits.ts';
import type { Reason } from '../contract/verdict.ts';
import { type Message, message } from '../i18n/message.ts';
import type { SchemaFault } from './faults.ts';
import type { PolicyRule, Range, RuleConditions } from './policy.ts';
import { MAX_DELIVERED, RULE_DETAILS, RULE_REASONS } from './schema.ts';

/**
 * The rules that no result can meet, or that earlier rules leave nothing to. All results are divided into
 * finitely many cases, as far as the rules can tell them apart; a rule is a set of cases in each of
 * some dimensions, a box. What is left of a box once those before it are cut out decides.
 */
export function findUnreachable(rules: readonly PolicyRule[]): readonly SchemaFault[] {
  const toBox = createBoxes(rules.map(({ conditions }) => conditions));
  const boxes = rules.map(({ conditions }) => toBox(conditions));
  const budget = { steps: MAX_STEPS };
  return boxes.flatMap((box, index) => {
    const path = ['rules', index];
    if (isEmpty(box)) return [{ path, say: () => NEVER_MET }];
    const before = boxes.slice(0, index);
    if (!isCovered(box, before, budget)) return [];
    const alone = before.map((one) => isCovered(box, [one], budget));
    return [{ path, say: () => coveredBy(rules, alone) }];
  });
}

const NEVER_MET = message('errorTexts.policy_never_met');

function coveredBy(rules: readonly PolicyRule[], alone: readonly boolean[]): Message {
  const line = rules[alone.indexOf(true)]?.line;
  return line === undefined
    ? message('errorTexts.policy_covered')
    : message('errorTexts.policy_covered_by_line', { line: `${line}` });
}

/** The cases in each dimension. */
type Box = readonly Cases[];

function isEmpty(box: Box): boolean {
  return box.some(({ size }) => size === 0);
}

/** Of all comparisons of two boxes for a file: a file that was made for it could take years. */
const MAX_STEPS = 20_000;

interface Budget {
  steps: number;
}

/** Whether nothing of a box is outside of all others; false, too, once the budget is spent. */
function isCovered(box: Box, others: readonly Box[], budget: Budget): boolean {
  if (isEmpty(box)) return true;
  const [other, ...rest] = others;
  if (!other || budget.steps <= 0) return false;
  budget.steps -= 1;
  const shared = box.map((cases, at) => common(cases, other[at]));
  if (isEmpty(shared)) return isCovered(box, rest, budget);
  // What is outside, dimension by dimension: within in those before, outside in this one.
  return box.every((cases, at) => {
    const left = outside(cases, other[at]);
    return isCovered([...shared.slice(0, at), left, ...box.slice(at + 1)], rest, budget);
  });
}

type Cases = ReadonlySet<number>;

function common(one: Cases, other: Cases | undefined): Cases {
  return new Set([...one].filter((each) => other?.has(each)));
}

function outside(one: Cases, other: Cases | undefined): Cases {
  return new Set([...one].filter((each) => !other?.has(each)));
}

/** The cases of what is not known, and of what no rule names. */
type MaybeKnown<T> = T | undefined;

interface Case {
  readonly reason: Reason;
  readonly detail: string | undefined;
  readonly role: boolean | undefined;
  readonly disposable: boolean | undefined;
}

/** A fine reason that is not in the table, as a newer service may have. */
const OTHER = '';

function createBoxes(rules: readonly RuleConditions[]): (conditions: RuleConditions) => Box {
  const providers = [undefined, OTHER, ...new Set(rules.flatMap(({ provider = [] }) => provider))];
  const scores = pointsOf(
    rules.map(({ score }) => score),
    MAX_SCORE,
  );
  const deliveries = pointsOf(
    rules.map(({ delivered }) => delivered),
    MAX_DELIVERED,
  );
  const shares = pointsOf(
    rules.map(({ bounceShare }) => bounceShare),
    1,
  );
  return ({ reason, detail, role, disposable, provider, free, score, delivered, bounceShare }) => [
    casesOf(CASES, (one) => {
      const isNamed = !reason || reason.includes(one.reason);
      const isDetailed = !detail || (one.detail !== undefined && detail.includes(one.detail));
      const isRole = role === undefined || role === one.role;
      return isNamed && isDetailed && isRole && (disposable ?? one.disposable) === one.disposable;
    }),
    casesOf(providers, (one) => !provider || (one !== undefined && provider.includes(one))),
    casesOf([true, false], (one) => free === undefined || free === one),
    casesOf(scores, (one) => isWithin(score, one)),
    casesOf(deliveries, (one) => isWithin(delivered, one)),
    casesOf(shares, (one) => isWithin(bounceShare, one)),
  ];
}

function casesOf<T>(all: readonly T[], isMet: (one: T) => boolean): Cases {
  return new Set(all.flatMap((one, index) => (isMet(one) ? [index] : [])));
}

function isWithin(range: Range | undefined, value: MaybeKnown<number>): boolean {
  if (!range) return true;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return value !== undefined && value >= min && value <= max;
}

/** A point for each bound, for each gap between two of them, and for what is not known. */
function pointsOf(ranges: readonly (Range | undefined)[], most: number): MaybeKnown<number>[] {
  const bounds = ranges.flatMap((range) => [range?.min ?? 0, range?.max ?? most]);
  const sorted = [...new Set([0, most, ...bounds])].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((bound, at) => (bound + (sorted[at] ?? 0)) / 2);
  return [undefined, ...sorted, ...gaps];
}

const TRUTHS = [true, false, undefined] as const;

/** All that can be known together of reason, fine reason, role and disposable. */
const CASES: readonly Case[] = RULE_REASONS.flatMap((reason) =>
  [undefined, OTHER, ...RULE_DETAILS].flatMap((detail) =>
    TRUTHS.flatMap((role) =>
      TRUTHS.map((disposable) => ({ reason, detail, role, disposable })).filter(isPossible),
    ),
  ),
);

function isPossible({ reason, detail, role, disposable }: Case): boolean {
  if (reason === 'role' && (role !== true || disposable === true)) return false;
  if (reason === 'accepted' && disposable !== false) return false;
  if (reason === 'disposable' && disposable !== true) return false;
  return detail === undefined || detail === OTHER || isReasonOf(reason, detail);
}

/** A mailbox that accepts mail may be risky for what its address is. */
function isReasonOf(reason: Reason, detail: string): boolean {
  const plain = DETAIL_REASONS[detail as keyof typeof DETAIL_REASONS].reason;
  if (reason === plain || reason === 'incomplete') return true;
  return plain === 'accepted' && (reason === 'role' || reason === 'disposable');
}
