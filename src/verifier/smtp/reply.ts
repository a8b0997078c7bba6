/** A reply of RFC 5321 §4.2: its code and its lines without code, separator and line end. */
export interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** What is over any of these is no SMTP reply, but an attack or another protocol. In octets. */
export const REPLY_BOUNDS = { line: 2048, lines: 128, reply: 32_768 } as const;

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

  /** The replies that the chunk completes. Throws NotSmtp. */
  push(chunk: Buffer): Reply[] {
    const replies: Reply[] = [];
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let end = data.indexOf(LINE_FEED); end !== -1; end = data.indexOf(LINE_FEED)) {
      const reply = this.#line(data.subarray(0, end));
      if (reply) replies.push(reply);
      data = data.subarray(end + 1);
    }
    if (data.length > REPLY_BOUNDS.line) throw new NotSmtp('a line is too long');
    // A copy, since the chunk would stay in memory with it. Most chunks end with a line.
    this.#rest = data.length === 0 ? EMPTY : Buffer.from(data);
    return replies;
  }

  #line(octets: Buffer): Reply | undefined {
    this.#octets += octets.length;
    if (octets.length > REPLY_BOUNDS.line) throw new NotSmtp('a line is too long');
    if (this.#octets > REPLY_BOUNDS.reply || this.#lines.length >= REPLY_BOUNDS.lines) {
      throw new NotSmtp('a reply is too long');
    }
    const line = printable(octets);
    if (!LINE.test(line)) throw new NotSmtp('a line has no reply code');
    this.#lines.push(line.slice(4));
    return line[3] === '-' ? undefined : this.#finish(Number(line.slice(0, 3)));
  }

  #finish(code: number): Reply {
    const reply = { code, lines: this.#lines };
    this.#lines = [];
    this.#octets = 0;
    return reply;
  }
}

const LINE = /^[2-5]\d\d(?:[ -].*)?$/;
const CONTROLS = /[\x00-\x1f\x7f-\x9f]+/g;

function printable(octets: Buffer): string {
  return octets.toString('utf8').replace(CONTROLS, ' ').trimEnd();
}

/** RFC 3463: class, subject and detail. */
type EnhancedCode = string;

/**
 * The enhanced status code, if it stands right behind the reply code (RFC 2034 §4). Anywhere else
 * it may be quoted from another host, or be our own words echoed. Some write `#5.1.1`.
 */
export function enhancedCodeOf(reply: Reply): EnhancedCode | undefined {
  return ENHANCED.exec(reply.lines[0] ?? '')?.[1];
}

const ENHANCED = /^\s*#?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** The words of the reply on one line, without the enhanced code that may begin each. */
export function textOf(reply: Reply): string {
  return reply.lines
    .map((line) => line.replace(ENHANCED, '').trim())
    .join(' ')
    .trim();
}
