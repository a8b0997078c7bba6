/** The files of a list as pieces in the database, each compressed by itself: with a check sum. */
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { secureToken } from '../../lib/secure-token.ts';
import type { SharedLists } from '../../service/lists/shared-lists.ts';

const PIECE_BYTES = 1024 * 1024;
/** The fastest: a third of the size all the same. */
const LEVEL = 1;
const NAME_LENGTH = 20;

const pack = promisify<Uint8Array, { level: number }, Buffer>(deflate);
const unpack = promisify<Uint8Array, Buffer>(inflate);

/** Writes a file into the database; returns the name of its pieces. */
export async function writePieces(
  lists: Pick<SharedLists, 'writePiece'>,
  listId: string,
  path: string,
): Promise<string> {
  const file = secureToken(NAME_LENGTH);
  await using from = await open(path);
  const packed = ahead((number) => packPiece(from, number));
  for (let number = 0; ; number++) {
    const bytes = await packed(number);
    if (!bytes) return file;
    await lists.writePiece({ listId, file, number, bytes });
  }
}

/** Writes the pieces of a file to a new one, which only its owner can read. */
export async function readPieces(
  lists: Pick<SharedLists, 'readPiece'>,
  { listId, file }: { readonly listId: string; readonly file: string },
  path: string,
): Promise<void> {
  await using to = await open(path, 'wx', 0o600);
  const read = ahead((number) => lists.readPiece({ listId, file, number }));
  for (let number = 0; ; number++) {
    const bytes = await read(number);
    if (!bytes) return;
    await to.writeFile(await unpack(bytes));
  }
}

async function packPiece(from: FileHandle, number: number): Promise<Uint8Array | undefined> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  const { bytesRead } = await from.read(buffer, 0, PIECE_BYTES, number * PIECE_BYTES);
  return bytesRead === 0 ? undefined : pack(buffer.subarray(0, bytesRead), { level: LEVEL });
}

/** Makes the next piece while this one is worked on. */
function ahead<T>(make: (number: number) => Promise<T | undefined>) {
  let next: Promise<T | undefined> | undefined;
  return async (number: number): Promise<T | undefined> => {
    const piece = await (next ?? make(number));
    next = piece === undefined ? undefined : make(number + 1);
    next?.catch(() => {});
    return piece;
  };
}
