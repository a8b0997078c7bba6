import { MailvetError } from '../../../errors.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { LIST_NAMES, type Policy } from '../../../policy/policy.ts';
import { faultText } from '../../../policy/read-policy.ts';
import { ruleText } from '../../../policy/rule-text.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { printLines } from '../../io/print-lines.ts';
import { shortPath } from '../../io/short-path.ts';
import { type LoadedPolicy, loadPolicy, POLICY_NAME, readPolicyFile } from '../../policy-file.ts';

/** Prints every fault as `file:line:column: message`; exit code 3 where there is one. */
export const runPolicyCheck: Action = async (invocation) => {
  const { context, globals } = invocation;
  const found = await readPolicyFile(context, { named: nameOf(globals.policy) });
  if (!found) throw noPolicy();
  const { path, read } = found;
  const { faults, more } = read.ok ? { faults: [], more: 0 } : read;
  if (globals.format === 'json' || globals.format === 'jsonl') {
    const english = faults.map((fault) => ({ ...fault, message: fault.message.english }));
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

/** The policy in force. Throws `config` if there isn't one. */
export async function requirePolicy({
  context,
  globals,
}: Pick<Invocation, 'context' | 'globals'>): Promise<LoadedPolicy> {
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
