import { isUtf8 } from 'node:buffer';
import { type Candidate, REACH, readCandidate } from './candidate.ts';
import type { AddressJudge, FindReason } from './judge.ts';
import { isLookAlike } from './look-alikes.ts';

/** An address that somebody may have, and where it stands. */
export interface TextFind {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units: what editors and SARIF count. */
  readonly column: number;
  /** As written. */
  readonly address: string;
  readonly reason: FindReason;
  /** The bytes that it takes; of UTF-16 the bytes of the same text in UTF-8. */
  readonly start: number;
  readonly end: number;
}

/** Bytes that are looked at together. */
const WINDOW = 256 * 1024;
/** Bytes that say whether a file is text. */
const START = 64 * 1024;

const AT = 0x40;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Finds addresses in text of any length that comes in pieces, in flat memory: a window moves over it, and lines of
 * any length pass through.
 */
export class TextScanner {
  readonly #judge: AddressJudge;
  readonly #take: (find: TextFind) => void;
  #window = Buffer.allocUnsafe(WINDOW);
  /** Bytes in the window. */
  #size = 0;
  /** Where in the window what was not yet looked at starts. */
  #next = 0;
  /** Where in the text the window starts. */
  #offset = 0;
  /** Up to where, in the window, lines and columns are counted. */
  #counted = 0;
  #line = 1;
  #column = 1;

  constructor(judge: AddressJudge, take: (find: TextFind) => void) {
    this.#judge = judge;
    this.#take = take;
  }

  /** Starts another text. */
  reset(): void {
    [this.#size, this.#next, this.#offset, this.#counted] = [0, 0, 0, 0];
    [this.#line, this.#column] = [1, 1];
  }

  /** Room for the next bytes: the caller writes them there and calls `filled`. */
  room(): Buffer {
    if (this.#size > WINDOW / 2) this.#look(false);
    return this.#window.subarray(this.#size);
  }

  filled(size: number): void {
    this.#size += size;
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const room = this.room();
      const part = bytes.subarray(at, at + room.length);
      room.set(part);
      this.filled(part.length);
      at += part.length;
    }
  }

  end(): void {
    this.#look(true);
  }

  /** Looks at all that has its surroundings in the window, and moves the window on. */
  #look(isLast: boolean): void {
    const bytes = this.#window.subarray(0, this.#size);
    if (this.#offset === 0 && this.#counted === 0 && bytes.indexOf(BYTE_ORDER_MARK) === 0) {
      this.#counted = BYTE_ORDER_MARK.length;
    }
    const end = isLast ? this.#size : this.#size - REACH;
    for (let at = bytes.indexOf(AT, this.#next); at !== -1 && at < end; ) {
      const candidate = readCandidate(bytes, at);
      if (candidate) this.#consider(bytes, candidate);
      at = bytes.indexOf(AT, at + 1);
    }
    this.#next = Math.max(this.#next, end);
    if (!isLast) this.#move(bytes);
  }

  #consider(bytes: Buffer, candidate: Candidate): void {
    const { local, domain, start, end } = candidate;
    const reason = this.#judge.reasonOf(local, domain);
    if (reason === undefined || isLookAlike(bytes, candidate)) return;
    this.#countTo(bytes, start);
    const [line, column] = [this.#line, this.#column];
    const place = { start: this.#offset + start, end: this.#offset + end };
    this.#take({ line, column, address: `${local}@${domain}`, reason, ...place });
  }

  #move(bytes: Buffer): void {
    const from = startOfCharacter(bytes, Math.max(0, this.#next - REACH));
    this.#countTo(bytes, from);
    bytes.copyWithin(0, from, this.#size);
    this.#size -= from;
    this.#next -= from;
    this.#counted -= from;
    this.#offset += from;
  }

  /** Each byte of the text is counted once, however many addresses a line has. */
  #countTo(bytes: Buffer, end: number): void {
    if (end <= this.#counted) return;
    const part = bytes.subarray(this.#counted, end);
    let from = 0;
    for (let at = part.indexOf(LINE_FEED); at !== -1; at = part.indexOf(LINE_FEED, from)) {
      this.#line += 1;
      this.#column = 1;
      from = at + 1;
    }
    this.#column += codeUnits(part.subarray(from));
    this.#counted = end;
  }
}

/** Not within a sequence of UTF-8. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((bytes[start] as number) & 0xc0) === 0x80) start -= 1;
  return start;
}

function codeUnits(bytes: Buffer): number {
  if (bytes.length === 0 || !isUtf8(bytes)) return bytes.length;
  return bytes.toString().length;
}

/** How the bytes of a file are to be read, by its start; `binary`: not at all. */
export type TextForm = 'bytes' | 'utf-16le' | 'utf-16be' | 'binary';

export function findTextForm(start: Uint8Array): TextForm {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return start.subarray(0, START).includes(0) ? 'binary' : 'bytes';
}
