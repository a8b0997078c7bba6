import type { MigratedSchema } from '../migrations.ts';
import { checkVersion, migrate, NEEDED_VERSION } from './migrate.ts';
import { withDirect } from './open-postgres.ts';
import { openingError } from './opening-error.ts';

/** Runs what is missing. A schema that is newer and works with this version is left as it is. */
export async function migratePostgres(url: string): Promise<MigratedSchema> {
  try {
    const { version, oldest } = await withDirect(url, migrate);
    const to = Math.max(version, NEEDED_VERSION);
    checkVersion({ version: to, oldest });
    return { from: version, to };
  } catch (error) {
    throw openingError(url, error);
  }
}
