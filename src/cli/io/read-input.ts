import { StringDecoder } from 'node:string_decoder';
import type { Input } from '../context.ts';

/** All of an input as text. */
export async function readAll({ stream }: Input): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of stream) text += decoder.write(Buffer.from(chunk));
  return text + decoder.end();
}

/** The lines of an input as they arrive, without their ends and without a byte order mark. */
export async function* linesOf({ stream }: Input): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let first = true;
  for await (const chunk of stream) {
    rest += decoder.write(Buffer.from(chunk));
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield clean(line, first);
      first = false;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield clean(rest, first);
}

function clean(line: string, first: boolean): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return first ? text.replace(/^\ufeff/, '') : text;
}
