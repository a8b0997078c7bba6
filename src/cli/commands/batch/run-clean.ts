import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Action } from '../../invocation.ts';
import { runSubmission } from './run-submit.ts';

/** A submit that waits, with its files beside the list whatever stdout is. */
export const runClean: Action = async (invocation) => {
  const { args, context, flags } = invocation;
  const split = flags.split ?? splitDirectory(resolve(context.cwd, args[0] ?? ''));
  const waiting = { ...invocation, flags: { ...flags, wait: true, split } };
  return await runSubmission(waiting, { beside: true });
};

/** `contacts.csv` → `contacts.verified/`. */
function splitDirectory(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.verified`);
}
