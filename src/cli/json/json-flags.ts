import { MailvetError } from '../../errors.ts';
import { isStdout } from '../io/output-target.ts';
import { findWord, type RawFlags, textFlag } from '../options/values.ts';
import { JSON_FIELDS } from './fields.ts';

/** What `--json=<fields>` and `--jq` ask for, checked. */
interface JsonFlags {
  readonly fields: readonly string[] | undefined;
  readonly expression: string | undefined;
  /** The flags with what they imply: a format, and columns that are written only if they are named. */
  readonly flags: RawFlags;
}

/** Undefined where neither was given. `path`: of the command, such as `batch list`. */
export function parseJsonFlags(flags: RawFlags, path: string): JsonFlags | undefined {
  const fields = fieldsFlag(flags, path);
  const expression = textFlag(flags, 'jq');
  if (fields === undefined && expression === undefined) return undefined;
  const named = fields ? '--json=<fields>' : '--jq';
  const format = textFlag(flags, 'format')?.toLowerCase();
  if (format !== undefined && format !== 'json' && format !== 'jsonl') {
    throw new MailvetError('usage', `${named} is for JSON, not for --format ${format}`);
  }
  const output = textFlag(flags, 'output');
  if (output !== undefined && !isStdout(output)) {
    throw new MailvetError('usage', `${named} is for stdout, not for a file (-o ${output})`, {
      hint: 'Leave -o out, and redirect stdout: > <file>',
    });
  }
  const isJson = format === undefined ? { json: true } : {};
  return { fields, expression, flags: { ...flags, ...isJson, ...columnsOf(flags, fields) } };
}

function fieldsFlag(flags: RawFlags, path: string): readonly string[] | undefined {
  const text = textFlag(flags, 'jsonFields');
  if (text === undefined) return undefined;
  const words = JSON_FIELDS[path];
  if (words) {
    const names = text.split(',').map((name) => name.trim());
    return names.map((name) => findWord(name, 'json', { noun: 'field', words }));
  }
  throw new MailvetError('usage', `mailvet ${path} has no fields to choose from`, {
    hint: `Leave '${text}' out, or use --jq`,
  });
}

/** Columns of evidence are in results only where they are named. */
function columnsOf(flags: RawFlags, fields: readonly string[] | undefined): RawFlags {
  const added = fields?.filter((name) => !['input', 'job', 'batches', 'email'].includes(name));
  return added && flags.columns === undefined && added.length > 0
    ? { columns: ['email', ...added].join(',') }
    : {};
}
