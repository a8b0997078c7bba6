import { openNameless } from '../../lib/nameless-file.ts';
import { type OpenFile, SPOOL_PREFIX } from '../../service/lists/list-files.ts';
import type { PartPiece, SharedLists } from '../../service/lists/shared-lists.ts';

const PIECE_BYTES = 1024 * 1024;
/** The name of the pieces of a file that arrives; those of the lists have longer ones. */
const FILE = 'part';

interface Originals {
  size(id: string): Promise<number>;
  write(id: string, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  open(id: string): Promise<OpenFile | undefined>;
}

type Lists = Pick<SharedLists, 'partPieces' | 'writePiece' | 'readPiece' | 'cutParts'>;

/** Files as they were uploaded, in the database. The number of a piece is its offset. */
export function sharedParts(lists: Lists, folder: string): Originals {
  return {
    size: async (id) => endOf(await lists.partPieces(id)),
    async write(id, offset, bytes) {
      let at = offset;
      for await (const piece of inPieces(bytes)) {
        await lists.writePiece({ listId: id, file: FILE, number: at, bytes: piece });
        at += piece.length;
      }
    },
    async open(id) {
      const pieces = await lists.partPieces(id);
      if (pieces.length === 0) return undefined;
      const file = await openNameless(folder, SPOOL_PREFIX);
      try {
        for (const { number } of pieces) {
          const bytes = await lists.readPiece({ listId: id, file: FILE, number });
          if (bytes) await file.write(bytes, 0, bytes.length, number);
        }
        return { fd: file.fd, close: () => file.close() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  };
}

/** Up to the first gap. */
function endOf(pieces: readonly PartPiece[]): number {
  let end = 0;
  for (const { number, length } of pieces) {
    if (number > end) break;
    end = Math.max(end, number + length);
  }
  return end;
}

/** What has come before the bytes break off is a piece, too. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  const take = (): Uint8Array => {
    const piece = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    return piece;
  };
  try {
    for await (const chunk of bytes) {
      waiting.push(chunk);
      length += chunk.length;
      if (length >= PIECE_BYTES) yield take();
    }
  } catch (error) {
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}
