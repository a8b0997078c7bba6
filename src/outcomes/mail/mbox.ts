/** One message of an mbox. */
interface MboxMessage {
  /** From 1. */
  readonly number: number;
  /** The message without its separator line; the first `MAX_MESSAGE` bytes of a large one. */
  readonly bytes: Buffer;
}

/** Bytes kept of a message: reports stand in front of the message that they return. */
export const MAX_MESSAGE = 4 * 1024 * 1024;

const FROM = Buffer.from('From ');
const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/** `From ada@example.com Thu Jan  1 00:00:00 2026`, with the time that every dialect has. */
const SEPARATOR = /^From .*\d\d?:\d\d.*\d/;
const HEADER_FIELD =
  /^(?:return-path|received|from|to|subject|date|message-id|mime-version|content-type|delivered-to|x-[\w-]{1,60})[ \t]*:/i;
const FIELD_LINE = /^(?:[!-9;-~]+[ \t]*:|>From )/;

/** In characters: an address, a time, and what mail stores put behind it. */
const MAX_SEPARATOR = 500;

const MAX_BLANK_LINES = 3;

/** After a blank line, a sentence with a colon is not a header. */
function isFirstField(line: string, blankLines: number): boolean {
  return blankLines === 0 ? FIELD_LINE.test(line) : HEADER_FIELD.test(line);
}

/** True where the line separates messages of an mbox. */
export function isSeparator(line: string): boolean {
  return SEPARATOR.test(line.slice(0, MAX_SEPARATOR));
}

/**
 * The messages of an mbox in any dialect (RFC 4155), without holding more than one of them. A line of a body that
 * looks like a separator is one only where a header field follows it.
 */
export async function* readMbox(chunks: AsyncIterable<Buffer>): AsyncGenerator<MboxMessage> {
  const cutter = new MboxCutter();
  for await (const chunk of chunks) yield* cutter.push(chunk);
  yield* cutter.end();
}

class MboxCutter {
  #held: Buffer = EMPTY;
  #parts: Buffer[] = [];
  #size = 0;
  #number = 0;

  *push(chunk: Buffer): Generator<MboxMessage> {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    let from = 0;
    let open = this.#held.length;
    for (let at = this.#find(0); at !== -1; at = this.#find(at + 1)) {
      const next = this.#messageStart(at);
      if (next === 'unknown') {
        open = at;
        break;
      }
      if (next === undefined) continue;
      yield* this.#finish(this.#held.subarray(from, at));
      from = next;
    }
    // A separator and the lines behind it stay together until they are whole.
    const kept = Math.max(from, this.#openStart(open));
    this.#keep(this.#held.subarray(from, kept));
    this.#held = Buffer.from(this.#held.subarray(kept));
  }

  *end(): Generator<MboxMessage> {
    this.#keep(this.#held);
    this.#held = EMPTY;
    yield* this.#finish(EMPTY);
  }

  /** The next line that begins with `From `. */
  #find(start: number): number {
    for (let at = this.#held.indexOf(FROM, start); at !== -1; ) {
      const begins = at === 0 ? this.#beginsLine() : this.#held[at - 1] === LINE_FEED;
      if (begins) return at;
      at = this.#held.indexOf(FROM, at + 1);
    }
    return -1;
  }

  /** `#held` always begins with a line, but where a line is longer than can be held. */
  #beginsLine(): boolean {
    const last = this.#parts.at(-1);
    return last === undefined || last.at(-1) === LINE_FEED;
  }

  /** Where the message behind the separator at `at` begins; undefined if it is not a separator. */
  #messageStart(at: number): number | 'unknown' | undefined {
    const end = this.#held.indexOf(LINE_FEED, at);
    const next = end === -1 ? -1 : this.#held.indexOf(LINE_FEED, end + 1);
    if (next === -1) return 'unknown';
    if (!isSeparator(this.#held.toString('latin1', at, end))) return undefined;
    const line = this.#held.toString('latin1', end + 1, next);
    return FIELD_LINE.test(line) || line.trim() === '' ? this.#headerStart(end + 1) : undefined;
  }

  /** Where the header behind a separator begins: a few stores leave a blank line before it. */
  #headerStart(start: number): number | 'unknown' | undefined {
    let from = start;
    for (let count = 0; count <= MAX_BLANK_LINES; count += 1) {
      const end = this.#held.indexOf(LINE_FEED, from);
      if (end === -1) return 'unknown';
      const line = this.#held.toString('latin1', from, end);
      if (line.trim() !== '') return isFirstField(line, count) ? start : undefined;
      from = end + 1;
    }
    return undefined;
  }

  /** Where what may be an open separator begins: `open`, or the line before the last, if that is one. */
  #openStart(open: number): number {
    const last = this.#held.lastIndexOf(LINE_FEED) + 1;
    const before = last === 0 ? 0 : this.#held.lastIndexOf(LINE_FEED, last - 2) + 1;
    const start = Math.min(open, before);
    const isTooLong = this.#held.length - start > MAX_LINE;
    return isTooLong ? this.#held.length : start;
  }

  #keep(bytes: Buffer): void {
    const room = MAX_MESSAGE - this.#size;
    if (room <= 0 || bytes.length === 0) return;
    const part = bytes.subarray(0, room);
    this.#parts.push(Buffer.from(part));
    this.#size += part.length;
  }

  *#finish(rest: Buffer): Generator<MboxMessage> {
    this.#keep(rest);
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    if (/^\s*$/.test(bytes.toString('latin1', 0, 64)) && bytes.length < 64) return;
    this.#number += 1;
    yield { number: this.#number, bytes };
  }
}

/** RFC 5321 §4.5.3.1.6 allows 1000 octets; what is far over that is no separator. */
const MAX_LINE = 16_384;
