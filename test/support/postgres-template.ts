import { Client } from 'pg';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { withDirect } from '../../src/store/postgres/open-postgres.ts';

/** Runs SQL over one connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server's database of another name. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database that the tests' own are copied from. */
export async function migrateTemplate(adminUrl: string, name: string): Promise<string> {
  await withClient(adminUrl, (client) => client.query(`create database "${name}"`));
  await withDirect(databaseUrl(adminUrl, name), migrate);
  return name;
}

/** Drops what a run left on a server that outlives it. */
export async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  });
}
