import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { PostgresForTests } from './postgres-once.ts';
import { databaseUrl, withClient } from './postgres-template.ts';

/** A database of one test's own. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, with its connections. */
  dispose(): Promise<void>;
}

/** A database with mailvet's schema and nothing in it. Takes some 200 ms once PostgreSQL runs. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const { template } = await postgresForTests();
  return createDatabase(`template "${template}"`);
}

/** Deletes all rows of a database: a tenth of the time that a new one takes. */
export function emptyTables(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> 'mailvet_version'`);
    // Without the checks of foreign keys, so that the order does not matter.
    const all = rows.map(({ name }) => `delete from "${name}"`);
    await client.query(['set session_replication_role = replica', ...all].join('; '));
    await client.query('delete from mailvet_jobs.job');
  });
}

/** Lets parts start sooner: by so many milliseconds. */
export function startSooner(url: string, ms: number): Promise<void> {
  return withClient(url, async (client) => {
    const wait = `interval '${ms} milliseconds'`;
    await client.query(`update mailvet_jobs.job set start_after = start_after - ${wait}`);
  });
}

/** A database without any table. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template template0');
}

/**
 * The PostgreSQL of this run: started by the first test that asks (postgres-once.ts), from npm, or
 * the one that MAILVET_TEST_POSTGRES names.
 */
export async function postgresForTests(): Promise<PostgresForTests> {
  const answer = await fetch(inject('postgresBroker'));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as PostgresForTests;
}

async function createDatabase(like: string): Promise<TestDatabase> {
  const { adminUrl, prefix } = await postgresForTests();
  const name = `${prefix}_${randomUUID().slice(0, 13)}`;
  await withClient(adminUrl, (client) => client.query(`create database "${name}" ${like}`));
  return {
    url: databaseUrl(adminUrl, name),
    dispose: () =>
      withClient(adminUrl, async (client) => {
        await client.query(`drop database if exists "${name}" with (force)`);
      }),
  };
}
