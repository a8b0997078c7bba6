import { DatabaseSync } from 'node:sqlite';
import { isPostgresUrl } from '../../lib/database-name.ts';

/** Whether another connection, of a service that runs, has the database open. To be asked before it is opened here. */
export async function isOpenElsewhere(database: string): Promise<boolean> {
  return isPostgresUrl(database) ? await hasOtherClients(database) : isFileInUse(database);
}

/** In WAL mode each connection holds a shared lock of the file for as long as it is open. */
function isFileInUse(path: string): boolean {
  using file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    if (Number((error as { errcode?: number }).errcode) === SQLITE_BUSY) return true;
    throw error;
  }
}

const SQLITE_BUSY = 5;

/** Behind a pooler its own connections count: whether a service uses one of them can't be seen. */
async function hasOtherClients(url: string): Promise<boolean> {
  const { createPool } = await import('../postgres/postgres-pool.ts');
  const pool = createPool(url, 1);
  try {
    const { rows } = await pool.query(`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'mailvet' and pid <> pg_backend_pid()
      limit 1`);
    return rows.length > 0;
  } finally {
    await pool.end();
  }
}
