import { StringDecoder } from 'node:string_decoder';
import { MailvetError } from '../../lib/errors.ts';
import { counted } from '../../lib/wording.ts';
import type { Input } from '../context.ts';

/** Characters of a line, or of a value: an endless one must not fill the memory. */
const LONGEST = 1_000_000;

/** All of an input, which is one value, as text. */
export async function readAll({ stream }: Input): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of stream) {
    text += decoder.write(Buffer.from(chunk));
    if (text.length > LONGEST) throw tooLong('stdin has', 'Pipe the value alone into it');
  }
  return text + decoder.end();
}

/**
 * The lines of an input as they arrive, without their ends and without a byte order mark. Throws
 * `input` for a line that is too long.
 */
export async function* linesOf({
  stream,
}: {
  readonly stream: AsyncIterable<Uint8Array | string>;
}): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let count = 0;
  for await (const chunk of stream) {
    rest += decoder.write(Buffer.from(chunk));
    // An LF may follow.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = splitLines(rest.slice(0, end));
    rest = (lines.pop() ?? '') + rest.slice(end);
    for (const line of lines) {
      count += 1;
      yield clean(line, count);
    }
    if (rest.length > LONGEST)
      throw tooLong(`Line ${counted(count + 1)} of stdin has`, 'Give one address per line');
  }
  const lines = splitLines(rest + decoder.end());
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    count += 1;
    yield clean(line, count);
  }
}

/** At LF, CRLF, and CR, which alone ends the lines of old Macs. */
function splitLines(text: string): string[] {
  return (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n');
}

function clean(line: string, count: number): string {
  return count === 1 ? line.replace(/^\ufeff/, '') : line;
}

function tooLong(what: string, hint: string): MailvetError {
  return new MailvetError('input', `${what} more than ${counted(LONGEST)} characters`, { hint });
}
