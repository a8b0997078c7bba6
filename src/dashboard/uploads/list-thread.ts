/** Runs in a thread of its own: reads one uploaded list and returns its addresses. */
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import type { ListSource } from '../../lists/source.ts';
import { toPageError } from '../page-error.ts';
import { readList, type UploadedList } from './read-list.ts';

export interface ThreadTask {
  readonly fd: number;
  readonly name: string;
  /** Empty when it was not named. */
  readonly column: string;
}

export type ThreadAnswer =
  | { readonly kind: 'list'; readonly list: UploadedList }
  /** The message for the person, and its cause where the error is a bug. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: unknown };

const CHUNK_SIZE = 32 * 1024;

const { fd, name, column } = workerData as ThreadTask;
const source: ListSource = { name, open: () => bytesOf(fd) };
const readAt = promisify(read);

/** Not a read stream: when left early it closes the descriptor, which belongs to the caller. */
async function* bytesOf(file: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await readAt(
      file,
      Buffer.alloc(CHUNK_SIZE),
      0,
      CHUNK_SIZE,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

try {
  answer({ kind: 'list', list: await readList(source, column) });
} catch (error) {
  const refusal = toPageError(error);
  if (refusal.status === 422) answer({ kind: 'refused', message: refusal.message });
  else answer({ kind: 'failed', error });
}
