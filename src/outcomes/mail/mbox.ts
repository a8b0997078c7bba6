/** One message of an mbox. */
export interface MboxMessage {
  /** From 1. */
  readonly number: number;
  /** Without its separator line; of a large message the first `MAX_MESSAGE` bytes. */
  readonly bytes: Buffer;
}

/** Bytes kept of a message: reports stand in front of the message that they return. */
export const MAX_MESSAGE = 1024 * 1024;

const FROM = Buffer.from('From ');
const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/** `From ada@example.com Thu Jan  1 00:00:00 2026`, with the time that every dialect has. */
const SEPARATOR = /^From .*\d\d?:\d\d.*\d/;
const FIELD_LINE = /^(?:[!-9;-~]+[ \t]*:|>From )/;

/** True where the line separates messages of an mbox. */
export function isSeparator(line: string): boolean {
  return SEPARATOR.test(line);
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
    for (let at = this.#find(0); at !== -1; at = this.#find(at + 1)) {
      const next = this.#messageStart(at);
      if (next === 'unknown') break;
      if (next === undefined) continue;
      yield* this.#finish(this.#held.subarray(from, at));
      from = next;
    }
    // A separator and the line behind it stay together until both are whole.
    const kept = Math.max(from, this.#openLineStart());
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

  /** Where the message behind the separator at `at` begins; undefined where it is none. */
  #messageStart(at: number): number | 'unknown' | undefined {
    const end = this.#held.indexOf(LINE_FEED, at);
    const next = end === -1 ? -1 : this.#held.indexOf(LINE_FEED, end + 1);
    if (next === -1) return 'unknown';
    if (!isSeparator(this.#held.toString('latin1', at, end))) return undefined;
    return FIELD_LINE.test(this.#held.toString('latin1', end + 1, next)) ? end + 1 : undefined;
  }

  /** Where what may be an open separator begins: the line before the last, if that is one. */
  #openLineStart(): number {
    const last = this.#held.lastIndexOf(LINE_FEED) + 1;
    const before = last === 0 ? 0 : this.#held.lastIndexOf(LINE_FEED, last - 2) + 1;
    const isTooLong = this.#held.length - before > MAX_LINE;
    return isTooLong ? this.#held.length : before;
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
