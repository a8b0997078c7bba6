/** A reply of RFC 5321 §4.2: its code and its lines without code, separator and line end. */
export interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
  /** Something of it was left out: it is longer than `KEPT`. */
  readonly isCut?: true;
}

/** What is over any of these is no SMTP reply, but an attack or another protocol. In octets. */
export const REPLY_BOUNDS = { line: 2048, lines: 128, reply: 32_768 } as const;

/**
 * What is read of a reply, in octets: RFC 5321 §4.5.3.1.5 allows 512 a line, and the longest answer to EHLO that was
 * seen has some 600. Of `text` characters rules see no more: the longest refusal among the fixtures has 420, and
 * all rules together take 0.7 ms at most for as many.
 */
export const KEPT = { line: 512, reply: 4096, text: 800 } as const;

/** Thrown by `ReplyReader.push`: the other side does not speak SMTP. */
export class NotSmtp extends Error {
  override readonly name = 'NotSmtp';
}

const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/** Cuts a stream of octets into replies, within bounds. */
export class ReplyReader {
  #rest: Buffer = EMPTY;
  #lines: string[] = [];
  #octets = 0;
  #isCut = false;
  /** The last reply of one line. */
  #last: { readonly line: string; readonly reply: Reply } | undefined;

  /** The replies that the chunk completes. Throws NotSmtp. */
  push(chunk: Buffer): Reply[] {
    const replies: Reply[] = [];
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    for (let end = data.indexOf(LINE_FEED); end !== -1; end = data.indexOf(LINE_FEED, start)) {
      this.#count(end - start);
      if (end - start > KEPT.line) this.#isCut = true;
      const kept = Math.min(end, start + KEPT.line);
      const reply = this.#line(printable(data.toString('utf8', start, kept)));
      if (reply) replies.push(reply);
      start = end + 1;
    }
    if (data.length - start > REPLY_BOUNDS.line) throw new NotSmtp('a line is too long');
    // A copy, since the chunk would stay in memory with it. Most chunks end with a line.
    this.#rest = start === data.length ? EMPTY : Buffer.from(data.subarray(start));
    return replies;
  }

  /** A line has so many octets. */
  #count(octets: number): void {
    this.#octets += octets;
    if (octets > REPLY_BOUNDS.line) throw new NotSmtp('a line is too long');
    if (this.#octets > REPLY_BOUNDS.reply || this.#lines.length >= REPLY_BOUNDS.lines) {
      throw new NotSmtp('a reply is too long');
    }
  }

  #line(line: string): Reply | undefined {
    const isFirst = this.#lines.length === 0;
    // Most recipients get the same words: their replies are one.
    if (isFirst && !this.#isCut && line === this.#last?.line) return this.#finish(this.#last.reply);
    if (!LINE.test(line)) throw new NotSmtp('a line has no reply code');
    const isLast = line[3] !== '-';
    if (isFirst && isLast && !this.#isCut) {
      this.#last = { line, reply: { code: codeOf(line), lines: [line.slice(4)] } };
      return this.#finish(this.#last.reply);
    }
    if (this.#octets > KEPT.reply) this.#isCut = true;
    // Empty, so that the number of lines stays.
    this.#lines.push(this.#octets > KEPT.reply ? '' : line.slice(4));
    if (!isLast) return undefined;
    const reply = { code: codeOf(line), lines: this.#lines };
    return this.#finish(this.#isCut ? { ...reply, isCut: true } : reply);
  }

  #finish(reply: Reply): Reply {
    this.#lines = [];
    this.#octets = 0;
    this.#isCut = false;
    return reply;
  }
}

function codeOf(line: string): number {
  return Number(line.slice(0, 3));
}

const LINE = /^[2-5]\d\d(?:[ -].*)?$/;
/** With what ends a line elsewhere, but not in SMTP. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

/** Most lines have no control but the carriage return at their end. */
function printable(line: string): string {
  return line.trimEnd().replace(CONTROLS, ' ').trimEnd();
}

/** RFC 3463: class, subject and detail. */
type EnhancedCode = string;

/**
 * The enhanced status code, if it stands right behind the reply code (RFC 2034 §4). Anywhere else
 * it may be quoted from another host, or be our own words echoed. Some write `#5.1.1`.
 */
export function enhancedCodeOf(reply: Reply): EnhancedCode | undefined {
  return wordsOf(reply).enhanced;
}

const ENHANCED = /^\s*#?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;

interface Words {
  readonly enhanced: EnhancedCode | undefined;
  readonly text: string;
}

/** Most recipients of a session share one reply, which is read once for all of them. */
const words = new WeakMap<Reply, Words>();

function wordsOf(reply: Reply): Words {
  const known = words.get(reply);
  if (known) return known;
  const read = { enhanced: ENHANCED.exec(reply.lines[0] ?? '')?.[1], text: readText(reply) };
  words.set(reply, read);
  return read;
}

/** The words of the reply on one line, without the enhanced code that may begin each: as many as rules see. */
export function textOf(reply: Reply): string {
  return wordsOf(reply).text;
}

function readText({ lines }: Reply): string {
  const [first = ''] = lines;
  if (lines.length <= 1) return withoutCode(first.slice(0, KEPT.text));
  return withinText(lines).map(withoutCode).join(' ').trim();
}

/** Whether words are missing from `textOf`. */
export function isCut({ lines, isCut: isReadInPart }: Reply): boolean {
  return isReadInPart === true || lengthOf(lines) > KEPT.text;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}

function withinText(lines: readonly string[]): readonly string[] {
  if (lengthOf(lines) <= KEPT.text) return lines;
  let left: number = KEPT.text;
  return lines.map((line) => {
    const kept = line.slice(0, left);
    left -= kept.length;
    return kept;
  });
}

function withoutCode(line: string): string {
  return line.replace(ENHANCED, '').trim();
}
