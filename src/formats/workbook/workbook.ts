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
  wanted?: string,
): Promise<UnpackedList> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start = await readStart(iterator);
  const rest = (async function* () {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  })();
  if (!ARCHIVE.test(start.toString('latin1', 0, SIGNATURE_SIZE))) return { chunks: rest };
  const bytes = await gather(name, rest);
  // Most lists are no archives: what reads workbooks is loaded for those that are.
  const { openSheet } = await import('./open-sheet.ts');
  return (await openSheet(name, bytes, wanted)) ?? { chunks: once(bytes) };
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

async function gather(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
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
