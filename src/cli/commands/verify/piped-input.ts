/** What is piped into `verify`: lines of addresses, or a list whose first rows say how it is read. */

import { Readable } from 'node:stream';
import { binary, checkUtf8 } from '../../../formats/inspect/encoding.ts';
import { refuseForeignFile } from '../../../formats/inspect/foreign-file.ts';
import { type InspectOptions, inspectList } from '../../../formats/inspect/inspect-list.ts';
import { swallowedRows, swallowingLine } from '../../../formats/inspect/swallowed-rows.ts';
import { byteOrderMark, wideEncoding } from '../../../formats/inspect/unicode-signature.ts';
import type { ListPlan } from '../../../formats/plan.ts';
import { decodeText, readUtf8 } from '../../../formats/read/bytes.ts';
import { readBatches } from '../../../formats/read/read-rows.ts';
import type { ListRow } from '../../../formats/row.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Hint, hintParts, isMailvetError, MailvetError } from '../../../lib/errors.ts';
import {
  type AddressLine,
  beginsJson,
  filledLines,
  isColumnName,
  takeStart,
} from './address-lines.ts';
import { ChunkRecord } from './chunk-record.ts';

export type PipedInput = PipedLines | PipedList;

export interface PipedLines {
  readonly kind: 'lines';
  readonly lines: AsyncIterable<AddressLine>;
}

/** A table or JSON, with its rows as they arrive. */
export interface PipedList {
  readonly kind: 'list';
  readonly plan: ListPlan;
  readonly rows: AsyncIterable<ListRow>;
}

interface PipeOptions {
  readonly stream: AsyncIterable<Uint8Array | string>;
  readonly reading: InspectOptions;
  readonly clock: Clock;
  /** Ends the wait for the first rows. */
  readonly signal: AbortSignal;
  /** What reads a file that is no text: the hint of the error. */
  readonly hint: string;
  /** Called for what people are to know, a sentence each. */
  readonly notice: (text: Hint) => Promise<void>;
}

/** Reads as much of stdin as shows what it is. Throws `input` for what is no list. */
export async function openPipe(options: PipeOptions): Promise<PipedInput> {
  const source = new ChunkRecord(options.stream);
  const { reading, hint } = options;
  const first = (await source.next()) ?? Buffer.alloc(0);
  refuseFile(first, hint);
  if (isForced(reading)) return await openList(source, options);
  const encoding = reading.encoding ?? byteOrderMark(first) ?? wideEncoding(first) ?? 'utf-8';
  if (encoding === 'utf-8' && first.includes(0)) throw binary('stdin');
  if (beginsJson(await decodeText(first, encoding))) return await openList(source, options);
  const lines = filledLines(readUtf8({ name: 'stdin', open: () => source.all() }, encoding));
  const found = await takeStart(lines);
  if (found.kind === 'list') return await openList(source, options);
  source.take();
  return { kind: 'lines', lines: startedLines(found.start, lines, options) };
}

/** Whether it was said how a list of columns is read. */
function isForced({ format, encoding: _, ...others }: InspectOptions): boolean {
  return format === undefined ? Object.keys(others).length > 0 : format !== 'lines';
}

function refuseFile(start: Buffer, hint: string): void {
  try {
    if (start.some((byte) => byte > 32)) refuseForeignFile('stdin', start);
  } catch (error) {
    if (!isMailvetError(error) || error.hint !== undefined) throw error;
    throw new MailvetError('input', error.message, { hint });
  }
}

async function* startedLines(
  start: readonly AddressLine[],
  lines: AsyncIterable<AddressLine>,
  { notice }: PipeOptions,
): AsyncGenerator<AddressLine> {
  const [first, ...others] = start;
  if (first && isColumnName(start)) {
    await notice(`Line ${first.line} of stdin names the column (${first.text}): it is left out`);
    yield* others;
  } else yield* start;
  yield* lines;
}

async function openList(source: ChunkRecord, options: PipeOptions): Promise<PipedInput> {
  const { head, isPart } = await readHead(source, options);
  if (!isPart && head.every((byte) => byte <= 32)) return { kind: 'lines', lines: NO_LINES };
  const plan = await planList(head, isPart, options.reading);
  for (const text of plan.notices) await options.notice(['stdin: ', ...hintParts(text)]);
  const rows = rowsOf({ plan, head, source }, options);
  return plan.format === 'lines'
    ? { kind: 'lines', lines: linesOf(rows) }
    : { kind: 'list', plan, rows };
}

/** Lines that are read as a list, since it was said how. */
async function* linesOf(rows: AsyncIterable<ListRow>): AsyncGenerator<AddressLine> {
  for await (const { addresses, line } of rows) {
    for (const { raw } of addresses) yield { text: raw, line };
  }
}

const NO_LINES: AsyncIterable<AddressLine> = Readable.from([]);

/** How the whole list is read, by its head. */
async function planList(head: Buffer, isPart: boolean, given: InspectOptions): Promise<ListPlan> {
  const source = { name: 'stdin', open: () => Readable.from([head]) };
  const reading = { ...given, takeHeader: true, isPart };
  const plan = await inspectList(source, reading);
  return plan.format !== 'lines' || isForced(given)
    ? plan
    : await inspectList(source, { ...reading, format: 'csv' });
}

interface ListToRead {
  readonly plan: ListPlan;
  readonly head: Buffer;
  readonly source: ChunkRecord;
}

/** The rows as they arrive. Throws `input` for what the head did not show: another encoding, a quotation mark that swallows rows. */
async function* rowsOf(
  { plan, head, source }: ListToRead,
  { notice }: PipeOptions,
): AsyncGenerator<ListRow> {
  const bytes = () => source.from([head]);
  const open = plan.encoding === 'utf-8' ? () => checkUtf8('stdin', bytes()) : bytes;
  let widest = plan.width;
  for await (const rows of readBatches({ name: 'stdin', open }, plan)) {
    for (const row of rows) {
      if (plan.format === 'csv') refuseSwallowed(row, plan);
      if (row.cells.length > widest) await notice(wideRow(row, widest));
      if (plan.format === 'csv' && row.cells.length > widest) widest = Number.POSITIVE_INFINITY;
      yield row;
    }
  }
}

function refuseSwallowed(row: ListRow, { delimiter, width, columns }: ListPlan): void {
  const line = swallowingLine(row, { delimiter, width, columns });
  if (line !== undefined) throw swallowedRows(line);
}

function wideRow({ line, cells }: ListRow, width: number): string {
  return `Line ${line} of stdin has ${cells.length} cells, the rows before it ${width}: what is added stands behind them`;
}

interface ListHead {
  readonly head: Buffer;
  /** Whether more follows. */
  readonly isPart: boolean;
}

/** Bytes that show how a list is read. */
const HEAD_SIZE = 64 * 1024;
/** Bytes among which an address is looked for. */
const MAX_HEAD_SIZE = 4 * 1024 * 1024;
/** Milliseconds for which more rows are awaited where one with an address has come: what sends them slowly waits for no more. */
const HEAD_MS = 300;

/** The bytes from the beginning up to a row with an address, and as many more as come without waiting. */
async function readHead(source: ChunkRecord, { clock, signal }: PipeOptions): Promise<ListHead> {
  const start = Buffer.concat(source.take());
  const chunks: Buffer[] = [start];
  let size = start.length;
  let hasAddress = start.includes(AT_SIGN);
  using patience = new Patience(clock, signal);
  while (size < (hasAddress ? HEAD_SIZE : MAX_HEAD_SIZE)) {
    const isWhole = ENDS.has(chunks.at(-1)?.at(-1) ?? 0);
    if (hasAddress && isWhole) patience.begin();
    const next = await patience.orEnd(source.next());
    if (next === 'end') return { head: Buffer.concat(chunks), isPart: true };
    if (!next) return { head: Buffer.concat(chunks), isPart: false };
    chunks.push(next);
    size += next.length;
    hasAddress ||= next.includes(AT_SIGN);
  }
  return { head: Buffer.concat(chunks), isPart: true };
}

const AT_SIGN = 0x40;
/** What a row, or an element of JSON, ends with. */
const ENDS: ReadonlySet<number> = new Set(Buffer.from('\r\n}],'));

/** The wait for more rows. It ends some time after it began, and when the run is stopped. */
class Patience implements Disposable {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  readonly #end = Promise.withResolvers<'end'>();
  #hasBegun = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    signal.addEventListener('abort', this.#giveUp, { once: true, signal: this.#over.signal });
    if (signal.aborted) this.#giveUp();
  }

  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#clock.sleep(HEAD_MS, this.#over.signal).then(this.#giveUp, () => {});
  }

  /** What fails comes after what was read before it: it is awaited again. */
  async orEnd<T>(next: Promise<T>): Promise<T | 'end'> {
    return await Promise.race([next.catch(() => 'end' as const), this.#end.promise]);
  }

  [Symbol.dispose](): void {
    this.#over.abort();
  }

  readonly #giveUp = (): void => this.#end.resolve('end');
}
