/** `import { parsePolicy } from 'mailvet/policy'`: all that this file exports is public, and nothing else is. */
import { MailvetError } from '../lib/errors.ts';
import { judgeAddress } from '../policy/policy.ts';
import { type FileText, faultText, readPolicy } from '../policy/read-policy.ts';
import { toPlainFacts } from './plain-facts.ts';
import type { Policy, PolicyOptions } from './policy-api.ts';

export type { ErrorCode } from '../lib/errors.ts';
export { isMailvetError, MailvetError } from '../lib/errors.ts';
export type { Judgement, JudgeOptions, Verdict, Verification } from './client-api.ts';
export type { Policy, PolicyJudgement, PolicyOptions } from './policy-api.ts';

/**
 * Reads the text of a `mailvet.json`. Throws `config` for one with faults, such as an unknown key or a
 * rule that can never count; the message begins with line and column of the first.
 */
export function parsePolicy(text: string, options: PolicyOptions = {}): Policy {
  const { readFile } = options;
  const read = readPolicy({ text, readFile: readFile && wrapped(readFile) });
  if (!read.ok) {
    const [fault] = read.faults;
    throw new MailvetError('config', fault ? faultText(fault) : 'The policy can’t be used');
  }
  const { policy } = read;
  return {
    judge(address, verification, { riskyRole } = {}) {
      const judged = judgeAddress(
        address,
        { verification: toPlainFacts(verification) },
        { riskyRole, policy },
      );
      const { verdict, reason, by } = judged;
      return { verdict, reason, by: typeof by === 'object' ? by.line : by };
    },
  };
}

function wrapped(readFile: (name: string) => string): (name: string) => FileText {
  return (name) => {
    try {
      return { ok: true, text: readFile(name) };
    } catch (error) {
      return { ok: false, problem: error instanceof Error ? error.message : String(error) };
    }
  };
}
