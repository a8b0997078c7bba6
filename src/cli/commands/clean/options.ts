import { basename, dirname, extname, join, resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { withoutPacking } from '../../../formats/packed/packing.ts';
import type { CommandLine } from '../../invocation.ts';
import { parseEachList } from '../batch/each-list.ts';
import { parseSubmitOptions, type SubmitOptions } from '../batch/options.ts';

/** Each list: a submit that waits, with its files beside the list whatever stdout is. */
export function parseClean(line: CommandLine): readonly SubmitOptions[] {
  return parseEachList(line, parseCleanOptions);
}

function parseCleanOptions(line: CommandLine): SubmitOptions {
  const { args, flags, context } = line;
  const [file = '-'] = args;
  if (file === '-') {
    throw new MailvetError('usage', 'clean writes beside its list: it needs a file', {
      hint: 'For stdin there is: mailvet batch submit - --wait',
    });
  }
  const start = withoutExtension(resolve(context.cwd, file));
  const files = { split: `${start}.verified`, report: `${start}.verified.html` };
  const columns = flags.only === 'deliverable' ? { columns: 'none' } : {};
  const waiting = { ...line, flags: { ...files, ...columns, ...flags, wait: true } };
  return { ...parseSubmitOptions(waiting), beside: true };
}

/** `contacts.csv` → `contacts`, `contacts.csv.gz` → `contacts`. */
function withoutExtension(packed: string): string {
  const path = withoutPacking(packed);
  return join(dirname(path), basename(path, extname(path)));
}
