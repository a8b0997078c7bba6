import { MailvetError } from '../../lib/errors.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import type { ListEncoding } from '../plan.ts';
import type { ListSource } from '../source.ts';

/** Bytes in a slice: what a reader works on before others have their turn. */
const SLICE_SIZE = 32 * 1024;

/**
 * The list's bytes in slices, with what the file system says turned into an input error. The event
 * loop has its turns between slices, even where the source has all bytes at once.
 */
export async function* readBytes(source: ListSource): AsyncGenerator<Buffer> {
  const turn = new LoopTurn();
  try {
    for await (const chunk of source.open()) {
      const bytes = asBuffer(chunk);
      for (let at = 0; at < bytes.length; at += SLICE_SIZE) {
        yield bytes.subarray(at, at + SLICE_SIZE);
        await turn.pauseIfDue();
      }
    }
  } catch (error) {
    throw error instanceof MailvetError ? error : unreadable(source, error);
  }
}

/** The list as UTF-8 without byte order mark, whatever it was before. */
export async function* readUtf8(
  source: ListSource,
  encoding: ListEncoding,
): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') yield* withoutBom(readBytes(source));
  else yield* transcoded(source, encoding);
}

/** A whole text of a known encoding, without byte order mark. */
export async function decodeText(bytes: Buffer, encoding: ListEncoding): Promise<string> {
  if (encoding === 'utf-8') return bytes.toString('utf8').replace(/^\ufeff/, '');
  const { default: iconv } = await import('iconv-lite');
  return iconv.decode(bytes, encoding);
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

async function* withoutBom(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BOM.length) continue;
    yield afterBom(start);
    start = undefined;
  }
  if (start) yield start;
}

function afterBom(bytes: Buffer): Buffer {
  return bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
}

/** By iconv-lite: TextDecoder misreads Windows-1252's 0x80–0x9F on some versions of Node. */
async function* transcoded(source: ListSource, encoding: ListEncoding): AsyncGenerator<Buffer> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding);
  let half = '';
  for await (const chunk of readBytes(source)) {
    const text = half + decoder.write(chunk);
    // A chunk may end between the halves of a surrogate pair, which UTF-8 can't carry apart.
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    yield Buffer.from(text.slice(0, text.length - half.length));
  }
  yield Buffer.from(half + (decoder.end() ?? ''));
}

function asBuffer(chunk: Uint8Array): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

function unreadable(source: ListSource, cause: unknown): MailvetError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = REASONS[code ?? ''] ?? message;
  return new MailvetError('input', `${source.name} can't be read: ${why}`, { cause });
}
