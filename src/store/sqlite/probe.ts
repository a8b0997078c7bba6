import type { DatabaseSync } from 'node:sqlite';
import type { Writer } from './writer.ts';

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;
/** A success is reused for this long, since anybody may send probes. */
const HOLDS_MS = 1000;

/**
 * Writes one page to detect a lock, a full disk or an unwritable file. Concurrent probes share one
 * write. Rejects with StoreError.
 */
export function probe(writer: Writer): () => Promise<void> {
  let running: Promise<void> | undefined;
  let holdsUntil = Number.NEGATIVE_INFINITY;
  const run = async () => {
    try {
      await writer.run(() => writeNothing(writer.file), { waitMs: WAIT_MS });
      holdsUntil = performance.now() + HOLDS_MS;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    writer.checkFile();
    if (performance.now() < holdsUntil) return;
    running ??= run();
    await running;
  };
}

/** Writes the unchanged version: SQLite writes the page nevertheless. */
function writeNothing(file: DatabaseSync): void {
  file.exec('begin immediate');
  try {
    const row = file.prepare('PRAGMA user_version').get();
    file.exec(`PRAGMA user_version = ${Number(row?.user_version)}`);
    file.exec('commit');
  } catch (error) {
    if (file.isTransaction) file.exec('rollback');
    throw error;
  }
}
