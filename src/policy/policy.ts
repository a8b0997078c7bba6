import { withParents } from '../address/domain.ts';
import { isFreeMail } from '../address/free.ts';
import type { DomainOutcomes, VerificationDetail } from '../contract/decode.ts';
import type { KnownFacts } from '../contract/facts.ts';
import { type Judgement, judge, type Reason, type Verdict } from '../contract/verdict.ts';
import { domainOf } from '../lib/address-parts.ts';

/** What a rule asks for: all that is there must hold. A fact that is not known meets nothing. */
export interface RuleConditions {
  readonly reason?: readonly Reason[];
  readonly detail?: readonly string[];
  readonly provider?: readonly string[];
  readonly role?: boolean;
  readonly free?: boolean;
  readonly disposable?: boolean;
  readonly score?: Range;
  readonly delivered?: Range;
  readonly bounceShare?: Range;
}

/** Bounds that belong to it. */
export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The verdict of the results that meet the conditions. */
export interface PolicyRule {
  readonly conditions: RuleConditions;
  readonly verdict: Verdict;
  /** Of its file, from 1. */
  readonly line: number;
}

/** Domains, which stand for what is below them, too, and addresses; in lower case. */
export type NameList = ReadonlySet<string>;

/** How a team judges results. */
export interface Policy {
  /** The first that is met counts. */
  readonly rules: readonly PolicyRule[];
  readonly lists: Readonly<Record<ListName, NameList>>;
  /** What makes a list fall short. */
  readonly thresholds: Thresholds;
  /** Added columns, or the name of a preset. */
  readonly columns?: readonly string[] | string | undefined;
}

export const LIST_NAMES = ['allow', 'disposable', 'free'] as const;
type ListName = (typeof LIST_NAMES)[number];

export interface Thresholds {
  readonly failOn?: readonly Verdict[] | undefined;
  /** 0 to 100. */
  readonly maxUndeliverable?: number | undefined;
  readonly minScore?: number | undefined;
}

/** How results are judged. */
export interface Judging {
  /** Whether a deliverable role address is risky (the default) or deliverable. */
  readonly riskyRole?: boolean | undefined;
  readonly policy?: Policy | undefined;
}

/** What is known of an address: a result, or an error. */
export interface JudgedResult {
  readonly verification?:
    | (KnownFacts & { readonly detail?: VerificationDetail | undefined })
    | undefined;
  readonly error?: string | undefined;
}

/** A verdict with what decided it. */
export interface PolicyJudgement extends Judgement {
  /** `allow` or `disposable`: the list; a rule; undefined: the policy changed nothing. */
  readonly by?: PolicyRule | 'allow' | 'disposable' | undefined;
}

/** Reasons that no policy changes: there is no address, no result, or a person said so. */
export const FIXED_REASONS: ReadonlySet<Reason> = new Set([
  'syntax',
  'suppressed',
  'error',
  'several_addresses',
]);

/**
 * The verdict of an address by what is known of it. Pure: the same facts give the same verdict wherever
 * they are judged.
 */
export function judgeAddress(
  address: string,
  { verification, error }: JudgedResult,
  judging: Judging,
): PolicyJudgement {
  const { riskyRole = true, policy } = judging;
  const judged = judge({ result: verification, error }, { riskyRole });
  if (!policy || !verification || FIXED_REASONS.has(judged.reason)) return judged;
  return judgeByPolicy(policy, { address: address.toLowerCase(), verification, judged });
}

interface JudgedFacts {
  /** In lower case. */
  readonly address: string;
  readonly verification: NonNullable<JudgedResult['verification']>;
  readonly judged: Judgement;
}

function judgeByPolicy(policy: Policy, facts: JudgedFacts): PolicyJudgement {
  const { lists, rules } = policy;
  if (isListed(lists.allow, facts.address)) return allow(facts.judged);
  const known = withOwnLists(policy, facts);
  const rule = rules.find(({ conditions }) => !findUnmet(conditions, known, policy));
  if (rule) return { verdict: rule.verdict, reason: known.judged.reason, by: rule };
  return known.judged === facts.judged ? facts.judged : { ...known.judged, by: 'disposable' };
}

function withOwnLists({ lists }: Policy, facts: JudgedFacts): PolicyFacts {
  const own = isListed(lists.disposable, facts.address);
  const judged = own ? withDisposable(facts.judged) : facts.judged;
  return { ...facts, judged, isOwnDisposable: own };
}

/** A rule with the first of its conditions that a result does not meet; undefined: it meets all. */
export interface TriedRule {
  readonly rule: PolicyRule;
  readonly unmet: keyof RuleConditions | undefined;
}

/** How each rule of a policy stands to a result, for people. */
export function tryRules(
  address: string,
  { verification, error }: JudgedResult,
  judging: Judging & { readonly policy: Policy },
): readonly TriedRule[] {
  const { policy, riskyRole = true } = judging;
  if (!verification) return [];
  const judged = judge({ result: verification, error }, { riskyRole });
  const facts = { address: address.toLowerCase(), verification, judged };
  const known = withOwnLists(policy, facts);
  return policy.rules.map((rule) => ({
    rule,
    unmet: findUnmet(rule.conditions, known, policy),
  }));
}

/** What is known as risky is allowed; what is dead or undecided stays so. */
function allow(judged: Judgement): PolicyJudgement {
  return judged.verdict === 'risky' ? { ...judged, verdict: 'deliverable', by: 'allow' } : judged;
}

/** As if the service had said so: that a domain accepts everything counts before it. */
function withDisposable(judged: Judgement): Judgement {
  const isWorse = judged.reason === 'accepted' || judged.reason === 'role';
  return isWorse ? { verdict: 'risky', reason: 'disposable' } : judged;
}

type PolicyFacts = JudgedFacts & { readonly isOwnDisposable: boolean };

/** The first condition that does not hold; undefined: all of them do. */
function findUnmet(
  wanted: RuleConditions,
  facts: PolicyFacts,
  policy: Policy,
): keyof RuleConditions | undefined {
  const { judged, verification } = facts;
  const { detail, role, score } = verification;
  if (!isOneOf(wanted.reason, judged.reason)) return 'reason';
  if (!isOneOf(wanted.detail, detail?.reason)) return 'detail';
  if (!isOneOf(wanted.provider, providerId(detail?.provider))) return 'provider';
  if (!isEqual(wanted.role, role)) return 'role';
  if (!isWithin(wanted.score, score)) return 'score';
  const outcomes = detail?.domainOutcomes;
  if (!isWithin(wanted.delivered, outcomes?.delivered)) return 'delivered';
  if (!isWithin(wanted.bounceShare, bounceShareOf(outcomes))) return 'bounceShare';
  if (!isEqual(wanted.disposable, isDisposable(facts))) return 'disposable';
  // Last, since it takes a look-up.
  const isOther = wanted.free !== undefined && wanted.free !== isFree(facts.address, policy);
  return isOther ? 'free' : undefined;
}

function isDisposable({ isOwnDisposable, verification, judged }: PolicyFacts) {
  return isOwnDisposable || judged.reason === 'disposable' || verification.temporary;
}

function isFree(address: string, { lists }: Policy): boolean {
  return isListed(lists.free, address) || isFreeMail(domainOf(address));
}

/** The share of a domain's addresses that bounced, of those with an outcome; undefined without outcomes. */
export function bounceShareOf(outcomes: DomainOutcomes | undefined): number | undefined {
  return outcomes && outcomes.bounced / (outcomes.delivered + outcomes.bounced);
}

function isOneOf(wanted: readonly string[] | undefined, known: string | undefined): boolean {
  return wanted === undefined || (known !== undefined && wanted.includes(known));
}

function isEqual(wanted: boolean | undefined, known: boolean | undefined): boolean {
  return wanted === undefined || wanted === known;
}

function isWithin(range: Range | undefined, known: number | undefined): boolean {
  if (!range) return true;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return known !== undefined && known >= min && known <= max;
}

/** The id of a provider: what is paced apart has its region behind it. */
export function providerId(key: string | undefined): string | undefined {
  return key?.split(' ', 1)[0];
}

/** Whether a list has an address, in lower case, its domain, or a parent of that. */
function isListed(list: NameList, address: string): boolean {
  if (list.size === 0) return false;
  return list.has(address) || withParents(domainOf(address)).some((name) => list.has(name));
}

/** What a policy knows of a domain: two whose facts and traits are the same are judged alike. */
export function traitsOf(domain: string, { lists }: Policy): string {
  const name = domain.toLowerCase();
  const listed = LIST_NAMES.map((list) => Number(isListed(lists[list], `@${name}`)));
  return [...listed, Number(isFreeMail(name))].join('');
}

/** Addresses that a policy names themselves, in lower case. */
export function namedAddresses({ lists }: Policy): ReadonlySet<string> {
  const names = LIST_NAMES.flatMap((list) => [...lists[list]]);
  return new Set(names.filter((name) => name.includes('@')));
}
