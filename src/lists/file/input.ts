import type { DatabaseSync } from 'node:sqlite';
import type { ListSource } from '../../formats/source.ts';
import { checksum } from './check.ts';

/** Keeps the chunks of a list, and adds each to `digest`. */
export async function copyInput(
  database: DatabaseSync,
  chunks: AsyncIterable<Uint8Array>,
  digest: (chunk: Uint8Array) => void,
): Promise<void> {
  const insert = database.prepare('INSERT INTO input (bytes, sum) VALUES (?, ?)');
  for await (const chunk of chunks) {
    if (chunk.byteLength === 0) continue;
    digest(chunk);
    insert.run(chunk, checksum(chunk));
  }
}

/** The copied list, to be read as often as needed until the signal aborts. */
export function openInput(database: DatabaseSync, name: string, signal?: AbortSignal): ListSource {
  return { name, open: () => readInput(database, signal) };
}

async function* readInput(
  database: DatabaseSync,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  // One row a statement: a cursor left open would see, and hold up, what is written meanwhile.
  const select = database.prepare('SELECT bytes FROM input WHERE ordinal = ?');
  for (let ordinal = 1; ; ordinal += 1) {
    signal?.throwIfAborted();
    const bytes = select.get(ordinal)?.bytes;
    if (!(bytes instanceof Uint8Array)) return;
    yield bytes;
  }
}
