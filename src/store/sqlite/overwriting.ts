import { sql } from 'kysely';
import type { Overwriting } from '../database-parts.ts';

/** Deleted rows stay in the file's free pages unless they are overwritten, and in the WAL until a checkpoint. */
export const OVERWRITING: Overwriting = {
  async begin(db) {
    await sql`pragma secure_delete = on`.execute(db);
  },
  async end(db) {
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  },
};
