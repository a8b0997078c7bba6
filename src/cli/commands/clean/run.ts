import { basename, dirname, extname, join, resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import type { Action } from '../../invocation.ts';
import { runSubmission } from '../batch/submit.ts';

/** A submit that waits, with its files beside the list whatever stdout is. */
export const runClean: Action = async (invocation) => {
  const { context, flags } = invocation;
  const [file = '-'] = invocation.args;
  if (file === '-') {
    throw new MailvetError('usage', 'clean writes beside its list: it needs a file', {
      hint: 'For stdin there is: mailvet batch submit - --wait',
    });
  }
  const start = withoutExtension(resolve(context.cwd, file));
  const files = { split: `${start}.verified`, report: `${start}.verified.html` };
  const waiting = { ...invocation, flags: { ...files, ...flags, wait: true } };
  return await runSubmission(waiting, { beside: true });
};

/** `contacts.csv` → `contacts`. */
function withoutExtension(path: string): string {
  return join(dirname(path), basename(path, extname(path)));
}
