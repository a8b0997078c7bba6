import { wilson } from '../../lib/wilson.ts';
import type { OutcomeStore } from '../outcomes/outcome-ports.ts';
import type { ServiceContext } from '../ports.ts';
import type { Observe } from '../service-event.ts';
import { basisOf } from './accuracy-report.ts';
import type { Measured } from './measure-accuracy.ts';
import { promiseOf } from './promises.ts';
import { type DistrustedRule, type Rule, ruleKey } from './rule.ts';
import type { Cell } from './tally.ts';

/** With fewer contradicted addresses a rule is believed, whatever the share. */
const LEAST_CONTRADICTED = 5;

/** The rules that are contradicted more often than they promise: with 95 % certainty, by dated outcomes. */
export function findDistrusted(measured: Measured, now: number): DistrustedRule[] {
  const basis = basisOf(measured);
  return [...mergedByRule(measured).values()].flatMap(({ rule, dated, verified, outcomes }) => {
    const of = basis === 'outcomes' ? outcomes : verified;
    const promise = promiseOf(rule.detail);
    if (!promise || dated < LEAST_CONTRADICTED) return [];
    const isBroken = wilson(dated, of).low > promise.atMost;
    return isBroken ? [{ ...rule, contradicted: dated, of, since: now }] : [];
  });
}

interface RuleCounts {
  readonly rule: Rule;
  dated: number;
  verified: number;
  outcomes: number;
}

/** A rule has results with several verdicts: role addresses are risky. */
function mergedByRule({ tally }: Measured): Map<string, RuleCounts> {
  const merged = new Map<string, RuleCounts>();
  for (const cell of tally.rules.values()) {
    const rule = ruleOfCell(cell);
    const counts = merged.get(ruleKey(rule)) ?? { rule, dated: 0, verified: 0, outcomes: 0 };
    counts.dated += cell.dated;
    counts.verified += cell.verified;
    counts.outcomes += cell.delivered + cell.bounced;
    merged.set(ruleKey(rule), counts);
  }
  return merged;
}

function ruleOfCell({ place: { detail = '', rule = '', provider = '' } }: Cell): Rule {
  return { detail, rule, provider };
}

type DistrustContext = Pick<ServiceContext, 'clock'> & { readonly observe?: Observe | undefined };

/** Keeps which rules of a team are believed no longer, and reports each change. */
export async function updateDistrusted(
  { clock, observe }: DistrustContext,
  store: Pick<OutcomeStore, 'distrust' | 'distrustedByTeam'>,
  { teamId, measured }: { readonly teamId: string; readonly measured: Measured },
): Promise<readonly DistrustedRule[]> {
  const before = new Map((await store.distrustedByTeam()).map((one) => [ruleKey(one), one]));
  const after = findDistrusted(measured, clock.now()).map((rule) => ({
    ...rule,
    since: before.get(ruleKey(rule))?.since ?? rule.since,
  }));
  if (before.size + after.length > 0) await store.distrust(after);
  const kept = new Set(after.map(ruleKey));
  for (const { since: _, ...rule } of after) {
    if (!before.has(ruleKey(rule))) observe?.({ event: 'rule_distrusted', teamId, ...rule });
  }
  for (const [key, { detail, rule, provider }] of before) {
    if (!kept.has(key)) observe?.({ event: 'rule_trusted', teamId, detail, rule, provider });
  }
  return after;
}
