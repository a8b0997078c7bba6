import type { DatabaseSync } from 'node:sqlite';
import type { Writer } from './writer.ts';

/** A probe is asked every few seconds, by machines that give up soon. */
const WAIT_MS = 2000;
/** Anybody may ask whether we are ready: a success holds for so long. */
const HOLDS_MS = 1000;

/**
 * Writes one page, so that a lock, a full disk or a file that can't be written shows. Those who ask
 * meanwhile share the answer. Rejects with StoreError.
 */
export function probe(writer: Writer): () => Promise<void> {
  let running: Promise<void> | undefined;
  let holdsUntil = Number.NEGATIVE_INFINITY;
  const run = async () => {
    try {
      await writer.run(() => writeNothing(writer.file), WAIT_MS);
      holdsUntil = performance.now() + HOLDS_MS;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    writer.checkPlace();
    if (performance.now() < holdsUntil) return;
    running ??= run();
    await running;
  };
}

/** The version as it is: SQLite writes the page nevertheless. */
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
