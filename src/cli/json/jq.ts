import { MailvetError } from '../../errors.ts';
import type { Jq } from './jq-type.ts';
import { loadJq } from './load-jq.ts';

export type JqFilter = (json: string) => string;

/** Compiles an expression. Throws `usage` for one that jq does not understand, before any work is done. */
export async function compileJq(expression: string): Promise<JqFilter> {
  const jq = await loadJq();
  // Never run: only its syntax and the names in it are looked at.
  runJq(jq, 'null', `if false then (${expression}\n) else empty end`);
  return (json) => runJq(jq, json, expression);
}

/** Texts as they are, all else in one line, as `gh --jq` prints them. */
const FLAGS = ['-r', '-c'];

function runJq(jq: Jq, json: string, expression: string): string {
  try {
    const text = jq.raw(json, expression, FLAGS) ?? '';
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  } catch (cause) {
    const reason = (cause as Error).message
      .replace(/^Non-zero exit code: \d+\s*/, '')
      .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
      .split('\n')[0]
      ?.replace(/ \(Unix shell quoting issues\?\) at <top-level>, line \d+:$/, '');
    throw new MailvetError('usage', `--jq: ${reason}`, {
      hint: 'See https://jqlang.org/manual, and quote the expression for the shell',
      cause,
    });
  }
}
