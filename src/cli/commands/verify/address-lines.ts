/**
 * stdin with one address per line, as it streams. Another kind of list is recognised by its first
 * lines, before anything is verified: its rows would all be called undeliverable.
 */

import { refuseForeignFile } from '../../../formats/inspect/foreign-file.ts';
import { headerRank } from '../../../formats/inspect/header-names.ts';
import { DELIMITERS, separatorLine, sniffFormat } from '../../../formats/inspect/sniff.ts';
import {
  cutCells,
  findTableRow,
  rowText,
  type TableRow,
} from '../../../formats/inspect/table-row.ts';
import { byteOrderMark, wideEncoding } from '../../../formats/inspect/unicode-signature.ts';
import { readUtf8 } from '../../../formats/read/bytes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { linesOf } from '../../io/read-input.ts';

/** A line that is not blank. */
interface AddressLine {
  readonly text: string;
  /** Its physical line, from 1. */
  readonly line: number;
}

interface LineInput {
  readonly stream: AsyncIterable<Uint8Array | string>;
  /** What reads another kind of list: the hint of the error. */
  readonly hint: string;
  /** Called for what people are to know, a sentence each. */
  readonly notice: (text: string) => Promise<void>;
}

/** Lines without an address, before the first one, among which a header is looked for. */
const MAX_TITLE_LINES = 25;

/**
 * The lines of an input that are not blank, as they arrive. A line is kept back only while it may be
 * the first of a table: at the start of the input, without an address or with other cells beside it.
 * A first line that names the column of addresses is left out.
 *
 * @throws MailvetError `input` for a table, JSON or a workbook.
 */
export async function* addressLines(input: LineInput): AsyncGenerator<AddressLine> {
  const start: AddressLine[] = [];
  let isOpen = true;
  for await (const each of filledLines(input)) {
    if (!isOpen) {
      yield each;
      continue;
    }
    start.push(each);
    if (start.length === 1) refuseOtherFormat(each, input);
    isOpen = mayBeTable(start, input);
    if (!isOpen) yield* released(start, input);
  }
  if (!isOpen) return;
  refuseLoneTable(start, input);
  yield* released(start, input);
}

async function* filledLines({ stream, hint }: LineInput): AsyncGenerator<AddressLine> {
  let line = 0;
  for await (const content of linesOf({ stream: await decoded(stream, hint) })) {
    line += 1;
    const text = content.trim();
    if (text !== '') yield { text, line };
  }
}

/** The bytes as UTF-8, where the first ones show UTF-16; refuses a workbook or another kind of file. */
async function decoded(
  stream: AsyncIterable<Uint8Array | string>,
  hint: string,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  const start = Buffer.from(first.value ?? '');
  if (start.length > 0) refuseFile(start, hint);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      yield Buffer.from(next.value);
    }
  }
  const encoding = byteOrderMark(start) ?? wideEncoding(start) ?? 'utf-8';
  return readUtf8({ name: 'stdin', open: all }, encoding);
}

function refuseFile(start: Buffer, hint: string): void {
  try {
    if (start.some((byte) => byte > 32)) refuseForeignFile('stdin', start);
  } catch (error) {
    if (!isMailvetError(error) || error.hint !== undefined) throw error;
    throw new MailvetError('input', error.message, { hint });
  }
}

function refuseOtherFormat({ text, line }: AddressLine, { hint }: LineInput): void {
  const isJson = /^[[{]$/.test(text) || sniffFormat(text, 'stdin').startsWith('json');
  if (isJson) throw new MailvetError('input', `line ${line} of stdin looks like JSON`, { hint });
  if (!separatorLine(text)) return;
  throw new MailvetError('input', `line ${line} of stdin begins a CSV file of Excel`, { hint });
}

/** Whether the next line may still show a table. Throws where the lines are one. */
function mayBeTable(start: readonly AddressLine[], input: LineInput): boolean {
  const last = start.at(-1);
  if (!last || !hasAt(last)) return start.length < MAX_TITLE_LINES;
  const row = findTableRow(last.text);
  if (!row) return false;
  const header = start.slice(0, -1).find((line) => !hasAt(line) && divides(row, line));
  if (header) throw headerError(header, cutCells(header.text, row.delimiter), input);
  const [first, second] = start.filter(hasAt);
  if (first && second) throw rowError(first, findTableRow(first.text) ?? row, input);
  return true;
}

/** An input that ended while it might have been a table. */
function refuseLoneTable(start: readonly AddressLine[], input: LineInput): void {
  for (const line of start) {
    const row = findTableRow(line.text);
    if (row) throw rowError(line, row, input);
    const header = DELIMITERS.map((delimiter) => cutCells(line.text, delimiter)).find(
      (cells) => cells.length > 1 && cells.some((cell) => headerRank(cell) > 0),
    );
    if (header) throw headerError(line, header, input);
  }
}

function hasAt({ text }: AddressLine): boolean {
  return /[@＠﹫]/.test(text);
}

function divides({ delimiter }: TableRow, { text }: AddressLine): boolean {
  return cutCells(text, delimiter).length > 1;
}

async function* released(
  start: readonly AddressLine[],
  { notice }: LineInput,
): AsyncGenerator<AddressLine> {
  const [first, ...others] = start;
  if (!first) return;
  if (others.length === 0 || hasAt(first) || !namesColumn(first.text)) yield first;
  else await notice(`Line ${first.line} of stdin names the column (${first.text}): it is left out`);
  yield* others;
}

/** A name of the e-mail column; not a domain such as gmail.com, which mentions mail, too. */
function namesColumn(text: string): boolean {
  return headerRank(text) > 0 && !/\.(?!e?-?mail$)[a-z]{2,}$/i.test(text);
}

const SHOWN_COLUMNS = 8;

function headerError(
  { line }: AddressLine,
  cells: readonly string[],
  { hint }: LineInput,
): MailvetError {
  const names = cells.slice(0, SHOWN_COLUMNS).map((cell) => `"${cell}"`);
  const columns = names.join(', ') + (cells.length > SHOWN_COLUMNS ? ', …' : '');
  const message = `line ${line} of stdin looks like a CSV header with the columns ${columns}`;
  return new MailvetError('input', message, { hint });
}

function rowError({ line }: AddressLine, row: TableRow, { hint }: LineInput): MailvetError {
  return new MailvetError('input', `line ${line} of stdin is ${rowText(row)}`, { hint });
}

/** Milliseconds in which a file, or a command that has its list ready, is read up to the limit. */
const HOLD_MS = 300;

/**
 * The items of an input that has no more than `most`. The first ones are held back for a moment, so that
 * a longer input is refused before anything is done with it; one that arrives slowly is given out as it
 * comes, and ends with the refusal where it becomes too long.
 */
export async function* limitInput<T>(
  items: AsyncIterable<T>,
  {
    most,
    clock,
    refusal,
  }: {
    /** Items that are let through. */
    readonly most: number;
    readonly clock: Clock;
    /** `passed`: items that were given out before. */
    readonly refusal: (passed: number) => Error;
  },
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const held: T[] = [];
  const over = new AbortController();
  const pause = clock.sleep(HOLD_MS, over.signal).catch(() => undefined);
  let next = iterator.next();
  try {
    for (;;) {
      // A failure comes after what was read before it.
      const found = await Promise.race([next.catch(() => undefined), pause]);
      if (!found || found.done) break;
      if (held.length === most) throw refusal(0);
      held.push(found.value);
      next = iterator.next();
    }
    yield* held;
    let passed = held.length;
    for (let found = await next; !found.done; found = await iterator.next()) {
      if (passed === most) throw refusal(passed);
      yield found.value;
      passed += 1;
    }
  } finally {
    over.abort();
    void iterator.return?.();
  }
}
