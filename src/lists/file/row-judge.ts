/** Verdicts of rows of a list by the policy of its team. */
import type { SQLOutputValue } from 'node:sqlite';
import type { RowResult } from '../../formats/write/judged-row.ts';
import {
  judgeAddress,
  namedAddresses,
  type Policy,
  type PolicyJudgement,
  providerId,
  traitsOf,
} from '../../policy/policy.ts';
import { isPacked } from '../../result/packed.ts';
import type { ListFile } from './list-file.ts';
import { withDetail } from './result-store.ts';

/** A row of the addresses; a cell without an address has no domain. */
export type AddressRow = Readonly<Record<string, SQLOutputValue>>;

/** Domains whose traits are remembered, 20 MB of them. Most lists have fewer: each is looked up once. */
const MAX_DOMAINS = 200_000;

/** Undefined for a row without a result. */
export type RowJudge = (row: AddressRow) => PolicyJudgement | undefined;

/** Judges rows of a list by the results that it has now. */
export function createRowJudge(list: ListFile, policy: Policy | undefined): RowJudge {
  const codes = list.codes();
  const judge = createCodeJudge(list, policy);
  return (row) => {
    if (row.domain === null) return row.problem === 'several_addresses' ? SEVERAL : SYNTAX;
    return judge(row, codes[Number(row.ordinal)] ?? 0);
  };
}

/** A verdict with its fine reason. */
type DetailedJudgement = PolicyJudgement & { readonly detail?: string | undefined };

/** Judges an address by any result that the list has for it; 0: none. */
export function createCodeJudge(list: ListFile, policy: Policy | undefined) {
  const named = policy ? namedAddresses(policy) : NO_NAMES;
  const classOf = policy ? domainClasses(list, policy) : () => 0;
  const resultOf = createResultFinder(list);
  // A list has few different codes for its length.
  const known = new Map<number, DetailedJudgement>();
  return (row: AddressRow, code: number): DetailedJudgement | undefined => {
    if (code === 0) return undefined;
    const key = code * MAX_CLASSES + classOf(String(row.domain));
    const found = known.get(key);
    if (found && named.size === 0) return found;
    const address = `${row.local}@${row.domain}`;
    const isNamed = named.has(address.toLowerCase());
    if (found && !isNamed) return found;
    const result = resultOf(row, code) ?? {};
    const detail = result.verification?.detail?.reason;
    const judged = { ...judgeAddress(address, result, { policy }), detail };
    if (isPacked(code) && !isNamed) known.set(key, judged);
    return judged;
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();
const SYNTAX: PolicyJudgement = { verdict: 'undeliverable', reason: 'syntax' };
const SEVERAL: PolicyJudgement = { verdict: 'unknown', reason: 'several_addresses' };

/** So many kinds of domains, times 2 ** 32 codes, are whole numbers. */
const MAX_CLASSES = 2 ** 20;

/** Domains that are judged alike with the same facts have the same number. */
function domainClasses(list: ListFile, policy: Policy): (domain: string) => number {
  const factsOf = list.domainLookup();
  const asksOutcomes = policy.rules.some(
    ({ conditions: { delivered, bounceShare } }) => delivered || bounceShare,
  );
  const asked = new Set(policy.rules.flatMap(({ conditions }) => conditions.provider ?? []));
  const numbers = new Map<string, number>();
  const known = new Map<string, number>();
  return (domain) => {
    let number = known.get(domain);
    if (number === undefined) {
      const facts = factsOf?.(domain);
      const provider = providerId(facts?.provider) ?? '';
      const { delivered, bounced } = (asksOutcomes && facts?.domainOutcomes) || {};
      const outcomes = delivered === undefined ? '' : `${delivered}/${bounced}`;
      const traits = `${traitsOf(domain, policy)} ${asked.has(provider) ? provider : ''} ${outcomes}`;
      number = numbers.get(traits) ?? numbers.size;
      numbers.set(traits, number);
      if (known.size < MAX_DOMAINS) known.set(domain, number);
    }
    return number;
  };
}

/** Finds the result of a row, with what is kept of its domain, as downloads have it. */
export function createResultFinder(
  list: ListFile,
): (row: AddressRow, code: number | undefined) => RowResult | undefined {
  const factsOf = list.domainLookup();
  return ({ ordinal: number, domain, local }, code) => {
    const ordinal = Number(number);
    const found = list.unpack(code, { address: `${local}@${domain}`, ordinal });
    const facts = factsOf?.(String(domain));
    return facts ? withDetail(found, facts) : found;
  };
}
