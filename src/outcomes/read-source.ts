import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { sniffDelimiter, sniffFormat } from '../formats/inspect/sniff.ts';
import { csvRecords } from '../formats/read/csv-records.ts';
import { jsonElements } from '../formats/read/json-elements.ts';
import { lineRecords } from '../formats/read/line-records.ts';
import { isBlank, type RowRecord } from '../formats/read/record.ts';
import { isMailvetError } from '../lib/errors.ts';
import { findTooDeep, MAX_JSON_DEPTH } from '../lib/json.ts';
import type { ContentSet } from './content-set.ts';
import { canSayOutcomes } from './events/export-entries.ts';
import { entriesOf, readEntry } from './events/read-value.ts';
import { withoutCarriedBodies } from './mail/carried-bodies.ts';
import { isSeparator, MAX_MESSAGE, readMbox } from './mail/mbox.ts';
import { readMessage } from './mail/read-message.ts';
import type { ReadText } from './observed.ts';

/** One message, line or entry of a source. */
export interface SourceReading {
  /** The number of the message, line or entry; undefined where the source is one. */
  readonly number: number | undefined;
  /** `repeated`: a message of the same content was read before. */
  readonly read: ReadText | 'repeated';
}

/** A source of outcomes whose form is not known yet. */
interface OutcomeSource {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The messages that were read before it. */
  readonly seen: ContentSet;
}

/** Bytes that show the form of a source. */
const START_SIZE = 64 * 1024;

/** Reads a source of any form, which its content shows. What can't be read comes as such, one by one. */
export async function* readSource({ chunks, seen }: OutcomeSource): AsyncGenerator<SourceReading> {
  const opened = await peek(toBuffers(chunks));
  const isPacked = opened.start[0] === 0x1f && opened.start[1] === 0x8b;
  try {
    if (isZip(opened.start)) return yield* readArchive(opened.rest, seen);
    const { start, rest } = withLineFeeds(isPacked ? await peek(unpack(opened.rest)) : opened);
    yield* readForm(findForm(start), { start, rest, seen });
  } catch (error) {
    if (!isMailvetError(error) && !isPackingError(error)) throw error;
    yield failed(error instanceof Error ? error.message : String(error));
  }
}

function isZip(start: Buffer): boolean {
  return start.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** In bytes, packed and unpacked. */
const MAX_ARCHIVE = 256 * 1024 * 1024;

/** The sheets of a workbook, each with its header; or the files of any other archive, such as an audience of Mailchimp. */
async function* readArchive(
  chunks: AsyncIterable<Buffer>,
  seen: ContentSet,
): AsyncGenerator<SourceReading> {
  const { openArchive } = await import('../formats/packed/archive.ts');
  const archive = await readStart(chunks, MAX_ARCHIVE);
  const tables = new Map<string, OutcomeTable>();
  for await (const part of openArchive('the archive', archive, MAX_ARCHIVE)) {
    if ('cells' in part) {
      const table = tables.get(part.entry) ?? new OutcomeTable();
      tables.set(part.entry, table);
      yield* table.read({ line: part.row, cells: part.cells });
    } else if (tables.size === 0 && !isHidden(part.entry)) {
      yield* readSource({ chunks: part.chunks, seen });
    }
  }
}

/** Folders, and what systems add to archives. */
function isHidden(name: string): boolean {
  return /(?:^|\/)(?:\.|__MACOSX\/)|\/$/.test(name);
}

function failed(unreadable: string): SourceReading {
  return { number: undefined, read: { unreadable } };
}

function isPackingError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}

interface Opened {
  readonly start: Buffer;
  /** All bytes, the first included. */
  readonly rest: AsyncIterable<Buffer>;
}

async function* toBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { Readable } = await import('node:stream');
  const packed = Readable.from(chunks);
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  for await (const chunk of packed.pipe(gunzip)) yield chunk as Buffer;
}

async function peek(chunks: AsyncIterable<Buffer>): Promise<Opened> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let size = 0;
  while (size < START_SIZE) {
    const next = await iterator.next();
    if (next.done) break;
    held.push(next.value);
    size += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value;
  }
  return { start: Buffer.concat(held).subarray(0, START_SIZE), rest: all() };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Old programs of the Macintosh end lines by CR alone. */
function withLineFeeds(source: Opened): Opened {
  const { start, rest } = source;
  if (start.includes(LINE_FEED) || !start.includes(CARRIAGE_RETURN)) return source;
  const translate = (bytes: Buffer) =>
    Buffer.from(bytes.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)));
  async function* all(): AsyncGenerator<Buffer> {
    for await (const chunk of rest) yield translate(chunk);
  }
  return { start: translate(start), rest: all() };
}

type SourceForm = 'empty' | 'mbox' | 'mail' | 'json' | 'jsonl' | 'csv' | 'unknown';

const FIRST_FIELD = /^[!-9;-~]+[ \t]*:/;

function findForm(bytes: Buffer): SourceForm {
  const text = bytes.toString('utf8').trimStart();
  if (text === '') return 'empty';
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  if (isSeparator(first)) return 'mbox';
  const isBinary = text.includes('\u0000');
  if (/^[[{]/.test(text) && !isBinary) {
    const format = sniffFormat(text, '');
    return format === 'jsonl' || format === 'json' ? format : 'unknown';
  }
  if (isHeader(text)) return 'mail';
  if (isBinary) return 'unknown';
  return sniffDelimiter(text) !== undefined || canSayOutcomes([first]) ? 'csv' : 'unknown';
}

/** Fields of mail, of which one says that it is: a CSV may begin with a colon in its first cell. */
function isHeader(text: string): boolean {
  if (!FIRST_FIELD.test(text)) return false;
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return /^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to)[ \t]*:/im.test(
    head,
  );
}

interface OpenedSource extends Opened {
  readonly seen: ContentSet;
}

function readForm(
  form: SourceForm,
  source: OpenedSource,
): AsyncIterable<SourceReading> | Iterable<SourceReading> {
  const { start, rest, seen } = source;
  switch (form) {
    case 'empty':
      return [];
    case 'mbox':
      return readMessages(rest, seen);
    case 'mail':
      return readOneMessage(rest, seen);
    case 'csv':
      return readTable(rest, start);
    case 'jsonl':
      return readLines(rest);
    case 'json':
      return /^[\s\ufeff]*\[/.test(start.toString('utf8', 0, 100))
        ? readArray(rest)
        : readDocument(rest);
    case 'unknown':
      return [failed('neither mail nor an export of outcomes')];
  }
}

async function* readMessages(
  chunks: AsyncIterable<Buffer>,
  seen: ContentSet,
): AsyncGenerator<SourceReading> {
  for await (const { number, bytes } of readMbox(chunks)) {
    yield { number, read: await readNew(bytes, seen) };
  }
}

async function* readOneMessage(
  chunks: AsyncIterable<Buffer>,
  seen: ContentSet,
): AsyncGenerator<SourceReading> {
  const bytes = await readStart(chunks, MAX_MESSAGE);
  yield { number: undefined, read: await readNew(bytes, seen) };
}

async function readNew(bytes: Buffer, seen: ContentSet): Promise<ReadText | 'repeated'> {
  return seen.add(contentKey(bytes))
    ? await readMessage(withoutCarriedBodies(unstuff(bytes)))
    : 'repeated';
}

async function readStart(chunks: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size >= max) break;
  }
  return Buffer.concat(held).subarray(0, max);
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    yield hasMark ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

/** CSV by the names in its first row. */
async function* readTable(
  chunks: AsyncIterable<Buffer>,
  start: Buffer,
): AsyncGenerator<SourceReading> {
  const delimiter = sniffDelimiter(start.toString('utf8')) ?? ',';
  const table = new OutcomeTable();
  for await (const records of csvRecords(withoutMark(chunks), delimiter)) {
    for (const record of records) {
      yield* table.read(record);
      if (table.isForeign) return;
    }
  }
}

/** The rows of a table; the first one names the columns. */
class OutcomeTable {
  #names: readonly string[] | undefined;
  /** The columns hold no outcomes. */
  isForeign = false;

  *read({ line, cells }: Pick<RowRecord, 'line' | 'cells'>): Generator<SourceReading> {
    if (this.isForeign || cells.every((cell) => cell.trim() === '')) return;
    if (this.#names) {
      const entry = Object.fromEntries(this.#names.map((name, at) => [name, cells[at] ?? '']));
      return yield { number: line, read: readEntry(entry) };
    }
    this.#names = cells.map((cell) => cell.trim());
    this.isForeign = !canSayOutcomes(this.#names);
    if (this.isForeign) yield failed('a table without an address and what became of it');
  }
}

/** A single line is a document, and has no number. */
async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceReading> {
  let first: RowRecord | undefined;
  let count = 0;
  for await (const records of lineRecords(withoutMark(chunks), { longest: MAX_DOCUMENT })) {
    for (const record of records) {
      if (isBlank(record)) continue;
      count += 1;
      if (count === 1) {
        first = record;
        continue;
      }
      if (first) yield* readText(first.text, first.line);
      first = undefined;
      yield* readText(record.text, record.line);
    }
  }
  if (first) yield* readText(first.text, undefined);
}

async function* readArray(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceReading> {
  let number = 0;
  for await (const elements of jsonElements(withoutMark(chunks))) {
    for (const { text } of elements) {
      number += 1;
      yield* readText(text, number);
    }
  }
}

/** One value of JSON. The events of a webhook's body that was kept as a line have the number of the line. */
function* readText(text: string, number: number | undefined): Generator<SourceReading> {
  if (findTooDeep(text) !== -1) {
    const unreadable = `nested more than ${MAX_JSON_DEPTH} levels deep`;
    return yield { number, read: { unreadable } };
  }
  const value = parseJson(text);
  if (value === undefined) return yield { number, read: { unreadable: 'not valid JSON' } };
  const entries = entriesOf(value);
  if (!entries) return yield { number, read: readEntry(value) };
  for (const [index, entry] of entries.entries()) {
    yield { number: number ?? index + 1, read: readEntry(entry) };
  }
}

/** In bytes: a document that is no array is read as a whole. */
const MAX_DOCUMENT = 64 * 1024 * 1024;

async function* readDocument(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceReading> {
  const bytes = await readStart(withoutMark(chunks), MAX_DOCUMENT);
  yield* readText(bytes.toString('utf8'), undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Fields that mail stores add or change, and those of the last step of delivery. */
const STORE_FIELDS =
  /^(?:status|x-status|x-keywords|x-uid|x-uidl|x-imap|x-imapbase|content-length|lines|x-mozilla-\w+|x-gmail-labels|x-gm-\w+|return-path|delivered-to|x-original-to|envelope-to|x-evolution\S*)[ \t]*:/i;

/**
 * What is the same for one message in an mbox, a Maildir and a folder: without line ends, the `>` that an mbox puts
 * before `From ` (RFC 4155), blank lines at the end, and the fields of the store. 16 hexadecimal digits.
 */
export function contentKey(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/\r\n?/g, '\n').replace(/^\n+/, '');
  const end = text.indexOf('\n\n');
  const header = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 2, end + 2 + MAX_BODY);
  const fields = header.split(/\n(?![ \t])/).filter((field) => !STORE_FIELDS.test(field));
  const plain = body.replace(/^>+(?=From )/gm, '').trimEnd();
  return createHash('sha256')
    .update(`${fields.join('\n')}\n\n${plain}`)
    .digest('hex')
    .slice(0, 16);
}

/** In bytes: large messages are kept in part. */
const MAX_BODY = 512 * 1024;

/** The bytes of a message in an mbox as they were sent. */
export function unstuff(bytes: Buffer): Buffer {
  if (!bytes.includes('\n>From ') && !bytes.includes('\n>>')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
