import { cellAddress } from '../../formats/read/cell-addresses.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import { counted, plural } from '../../lib/wording.ts';
import {
  type Judging,
  judgeAddress,
  LIST_NAMES,
  type Policy,
  type PolicyJudgement,
  type TriedRule,
  tryRules,
} from '../../policy/policy.ts';
import { faultText } from '../../policy/read-policy.ts';
import { ruleText } from '../../policy/rule-text.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import { shortPath } from '../directories.ts';
import { EXIT } from '../exit-codes.ts';
import { type Action, type CommandLine, type Invocation, judgingOf } from '../invocation.ts';
import { printOne } from '../io/print.ts';
import { type LoadedPolicy, loadPolicy, POLICY_NAME, readPolicyFile } from '../policy-file.ts';
import { type AddressResult, cellToRecord, toJson } from '../render/results.ts';
import { printLines } from '../render/wrap.ts';

/** Prints every fault as `file:line:column: message`; exit code 3 where there is one. */
export const runPolicyCheck: Action = async (invocation) => {
  const { context, globals } = invocation;
  const found = await readPolicyFile(context, { named: nameOf(globals.policy) });
  if (!found) throw noPolicy();
  const { path, read } = found;
  const { faults, more } = read.ok ? { faults: [], more: 0 } : read;
  const english = faults.map((fault) => ({ ...fault, message: fault.message.english }));
  if (globals.format === 'json' || globals.format === 'jsonl') {
    await context.stdout.write(
      `${safeJson({ file: path, faults: english, ...(more > 0 && { more }) }, 2)}\n`,
    );
    return read.ok ? undefined : EXIT.config;
  }
  const lines = [
    ...faults.map((fault) => `${shortPath(path, context)}:${faultText(fault)}`),
    ...(more > 0 ? [`and ${counted(more)} more`] : []),
  ];
  if (!read.ok) {
    await printLines(context.stdout, lines.map(safeLine));
    return EXIT.config;
  }
  const rules = plural(read.policy.rules.length, 'rule');
  await printLines(context.stdout, [`${shortPath(path, context)}: ${rules}, no fault`]);
  return undefined;
};

/** Prints the policy as it is understood. */
export const runPolicyShow: Action = async (invocation) => {
  const { path, policy } = await requirePolicy(invocation);
  const { rules, lists, thresholds, columns = null } = policy;
  const names = Object.fromEntries(LIST_NAMES.map((list) => [list, [...lists[list]]]));
  const value = { file: path, rules, lists: names, ...thresholds, columns };
  await printOne(invocation, value, showText(shortPath(path, invocation.context), policy));
  return undefined;
};

function showText(path: string, { rules, lists, thresholds, columns }: Policy): string {
  const { failOn, maxUndeliverable, minScore } = thresholds;
  const listed = LIST_NAMES.filter((list) => lists[list].size > 0).map(
    (list) => `${list}  ${plural(lists[list].size, 'entry', 'entries')}`,
  );
  return [
    path,
    ...rules.map((rule) => `${String(rule.line).padStart(5)}  ${ruleText(rule)}`),
    ...listed,
    ...(failOn ? [`failOn  ${failOn.join(', ')}`] : []),
    ...(maxUndeliverable === undefined ? [] : [`maxUndeliverable  ${maxUndeliverable} %`]),
    ...(minScore === undefined ? [] : [`minScore  ${minScore}`]),
    ...(columns === undefined ? [] : [`columns  ${[columns].flat().join(', ')}`]),
  ].join('\n');
}

/** The policy in force. Throws `config` without one. */
async function requirePolicy({ context, globals }: Invocation): Promise<LoadedPolicy> {
  const loaded = await loadPolicy(context, { named: nameOf(globals.policy) });
  if (!loaded) throw noPolicy();
  return loaded;
}

function nameOf(policy: string | false | undefined): string | undefined {
  if (policy !== false) return policy;
  throw new MailvetError('usage', 'This command is about a policy: --no-policy leaves none');
}

function noPolicy(): MailvetError {
  return new MailvetError('config', `There is no ${POLICY_NAME} here or in a folder above`, {
    hint: [
      `To begin, write into it: {"rules": [{"if": {"reason": "role"}, "verdict": "deliverable"}]} (docs/policy.md says more). `,
      'Write one, or name another file with --policy <file>',
    ],
  });
}

const EXPLAINED = [
  ...(['email', 'verdict', 'reason', 'detail', 'provider', 'role', 'temporary'] as const),
  ...(['free', 'score'] as const),
];

/** Verifies an address, and shows what each rule of the policy makes of it. */
export async function runPolicyExplain(
  invocation: Invocation,
  { args: [text = ''] }: CommandLine,
): Promise<undefined> {
  const { path, policy } = await requirePolicy(invocation);
  const cell = cellAddress(text);
  const { address } = cell;
  const answer: AddressResult =
    address === undefined ? {} : await verifyAddress(invocation, address);
  const judging: Judging = { ...(await judgingOf(invocation)), policy };
  const record = cellToRecord(cell, answer, judging);
  const judged = address === undefined ? undefined : judgeAddress(address, answer, judging);
  const without = cellToRecord(cell, answer, { ...judging, policy: undefined });
  const rules = tryRules(address ?? text, answer, { ...judging, policy });
  const json = {
    ...toJson(record, EXPLAINED),
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

async function verifyAddress(invocation: Invocation, address: string): Promise<AddressResult> {
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
