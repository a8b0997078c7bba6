import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { RecordOptions } from './record.ts';

/** The text of one element of a JSON array, and the physical line on which it starts. */
export interface JsonElement {
  readonly line: number;
  readonly text: string;
}

/**
 * Cuts a JSON array (UTF-8 bytes) into its elements without reading it whole. Only strings and
 * brackets are looked at; each element's own syntax is left to JSON.parse.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Buffer>,
  { isPart = false }: RecordOptions = {},
): AsyncGenerator<JsonElement[]> {
  const cutter = new ArrayCutter();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_SIZE) {
      const elements = cutter.write(chunk.subarray(at, at + PIECE_SIZE));
      if (elements.length > 0) yield elements;
    }
  }
  if (!isPart) cutter.end();
}

/** Bytes cut at once: elements may be of two bytes each, and too many of them held cost memory and time. */
const PIECE_SIZE = 4096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MAX_ELEMENT_LENGTH = 4_000_000;

/**
 *     before ──[──► inside (depth 1) ──]──► after
 *                   inside: a comma ends an element, brackets change the depth, quotes a string
 */
class ArrayCutter {
  #state: 'before' | 'inside' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #elementLine = 0;
  #parts: Buffer[] = [];
  #length = 0;

  write(chunk: Buffer): JsonElement[] {
    const elements: JsonElement[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) this.#stepInString(byte);
      else if (this.#endsElement(byte)) {
        this.#take(elements, byte, this.#textUpTo(chunk, from, at));
        from = at + 1;
      } else if (this.#step(byte)) from = at + 1;
      if (byte === 0x0a) this.#line++;
    }
    this.#keep(chunk.subarray(from));
    return elements;
  }

  end(): void {
    if (this.#state !== 'after') throw broken(this.#line, 'the array is not closed');
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #endsElement(byte: number): boolean {
    return this.#depth === 1 && (byte === COMMA || byte === 0x5d);
  }

  /** True where nothing before the next byte belongs to an element. */
  #step(byte: number): boolean {
    if (isSpace(byte)) return this.#elementLine === 0;
    if (this.#state !== 'inside') return this.#stepOutside(byte);
    if (this.#elementLine === 0) this.#elementLine = this.#line;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === 0x5b || byte === 0x7b) this.#depth++;
    else if (byte === 0x5d || byte === 0x7d) this.#depth--;
    return false;
  }

  #stepOutside(byte: number): boolean {
    if (this.#state === 'after') throw broken(this.#line, 'something follows the array');
    if (byte !== 0x5b) throw broken(this.#line, 'it is not an array');
    this.#state = 'inside';
    this.#depth = 1;
    return true;
  }

  #keep(part: Buffer): void {
    if (this.#elementLine === 0 || part.length === 0) return;
    this.#length += part.length;
    if (this.#length > MAX_ELEMENT_LENGTH)
      throw broken(this.#elementLine, 'an element is too long');
    this.#parts.push(part);
  }

  /** The element that ends at `to`, most often whole within the chunk. */
  #textUpTo(chunk: Buffer, from: number, to: number): string {
    if (this.#elementLine === 0) return '';
    if (this.#parts.length === 0) return chunk.toString('utf8', from, to).trim();
    this.#keep(chunk.subarray(from, to));
    return Buffer.concat(this.#parts).toString('utf8').trim();
  }

  #take(elements: JsonElement[], byte: number, text: string): void {
    const closes = byte === 0x5d;
    if (text !== '') elements.push({ line: this.#elementLine, text });
    else if (!closes) throw broken(this.#line, 'there is a comma too many');
    if (closes) {
      this.#state = 'after';
      this.#depth = 0;
    }
    this.#parts = [];
    this.#length = 0;
    this.#elementLine = 0;
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The error of a JSON list that can't be read. */
export function broken(line: number, why: string): MailvetError {
  return new MailvetError('input', `the list is not valid JSON: line ${line}: ${why}`, {
    said: message('errorTexts.invalid_json', { line: `${line}` }),
    advice: message('errorTexts.give_addresses'),
    hint: 'Give an array of strings or objects, or one such value a line (JSONL)',
  });
}
