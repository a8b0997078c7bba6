import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { jsonElements } from '../../formats/read/json-elements.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeJson, safeLines } from '../../lib/safe-text.ts';
import type { Output } from '../context.ts';
import { isStdout } from '../io/output-target.ts';
import { findWord, type RawFlags, textFlag } from '../options/values.ts';
import { JSON_FIELDS } from './fields.ts';
import type { JqFilter } from './jq.ts';

/** Undefined where neither was given. `path`: of the command, such as `batch list`. */
export function parseJsonFlags(flags: RawFlags, path: string) {
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
  // What comes in as JSON lines goes out as such, unless another form was asked for.
  const isImplied = format === undefined && flags.json !== true ? { impliedJson: true } : {};
  const implied = { ...isJson, ...isImplied, ...columnsOf(flags, fields) };
  return { fields, expression, flags: { ...flags, ...implied } };
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

interface JsonChoice {
  /** In this order; undefined: all. */
  readonly fields: readonly string[] | undefined;
  readonly jq: JqFilter | undefined;
  /** One value a line, not one value or array. */
  readonly isLines: boolean;
}

/** stdout, on which JSON appears as `--json=<fields>` and `--jq` make it. */
export function chooseJson(stdout: Output, choice: JsonChoice) {
  const input = new PassThrough();
  let { isLines } = choice;
  let writing: Promise<void> | undefined;
  const begin = () => {
    writing ??= writeChosen(input, { ...choice, isLines }, (text) =>
      stdout.write(stdout.isTTY ? safeLines(text) : text),
    );
    // Thrown by the next write, or by the end.
    writing.catch(() => input.destroy());
    return writing;
  };
  const write = async (chunk: string | Uint8Array) => {
    const done = begin();
    if (!input.write(chunk)) await Promise.race([once(input, 'drain'), done]);
  };
  const end = async () => {
    const done = begin();
    input.end();
    await done;
  };
  /** Says before the first write that what follows is a value a line. */
  const toLines = () => {
    isLines = true;
  };
  return { stdout: { ...stdout, isTTY: stdout.isTTY, stream: stdout.stream, write }, end, toLines };
}

type WriteText = (text: string) => Promise<void>;

async function writeChosen(input: Readable, choice: JsonChoice, write: WriteText): Promise<void> {
  if (choice.isLines) return await writeLines(input, choice, write);
  const { jq } = choice;
  if (!jq) return await writeValue(input, choice, write);
  const parts: string[] = [];
  await writeValue(input, choice, async (text) => void parts.push(text));
  const json = parts.join('');
  if (json.trim() !== '') await write(await jq.run(bounded(json)));
}

/** Characters that jq gets at once. */
const MAX_JQ = 200_000_000;

function bounded(json: string): string {
  if (json.length <= MAX_JQ) return json;
  throw new MailvetError('usage', 'The output is too large for --jq', {
    hint: 'With --format jsonl each line is filtered alone',
  });
}

/** The lines of a chunk together: each run of jq takes a millisecond. */
async function writeLines(
  input: Readable,
  { fields, jq }: JsonChoice,
  write: WriteText,
): Promise<void> {
  for await (const lines of wholeLines(input)) {
    const json = fields ? lines.map((line) => safeJson(pick(JSON.parse(line), fields))) : lines;
    const text = json.map((line) => `${line}\n`).join('');
    await write(jq ? await jq.run(text) : text);
  }
}

/** The lines that each chunk ends, without blank ones. */
async function* wholeLines(input: Readable): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '');
  for await (const chunk of input) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    if (filled(lines).length > 0) yield filled(lines);
  }
  if (rest.trim() !== '') yield [rest];
}

/** An array goes through element by element: a long one is not held in memory. */
async function writeValue(
  input: Readable,
  { fields }: JsonChoice,
  write: WriteText,
): Promise<void> {
  const [start, chunks] = await peek(input);
  if (!fields || !start.startsWith('[')) return await writeWhole(chunks, fields, write);
  let before = '[\n';
  for await (const elements of jsonElements(chunks)) {
    for (const { text } of elements) {
      await write(`${before}${indented(pick(JSON.parse(text), fields))}`);
      before = ',\n';
    }
  }
  await write(before === '[\n' ? '[]\n' : '\n]\n');
}

async function writeWhole(
  chunks: AsyncIterable<Buffer>,
  fields: readonly string[] | undefined,
  write: WriteText,
): Promise<void> {
  if (!fields) {
    for await (const chunk of chunks) await write(chunk.toString());
    return;
  }
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const text = Buffer.concat(parts).toString().trim();
  if (text !== '') await write(`${safeJson(pick(JSON.parse(text), fields), 2)}\n`);
}

function indented(value: object): string {
  return safeJson(value, 2).replace(/^/gm, '  ');
}

async function peek(input: Readable): Promise<readonly [string, AsyncIterable<Buffer>]> {
  const iterator = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  const start = first.done ? Buffer.alloc(0) : first.value;
  async function* all(): AsyncGenerator<Buffer> {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  }
  return [start.toString().trimStart(), all()];
}

/** A field that a row has not got is null. */
function pick(value: unknown, fields: readonly string[]): object {
  const row = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null]));
}
