import { basename, dirname, extname, join, resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import type { Action } from '../../invocation.ts';
import { runSubmission } from './run-submit.ts';

/** A submit that waits, with its files beside the list whatever stdout is. */
export const runClean: Action = async (invocation) => {
  const { context, flags } = invocation;
  const [file = '-'] = invocation.args;
  if (file === '-') {
    throw new MailvetError('usage', 'clean writes beside its list: it needs a file', {
      hint: 'For stdin there is: mailvet batch submit - --wait',
    });
  }
  const split = flags.split ?? splitDirectory(resolve(context.cwd, file));
  const waiting = { ...invocation, flags: { ...flags, wait: true, split } };
  return await runSubmission(waiting, { beside: true });
};

/** `contacts.csv` → `contacts.verified/`. */
function splitDirectory(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.verified`);
}
