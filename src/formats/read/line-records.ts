import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { RecordOptions, RowRecord } from './record.ts';

/** The lines of a text (UTF-8 bytes), a batch for each chunk; any mixture of line ends. */
export async function* lineRecords(
  chunks: AsyncIterable<Buffer>,
  { longest = MAX_LINE_LENGTH, isPart = false }: LineOptions = {},
): AsyncGenerator<RowRecord[]> {
  let held: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = lastLineEnd(bytes);
    held = bytes.subarray(end);
    const records = splitLines(bytes.toString('utf8', 0, end), line);
    line += records.length;
    if (held.length > longest) throw tooLongLine(line);
    if (records.length > 0) yield records;
  }
  if (isPart) return;
  const rest = splitLines(held.toString('utf8'), line);
  if (rest.length > 0) yield rest;
}

interface LineOptions extends RecordOptions {
  /** Bytes that a line may have. */
  readonly longest?: number;
}

const MAX_LINE_LENGTH = 1_000_000;

/** The position after the last line end. A `\r` at the very end waits: a `\n` may follow in the next chunk. */
function lastLineEnd(bytes: Buffer): number {
  const body = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
  return Math.max(body.lastIndexOf(10), body.lastIndexOf(13)) + 1;
}

function splitLines(text: string, firstLine: number): RowRecord[] {
  return Array.from(text.matchAll(/([^\r\n]*)(\r\n|\n|\r)|[^\r\n]+$/g), (match, index) => {
    const content = match[1] ?? match[0];
    const lineEnd = match[2] ?? '';
    return { line: firstLine + index, cells: [content], text: content, lineEnd };
  });
}

/** The error for a line over the limit: such a text is rarely a list. */
export function tooLongLine(line: number, cause?: unknown): MailvetError {
  return new MailvetError('input', message('errorTexts.line_too_long', { line: `${line}` }), {
    advice: message('errorTexts.give_addresses'),
    hint: ['Is it a list at all?', { code: 'input_format' }],
    cause,
  });
}
