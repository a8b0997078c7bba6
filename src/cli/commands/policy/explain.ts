import { cellAddress } from '../../../formats/read/cell-addresses.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import {
  type Judging,
  judgeAddress,
  type PolicyJudgement,
  type TriedRule,
  tryRules,
} from '../../../policy/policy.ts';
import { ruleText } from '../../../policy/rule-text.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import { type CommandLine, type Invocation, judgingOf } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { shortPath } from '../../io/short-path.ts';
import { type AddressResult, cellToRecord } from '../../render/record.ts';
import { toJson } from '../../render/results.ts';
import { requirePolicy } from './run.ts';

interface ExplainOptions {
  readonly text: string;
}

export function parseExplainOptions({ args: [text = ''] }: CommandLine): ExplainOptions {
  return { text };
}

const COLUMNS = [
  'email',
  'verdict',
  'reason',
  'detail',
  'provider',
  'role',
  'temporary',
  'free',
  'score',
] as const;

/** Verifies an address, and shows what each rule of the policy makes of it. */
export async function runPolicyExplain(
  invocation: Invocation,
  { text }: ExplainOptions,
): Promise<undefined> {
  const { path, policy } = await requirePolicy(invocation);
  const cell = cellAddress(text);
  const { address } = cell;
  const answer: AddressResult = address === undefined ? {} : await verify(invocation, address);
  const judging: Judging = { ...(await judgingOf(invocation)), policy };
  const record = cellToRecord(cell, answer, judging);
  const judged = address === undefined ? undefined : judgeAddress(address, answer, judging);
  const without = cellToRecord(cell, answer, { ...judging, policy: undefined });
  const rules = tryRules(address ?? text, answer, { ...judging, policy });
  const json = {
    ...toJson(record, COLUMNS),
    withoutPolicy: without.verdict ?? null,
    decidedBy: toDecision(judged),
    rules: rules.map(({ rule: { line, verdict }, unmet = null }) => ({ line, verdict, unmet })),
  };
  const lines = [
    `${safeLine(record.email)}  ${record.verdict ?? ''}  ${record.reason}`,
    `  without the policy ${without.verdict}; ${decisionText(judged)}`,
    ...rules.map((tried) => triedText(shortPath(path, invocation.context), tried)),
  ];
  await printOne(invocation, json, lines.join('\n'));
}

async function verify(invocation: Invocation, address: string): Promise<AddressResult> {
  await using service = await openService(invocation, await resolveService(invocation));
  const { signal } = invocation.context;
  return { verification: await service.client.verify(address, { signal }) };
}

/** A list, or the line of a rule; null where the policy changed nothing. */
function toDecision(judged: PolicyJudgement | undefined): string | number | null {
  const by = judged?.by;
  return typeof by === 'object' ? by.line : (by ?? null);
}

function decisionText(judged: PolicyJudgement | undefined): string {
  const by = toDecision(judged);
  if (by === null) return 'no rule and no list changes that';
  return typeof by === 'number' ? `the rule of line ${by} decides` : `the list '${by}' decides`;
}

function triedText(path: string, { rule, unmet }: TriedRule): string {
  const state = unmet === undefined ? 'met' : `not met (${unmet})`;
  return `  ${path}:${rule.line}  ${state}  ${ruleText(rule)}`;
}
