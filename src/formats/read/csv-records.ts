import { StringDecoder } from 'node:string_decoder';
import { type CsvError, type InfoRecord, type Options, Parser } from 'csv-parse';
import { message } from '../../i18n/message.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { tooLongLine } from './line-records.ts';
import { cutPlainCsv } from './plain-csv.ts';
import { openQuoteLine } from './quotes.ts';
import {
  countLineEnds,
  MAX_CELLS,
  type RecordOptions,
  type RowRecord,
  tooManyCells,
} from './record.ts';

/**
 * The records of CSV text (UTF-8 bytes), a batch for each chunk. Blank lines come as records too,
 * ragged rows as they are, quotes inside bare cells as characters. Each record brings its own text,
 * so that it can be written back byte for byte.
 *
 * Throws an input error that names the line when a quote is opened and never closed.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  { isPart = false }: RecordOptions = {},
): AsyncGenerator<RowRecord[]> {
  const cutter = createCutter(delimiter);
  for await (const chunk of chunks) {
    const records = await cutter.write(chunk);
    if (records.length > 0) yield records;
  }
  if (isPart) return;
  const last = await cutter.end();
  if (last.length > 0) yield last;
}

/** Plain records are cut by hand; from the first odd one on, csv-parse takes over. */
function createCutter(delimiter: string) {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let line = 1;
  let strictParser: StrictParser | undefined;

  async function cut(text: string, last: boolean): Promise<RowRecord[]> {
    const plain = cutPlainCsv({ text, delimiter, line, last });
    held = text.slice(plain.end);
    line = plain.line;
    if (!plain.odd) return plain.records;
    strictParser = createStrictParser(delimiter, line);
    return [...plain.records, ...(await strictParser.write(Buffer.from(held)))];
  }

  return {
    write: (chunk: Buffer): Promise<RowRecord[]> => {
      const text = decoder.write(chunk);
      return strictParser ? strictParser.write(Buffer.from(text)) : cut(held + text, false);
    },
    async end(): Promise<RowRecord[]> {
      const rest = strictParser ? [] : await cut(held, true);
      return strictParser ? [...rest, ...(await strictParser.end())] : rest;
    },
  };
}

/** A record longer than this (in bytes) is a quote that was never closed, or no list. */
const MAX_RECORD_LENGTH = 1_000_000;

/** No `columns: true`, which loses duplicate names; no automatic delimiter, which misjudges lists. */
const OPTIONS: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_RECORD_LENGTH,
};

type StrictParser = ReturnType<typeof createStrictParser>;

/**
 * Feeds csv-parse, and cuts each record's text out of the bytes by the offsets that it reports.
 * `line` is the physical line of the first byte.
 */
function createStrictParser(delimiter: string, startLine: number) {
  let records: RowRecord[] = [];
  /** Bytes from the start of the record under way. */
  let held: Buffer = Buffer.alloc(0);
  let heldFrom = 0;
  let recordFrom = 0;
  let line = startLine;
  let linesBefore = 1;

  const parser = new Parser({ ...OPTIONS, delimiter, on_record: take });
  const progress: { records: number } = parser.info;
  parser.on('error', () => {});

  function take(cells: string[], info: InfoRecord): null {
    if (cells.length > MAX_CELLS) throw tooManyCells(line);
    const start = recordFrom - heldFrom;
    const end = Math.max(info.bytes, recordFrom) - heldFrom;
    const lineEnd = lineEndBefore(held, start, end);
    const text = held.toString('utf8', start, end - lineEnd.length);
    records.push({ line, cells, text, lineEnd });
    // csv-parse counts a quoted \r\n twice: only whether there is one at all is taken from it.
    line += info.lines - linesBefore > 1 ? 1 + countLineEnds(text) : 1;
    linesBefore = info.lines;
    // csv-parse measures each record by its first, and builds an error with a stack, 20 µs of work,
    // for every ragged one, tolerated or not. To it, each of ours is the first.
    progress.records = 0;
    recordFrom = heldFrom + end;
    return null;
  }

  function drop(): RowRecord[] {
    held = held.subarray(recordFrom - heldFrom);
    heldFrom = recordFrom;
    // csv-parse counts the characters of cells: a record of empty ones would grow without end.
    if (held.length > MAX_RECORD_LENGTH) throw failure();
    const taken = records;
    records = [];
    return taken;
  }

  function failure(error?: Error): MailvetError {
    const text = held.toString('utf8', recordFrom - heldFrom);
    const opened = openQuoteLine(text, delimiter);
    return opened === undefined ? tooLongLine(line, error) : openQuote(line + opened, error);
  }

  const toFailure = (error: Error) => (isMailvetError(error) ? error : failure(error));

  async function run(step: (done: (error?: Error | null) => void) => void): Promise<RowRecord[]> {
    await new Promise<void>((resolve, reject) => {
      step((error) => (error ? reject(toFailure(error)) : resolve()));
    });
    return drop();
  }

  return {
    write(chunk: Buffer): Promise<RowRecord[]> {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      return run((done) => parser.write(chunk, done));
    },
    /** The last record has no line end: its bytes go to the end. */
    end: (): Promise<RowRecord[]> => run((done) => parser.end(done)),
  };
}

const LF = 10;
const CR = 13;

function lineEndBefore(bytes: Buffer, start: number, end: number): string {
  const last = end > start ? bytes[end - 1] : undefined;
  if (last === CR) return '\r';
  if (last !== LF) return '';
  return end - 1 > start && bytes[end - 2] === CR ? '\r\n' : '\n';
}

/** Never closed within the list, or at least not within any row that there can be. */
function openQuote(line: number, cause: Error | undefined): MailvetError {
  const atEnd = (cause as Partial<CsvError> | undefined)?.code === 'CSV_QUOTE_NOT_CLOSED';
  const fault = atEnd ? 'never closed' : `not closed within ${MAX_RECORD_LENGTH / 1e6} MB`;
  return new MailvetError('input', `the quotation mark that opens on line ${line} is ${fault}`, {
    said: message('errorTexts.open_quote', { line: `${line}` }),
    advice: message('errorTexts.close_quote', { line: `${line}` }),
    cause,
  });
}
