import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../lib/sqlite.ts';
import { sharedProbe } from '../probe-once.ts';
import type { Writer } from './writer.ts';

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;

/**
 * Writes one page to detect a lock, a full disk or an unwritable file. Concurrent probes share one
 * write. Rejects with StoreError.
 */
export function probe(writer: Writer): () => Promise<void> {
  const write = sharedProbe(() => writer.run(() => writeNothing(writer.file), { waitMs: WAIT_MS }));
  return async () => {
    writer.checkFile();
    await write();
  };
}

/** Writes the unchanged version: SQLite writes the page nevertheless. */
function writeNothing(file: DatabaseSync): void {
  inTransaction(file, () => {
    const row = file.prepare('PRAGMA user_version').get();
    file.exec(`PRAGMA user_version = ${Number(row?.user_version)}`);
  });
}
