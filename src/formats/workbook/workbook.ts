import { findPacking } from '../packed/packing.ts';
import { tooLarge } from './errors.ts';
import { SIGNATURE_SIZE, type UnpackedList } from './unpacked-list.ts';

/**
 * Looks whether a list is a workbook (.xlsx, .xlsm, .ods) and takes a sheet out, row by row: the one
 * that is wanted, by its name or its number from 1, else the one that holds addresses. The packed
 * file and the table of its strings are held in memory, and bounded.
 *
 * Throws an input error for a workbook that is too large, broken, or has no such sheet; for what
 * shows only in the sheet itself, `chunks` throws it.
 */
export async function unpackList(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  { sheet, maxUnpacked, choosesFile }: UnpackOptions = {},
): Promise<UnpackedList> {
  const { start, all } = await peek(chunks);
  const packing = findPacking(start);
  if (packing && maxUnpacked !== undefined) {
    const { unpackStream } = await import('../packed/unpack.ts');
    const unpacked = unpackStream(packing, { name, chunks: all, maxBytes: maxUnpacked });
    // What is packed twice is refused, with an archive of many files.
    return await unpackArchive(name, await peek(unpacked), { sheet });
  }
  return await unpackArchive(name, { start, all }, { sheet, maxUnpacked, choosesFile });
}

interface UnpackOptions {
  /** The sheet that is wanted. */
  readonly sheet?: string | undefined;
  /** Bytes that a packed list (gzip, Zstandard, ZIP) may unpack to; undefined: it is not unpacked. */
  readonly maxUnpacked?: number | undefined;
  /** Whether the files of an archive are chosen from as the sheets of a workbook are; else it must hold one. */
  readonly choosesFile?: boolean | undefined;
}

interface Peeked {
  readonly start: Buffer;
  /** Also those of the start. */
  readonly all: AsyncIterable<Uint8Array>;
}

async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start = await readStart(iterator);
  const all = (async function* () {
    try {
      yield start;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  })();
  return { start, all };
}

async function unpackArchive(
  name: string,
  { start, all }: Peeked,
  { sheet, maxUnpacked, choosesFile = false }: UnpackOptions,
): Promise<UnpackedList> {
  if (!ARCHIVE.test(start.toString('latin1', 0, SIGNATURE_SIZE))) return { chunks: all };
  const bytes = await gather(name, all);
  // Most lists are not archives: the reader of workbooks is loaded only for archives.
  const { openSheet, isDocument } = await import('./open-sheet.ts');
  const opened = await openSheet(name, bytes, sheet);
  if (opened) return opened;
  if (maxUnpacked === undefined || isDocument(bytes)) return { chunks: once(bytes) };
  const { zippedList } = await import('../packed/unpack.ts');
  const wanted = choosesFile ? { file: sheet } : undefined;
  const { file, others, chunks } = zippedList(name, bytes, { maxBytes: maxUnpacked, wanted });
  const isChosen = choosesFile && (sheet !== undefined || others.length > 0);
  const unpacked = await unpackArchive(name, await peek(chunks), isChosen ? {} : { sheet });
  if (!isChosen) return unpacked;
  const { reading = {} } = unpacked.sheet ?? {};
  return { chunks: unpacked.chunks, sheet: { name: file, others, reading } };
}

const ARCHIVE = /^PK\x03\x04/;

/** Bytes, packed. */
const MAX_FILE = 100_000_000;

async function readStart(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < SIGNATURE_SIZE) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(parts);
}

/** An archive as a whole. Throws an input error for one that is too large to be held in memory. */
export async function gather(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE) throw tooLarge(name, `over ${MAX_FILE / 1e6} MB`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
