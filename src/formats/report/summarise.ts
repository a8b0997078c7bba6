import { MAX_SCORE } from '../../contract/limits.ts';
import { REASONS, type Reason, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { JudgedAddress } from '../write/judged-row.ts';
import { createDetailCounts, type DetailSummary } from './details.ts';

/**
 * What a list came to. Rows are counted, each by its best address. Rows without an address are in
 * no figure but their own.
 */
export interface ListSummary {
  readonly total: number;
  /** Empty cells. */
  readonly empty: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly reasons: Readonly<Record<Reason, number>>;
  /** The same by verdict: a policy may give results of one reason several. */
  readonly verdictReasons: Readonly<Record<Verdict, Readonly<Record<Reason, number>>>>;
  /** By verdict and fine reason, most first; empty where the service gives none. */
  readonly details: readonly DetailSummary[];
  /** Outcomes by score: 0–9, 10–19, … 80–89, 90–100. Those without a score are in none. */
  readonly scores: readonly number[];
  /** Outcomes with a likely typo. */
  readonly suggestions: number;
  /** The domains with most addresses, at most `MAX_REPORTED`, most first. */
  readonly domains: readonly DomainSummary[];
  /** The providers with most addresses, likewise; empty where the service names none. */
  readonly providers: readonly ProviderSummary[];
  /** False when there were too many domains to count every one: rare domains may be missing. */
  readonly allDomains: boolean;
}

interface GroupSummary {
  readonly total: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** The addresses of one domain, by verdict. */
export interface DomainSummary extends GroupSummary {
  readonly domain: string;
}

/** The addresses of the domains of one provider, by verdict. */
export interface ProviderSummary extends GroupSummary {
  /** Its id in the table of providers, or the domain of its mail hosts. */
  readonly provider: string;
}

interface SummaryCounter {
  add(judged: JudgedAddress): void;
  result(): ListSummary;
}

/** Reasons of cells that hold no single address. */
const NO_DOMAIN: ReadonlySet<Reason> = new Set(['syntax', 'several_addresses']);

const SCORE_BANDS = 10;
const MAX_REPORTED = 100;
/** Domains counted at a time; a million different ones must not fill the memory. */
const MAX_COUNTED = 20_000;

/** Counts judged rows while they stream by (`OutputOptions.observe`). */
export function createSummary(): SummaryCounter {
  const verdicts = zeros(VERDICTS);
  const verdictReasons = toRecord(VERDICTS, () => zeros(REASONS));
  const scores = Array.from({ length: SCORE_BANDS }, () => 0);
  const domains = createGroupCounts();
  const providers = createGroupCounts();
  const details = createDetailCounts();
  let total = 0;
  let empty = 0;
  let suggestions = 0;
  return {
    add(judged) {
      const { verdict, reason } = judged;
      if (verdict === undefined || reason === 'empty') {
        empty++;
        return;
      }
      total++;
      verdicts[verdict]++;
      verdictReasons[verdict][reason]++;
      if (judged.suggestion !== undefined) suggestions++;
      if (judged.score !== undefined) count(scores, scoreBand(judged.score));
      const domain = NO_DOMAIN.has(reason) ? undefined : domainOf(judged.email);
      if (domain !== undefined) domains.add(domain, verdict);
      if (judged.provider !== undefined) providers.add(judged.provider, verdict);
      details.add(judged);
    },
    result: () => ({
      total,
      empty,
      verdicts: { ...verdicts },
      reasons: toRecord(REASONS, (reason) =>
        VERDICTS.reduce((sum, verdict) => sum + verdictReasons[verdict][reason], 0),
      ),
      verdictReasons: toRecord(VERDICTS, (verdict) => ({ ...verdictReasons[verdict] })),
      details: details.result(),
      scores: [...scores],
      suggestions,
      domains: domains.result().map(({ name, ...counts }) => ({ domain: name, ...counts })),
      providers: providers.result().map(({ name, ...counts }) => ({ provider: name, ...counts })),
      allDomains: domains.isComplete(),
    }),
  };
}

function scoreBand(score: number): number {
  const band = Math.floor((score / MAX_SCORE) * SCORE_BANDS);
  return Math.min(Math.max(band, 0), SCORE_BANDS - 1);
}

function count(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  return at === -1 ? undefined : email.slice(at + 1).toLowerCase();
}

interface GroupCount {
  total: number;
  readonly verdicts: Record<Verdict, number>;
}

/** Counts by name. When there are too many, those met once or twice make room. */
function createGroupCounts() {
  const counts = new Map<string, GroupCount>();
  let complete = true;

  function makeRoom(): void {
    complete = false;
    const byTotal = [...counts].sort((a, b) => b[1].total - a[1].total);
    counts.clear();
    for (const [name, one] of byTotal.slice(0, MAX_COUNTED / 2)) counts.set(name, one);
  }

  return {
    add(name: string, verdict: Verdict): void {
      let one = counts.get(name);
      if (!one) {
        if (counts.size >= MAX_COUNTED) makeRoom();
        one = { total: 0, verdicts: zeros(VERDICTS) };
        counts.set(name, one);
      }
      one.total++;
      one.verdicts[verdict]++;
    },
    isComplete: () => complete,
    /** Most first. */
    result() {
      const groups = [...counts].map(([name, { total, verdicts }]) => ({
        name,
        total,
        verdicts: { ...verdicts },
      }));
      groups.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
      return groups.slice(0, MAX_REPORTED);
    },
  };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return toRecord(names, () => 0);
}

function toRecord<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
