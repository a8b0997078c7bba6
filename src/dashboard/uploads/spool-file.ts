import { message } from '../../i18n/message.ts';
import { openNameless } from '../../lib/nameless-file.ts';
import { SPOOL_PREFIX } from '../../service/lists/list-files.ts';
import { StoreError } from '../../service/store-error.ts';
import { PageError } from '../page-error.ts';

/** An uploaded file on disk. It has no name, so it vanishes with its descriptor, also after a kill. */
export interface SpooledFile {
  readonly fd: number;
  /** Bytes. */
  readonly size: number;
  close(): Promise<void>;
}

/** Writes the bytes to a private file without a name in the folder. Rejects with a 503 when the disk is full. */
export async function spoolFile(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<SpooledFile> {
  const file = await openNameless(folder, SPOOL_PREFIX).catch(noRoom);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      await file.writeFile(chunk).catch(noRoom);
      size += chunk.length;
    }
    return { fd: file.fd, size, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const NO_ROOM: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'];

function noRoom(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new StoreError('lists_away', error.message, error);
  if (!NO_ROOM.includes(error.code)) throw error;
  throw new PageError(503, message('errorTexts.disk_full'), {
    'Retry-After': '60',
  });
}
