import type { Invocation } from '../../invocation.ts';
import { shortPath } from '../../io/short-path.ts';
import { shellQuote } from '../../shell-quote.ts';
import { serviceFlags } from '../batch/next-command.ts';

/** The command that verifies the list on stdin, where it is more than one address per line. */
export function listHint(invocation: Invocation): string {
  const { context, globals } = invocation;
  const flags = serviceFlags(invocation);
  const { path } = context.stdin;
  if (path !== undefined) {
    const word = shellQuote(shortPath(path, context)).replace(/^'~\/'/, "~/'");
    return `Verify it with: mailvet clean ${word}${flags}`;
  }
  const format = globals.format === undefined ? '' : ` --format ${globals.format}`;
  const piped = `mailvet batch submit - --wait${format}${flags}`;
  return `Verify a file with: mailvet clean <file>${flags}; a pipe with: … | ${piped}`;
}
