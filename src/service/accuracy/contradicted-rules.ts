import { isoMonth } from '../../lib/iso-time.ts';
import type { ServiceContext } from '../ports.ts';
import type { Pause } from '../read-turns.ts';
import { basisOf } from './accuracy-report.ts';
import { ACCURACY_DAYS_MS, type Measured, measureAccuracy } from './measure-accuracy.ts';
import { promiseOf } from './promises.ts';
import { type Rule, ruleKey } from './rule.ts';
import type { Cell } from './tally.ts';
import { wilson } from './wilson.ts';

/** A rule that outcomes contradict more often than it promises. */
export interface ContradictedRule extends Rule {
  readonly contradicted: number;
  /** Results of how many addresses it is a share of. */
  readonly of: number;
  /** Distinct domains of the contradicted addresses. */
  readonly domains: number;
  /** Share that may be contradicted. */
  readonly promise: number;
}

/** With fewer contradicted addresses, or fewer domains of them, there is no warning: one domain may be set up wrongly. */
const LEAST_CONTRADICTED = 5;
const LEAST_DOMAINS = 3;

/**
 * The rules that outcomes of all teams contradict more often than they promise, with 95 % certainty; most contradicted
 * first. Outcomes without a date and addresses of the sandbox do not count. Teams without outcomes cost one query.
 */
export async function findContradictedRules(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  pause?: Pause,
): Promise<readonly ContradictedRule[]> {
  const now = clock.now();
  const counts = new Map<string, RuleCounts>();
  for (const { id } of await store.teams.list(isoMonth(now))) {
    if (await store.outcomes(id).isEmpty()) continue;
    const wanted = { since: now - ACCURACY_DAYS_MS, isSandboxLeftOut: true, pause };
    addRules(counts, await measureAccuracy({ store }, id, wanted));
  }
  return [...counts.values()]
    .flatMap(brokenPromise)
    .sort((one, other) => other.contradicted - one.contradicted);
}

interface RuleCounts {
  readonly rule: Rule;
  contradicted: number;
  of: number;
  readonly domains: Set<string>;
}

/** A rule has results with several verdicts: role addresses are risky. */
function addRules(counts: Map<string, RuleCounts>, measured: Measured): void {
  const basis = basisOf(measured);
  for (const cell of measured.tally.rules.values()) {
    const rule = ruleOfCell(cell);
    const key = ruleKey(rule);
    const known = counts.get(key) ?? { rule, contradicted: 0, of: 0, domains: new Set() };
    known.contradicted += cell.dated;
    known.of += basis === 'outcomes' ? cell.delivered + cell.bounced : cell.verified;
    for (const domain of cell.domains) known.domains.add(domain);
    counts.set(key, known);
  }
}

function ruleOfCell({ place: { detail = '', rule = '', provider = '' } }: Cell): Rule {
  return { detail, rule, provider };
}

function brokenPromise({ rule, contradicted, of, domains }: RuleCounts): ContradictedRule[] {
  const promise = promiseOf(rule.detail)?.atMost;
  if (promise === undefined || contradicted < LEAST_CONTRADICTED) return [];
  if (domains.size < LEAST_DOMAINS || wilson(contradicted, of).low <= promise) return [];
  return [{ ...rule, contradicted, of, domains: domains.size, promise }];
}
