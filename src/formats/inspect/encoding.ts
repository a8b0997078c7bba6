import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { COMMON_ENCODINGS, type ListEncoding } from '../plan.ts';
import { readBytes } from '../read/bytes.ts';
import type { ListSource } from '../source.ts';
import { refuseForeignFile } from './foreign-file.ts';
import { type EncodingDoubt, type EncodingReading, guessEncoding } from './guess-encoding.ts';
import { byteOrderMark, wideEncoding } from './unicode-signature.ts';

/** What a list's bytes showed. */
export interface ByteSurvey {
  readonly encoding: ListEncoding;
  /** Set where another encoding may be right. */
  readonly doubt?: EncodingDoubt;
  readonly bom: boolean;
  /** The first bytes of the list, byte order mark included. */
  readonly start: Buffer;
  /** Whether `start` is the whole list. */
  readonly whole: boolean;
}

/** Asks the user which reading is right. */
export type ChooseEncoding = (readings: readonly EncodingReading[]) => Promise<ListEncoding>;

interface SurveyOptions {
  readonly choose?: ChooseEncoding | undefined;
  /** Whether the source is the beginning of a longer list, which may end within a character. */
  readonly isPart?: boolean | undefined;
}

/**
 * Reads the list once, for its encoding: a byte order mark, else the NULs of UTF-16, else UTF-8 if
 * every byte of the list agrees, else what its words show. Refuses what is no text at all. Where the
 * encoding is not certain, `choose` is asked for one of the readings.
 */
export async function surveyBytes(
  source: ListSource,
  wanted?: ListEncoding,
  { choose, isPart = false }: SurveyOptions = {},
): Promise<ByteSurvey> {
  const { start, size, faultLine, hasNul } = await scan(source, isPart);
  refuseForeignFile(source.name, start);
  const mark = byteOrderMark(start);
  const encoding = wanted ?? mark ?? wideEncoding(start);
  if (hasNul && !encoding?.startsWith('utf-16')) throw binary(source.name);
  const whole = !isPart && size === start.length;
  if (encoding === undefined && faultLine !== undefined) {
    const guess = await guessEncoding(readBytes(source));
    const chosen = guess.doubt && choose ? await choose(guess.doubt.readings) : undefined;
    const found = chosen === undefined ? guess : { encoding: chosen };
    return { ...found, bom: false, start, whole };
  }
  const narrow = encoding ?? 'utf-8';
  if (narrow === 'utf-8' && faultLine !== undefined) throw notUtf8(source.name, faultLine);
  return { encoding: narrow, bom: mark === narrow, start, whole };
}

/** How the user may call an encoding: any name that iconv-lite knows. Undefined for one that is not read. */
export function parseEncoding(name: string): ListEncoding | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known =
    NAMES[plain] ?? COMMON_ENCODINGS.find((each) => each.replace(/\W|_/g, '') === plain);
  if (known || NO_TEXT.has(plain) || !iconv.encodingExists(name)) return known;
  return name.toLowerCase();
}

/** Names of iconv-lite that stand for bytes written as text. */
const NO_TEXT: ReadonlySet<string> = new Set(['base64', 'hex', 'binary']);

const NAMES: Readonly<Record<string, ListEncoding>> = {
  utf8: 'utf-8',
  ascii: 'utf-8',
  usascii: 'utf-8',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  ucs2: 'utf-16le',
  unicode: 'utf-16le',
  utf16be: 'utf-16be',
  windows1252: 'windows-1252',
  win1252: 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  iso88591: 'windows-1252',
  cp1250: 'windows-1250',
  win1250: 'windows-1250',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  latin2: 'iso-8859-2',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  cp936: 'gb18030',
  mac: 'macintosh',
  macroman: 'macintosh',
  macosroman: 'macintosh',
};

/** Enough for a few hundred rows: what delimiter and format are judged by. */
const START_SIZE = 128 * 1024;

interface ByteScan {
  readonly start: Buffer;
  readonly size: number;
  readonly hasNul: boolean;
  /** The physical line of the first byte that is not UTF-8; undefined if all are. */
  readonly faultLine: number | undefined;
}

async function scan(source: ListSource, isPart: boolean): Promise<ByteScan> {
  const starts: Buffer[] = [];
  const utf8 = utf8Checker();
  let size = 0;
  let hasNul = false;
  for await (const chunk of readBytes(source)) {
    if (size < START_SIZE) starts.push(chunk.subarray(0, START_SIZE - size));
    size += chunk.length;
    hasNul ||= chunk.includes(0);
    utf8.check(chunk);
  }
  return { start: Buffer.concat(starts), size, hasNul, faultLine: utf8.faultLine(isPart) };
}

/** The bytes of a list that is taken for UTF-8, as they come. Throws where they are not. */
export async function* checkUtf8(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const utf8 = utf8Checker();
  for await (const chunk of chunks) {
    utf8.check(Buffer.from(chunk));
    const line = utf8.faultLine(true);
    if (line !== undefined) throw notUtf8(name, line);
    yield chunk;
  }
}

/** Checks UTF-8 chunk by chunk; a sequence cut by a chunk's end is checked with the next one. */
function utf8Checker() {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 1;
  let fault: number | undefined;
  return {
    check(chunk: Buffer): void {
      if (fault !== undefined) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - cutSequence(bytes);
      const checked = bytes.subarray(0, end);
      if (!isUtf8(checked)) fault = lines + lineEndsBefore(checked, firstFault(checked));
      else lines += lineEndsBefore(checked, checked.length);
      rest = bytes.subarray(end);
    },
    /** `isPart`: more bytes may follow. */
    faultLine: (isPart: boolean) => fault ?? (rest.length > 0 && !isPart ? lines : undefined),
  };
}

/** Length of an unfinished sequence at the end: a lead byte whose followers are not all there. */
function cutSequence(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** The length of the longest valid beginning, by halving. */
function firstFault(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 4) {
    const middle = (good + bad) >> 1;
    const part = bytes.subarray(good, middle);
    const whole = part.length - cutSequence(part);
    if (whole > 0 && isUtf8(part.subarray(0, whole))) good += whole;
    else bad = middle;
  }
  return good;
}

function lineEndsBefore(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** The error of a file with NUL bytes. */
export function binary(name: string): MailvetError {
  return new MailvetError('input', message('errorTexts.not_a_text_file', { name }), {
    advice: message('errorTexts.give_addresses'),
    hint: [
      'Give a CSV, text, JSON or JSONL file; for UTF-16 text ',
      { code: 'add_option', name: 'encoding', value: 'utf-16le or utf-16be' },
    ],
  });
}

function notUtf8(name: string, line: number): MailvetError {
  return new MailvetError('input', message('errorTexts.not_utf8', { name, line: `${line}` }), {
    advice: message('errorTexts.save_utf8'),
    hint: [
      'Say ',
      { code: 'option', name: 'encoding', value: 'windows-1252' },
      ' if the file comes from an older program, or save it as UTF-8',
    ],
  });
}
