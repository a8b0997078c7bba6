/** PostgreSQL from npm, with an empty database `mailvet`. */
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres-cluster.ts';

export interface BenchPostgres extends AsyncDisposable {
  /** URL of the database `mailvet`. */
  readonly url: string;
}

/** Tests need no durability; a service does. */
const DURABLE = ['fsync=on', 'full_page_writes=on'];

/** `settings` as in postgresql.conf: `name=value`. */
export async function openPostgres(settings: readonly string[] = []): Promise<BenchPostgres> {
  const cluster = await startPostgres({ settings: [...DURABLE, ...settings] });
  await withClient(cluster.adminUrl, (client) => client.query('create database mailvet'));
  return {
    url: cluster.adminUrl.replace(/postgres$/, 'mailvet'),
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}

export async function withClient<T>(
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}
