import { DETAIL_REASONS } from '../../contract/detail-reasons.ts';
import { REASONS, VERDICTS } from '../../contract/verdict.ts';
import { bounceShareOf } from '../../policy/policy.ts';
import { isFree } from './column-value.ts';
import type { JudgedAddress } from './judged-row.ts';

/** Whether a row is meant. */
export type Condition = (judged: JudgedAddress) => boolean;

/** Which rows are written: those that meet one of `only` and none of `exclude`. */
export interface RowFilter {
  readonly only?: readonly Condition[] | undefined;
  readonly exclude?: readonly Condition[] | undefined;
}

/** Facts that stand as a word of their own. */
const FACTS: Readonly<Record<string, Condition>> = {
  free: (judged) => isFree(judged) === true,
  role: ({ role }) => role === true,
  disposable: ({ temporary, reason }) => temporary === true || reason === 'disposable',
};

/** The same as words. */
export const FACT_WORDS: readonly string[] = Object.keys(FACTS);

const DETAILS = Object.keys(DETAIL_REASONS);

/** The words that are a condition, each once: verdicts, facts, reasons, fine reasons. */
export const CONDITION_WORDS: readonly string[] = [
  ...new Set([...VERDICTS, ...FACT_WORDS, ...REASONS, ...DETAILS]),
];

/** How the other conditions are written. */
export const CONDITION_FORMS = [
  'provider=<name>',
  'detail=<code>',
  'score>=<n>',
  'delivered>=<n>',
  'bounceShare<=<share>',
] as const;

/** Reads one condition; undefined if the text is not one. */
export function parseCondition(text: string): Condition | undefined {
  const bound = /^(score|delivered|bounceshare) *(>=|<=|>|<|=) *(\d{1,9}(?:\.\d{1,6})?)$/i.exec(
    text,
  );
  if (bound) {
    const [, name = '', comparison, number] = bound;
    return numberCondition(
      NUMBERS[name.toLowerCase() as NumberField],
      comparison as ComparisonSign,
      Number(number),
    );
  }
  const named = /^(provider|detail|reason) *= *(\S+)$/.exec(text);
  if (named) return nameCondition(named[1] as 'provider' | 'detail' | 'reason', named[2] ?? '');
  return CONDITION_WORDS.includes(text) ? wordCondition(text) : undefined;
}

/** Whether a row is written; undefined where all are. */
export function toKeep({ only, exclude }: RowFilter): Condition | undefined {
  if (!only && !exclude) return undefined;
  return (judged) => {
    // An empty cell is nothing that could be named.
    if (judged.verdict === undefined) return only === undefined;
    return (only === undefined || meetsOne(judged, only)) && !meetsOne(judged, exclude);
  };
}

/** Whether a row meets one of the conditions. */
export function meetsOne(judged: JudgedAddress, conditions: readonly Condition[] = []): boolean {
  return conditions.some((condition) => condition(judged));
}

type ComparisonSign = '>=' | '<=' | '>' | '<' | '=';

const COMPARE: Readonly<Record<ComparisonSign, (known: number, bound: number) => boolean>> = {
  '>=': (known, bound) => known >= bound,
  '<=': (known, bound) => known <= bound,
  '>': (known, bound) => known > bound,
  '<': (known, bound) => known < bound,
  '=': (known, bound) => known === bound,
};

const NUMBERS = {
  score: ({ score }) => score,
  delivered: ({ domainOutcomes }) => domainOutcomes?.delivered,
  bounceshare: ({ domainOutcomes }) => bounceShareOf(domainOutcomes),
} as const satisfies Record<string, (judged: JudgedAddress) => number | undefined>;
type NumberField = keyof typeof NUMBERS;

/** A number that is not known meets no bound. */
function numberCondition(
  find: (judged: JudgedAddress) => number | undefined,
  comparison: ComparisonSign,
  bound: number,
): Condition {
  return (judged) => {
    const known = find(judged);
    return known !== undefined && COMPARE[comparison](known, bound);
  };
}

function nameCondition(field: 'provider' | 'detail' | 'reason', name: string): Condition {
  const wanted = name.toLowerCase();
  return (judged) => judged[field]?.toLowerCase() === wanted;
}

function wordCondition(word: string): Condition {
  const fact = FACTS[word];
  if (fact) return fact;
  if (VERDICTS.some((verdict) => verdict === word)) return ({ verdict }) => verdict === word;
  if (REASONS.some((reason) => reason === word)) return ({ reason }) => reason === word;
  return ({ detail }) => detail === word;
}
