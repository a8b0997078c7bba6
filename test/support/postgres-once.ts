import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresCluster, startPostgres } from './postgres-cluster.ts';
import { dropDatabases, migrateTemplate } from './postgres-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for PostgreSQL, which starts with the first question. */
    readonly postgresBroker: string;
  }
}

/** What a test file gets from the broker. */
export interface PostgresForTests {
  readonly adminUrl: string;
  /** A migrated database without connections, to be copied. */
  readonly template: string;
  /** How the names of this run's databases begin. */
  readonly prefix: string;
}

/**
 * At most one PostgreSQL for all test files of a run, started when the first of them asks for it and
 * ended after the last. MAILVET_TEST_POSTGRES names a running server to be used instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.MAILVET_TEST_POSTGRES;
  // The program, started by a test, would warn of a variable that it does not know.
  delete process.env.MAILVET_TEST_POSTGRES;
  const prefix = `mailvet_test_${process.pid}_${Date.now().toString(36)}`;
  let cluster: PostgresCluster | undefined;
  let started: Promise<PostgresForTests> | undefined;
  const start = async () => {
    cluster = given
      ? { adminUrl: given, stop: () => dropDatabases(given, prefix) }
      : await startPostgres();
    const template = await migrateTemplate(cluster.adminUrl, `${prefix}_template`);
    return { adminUrl: cluster.adminUrl, template, prefix };
  };
  const broker = createServer((_, response) => {
    started ??= start();
    started.then(
      (found) => response.end(JSON.stringify(found)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(broker.listen(0, '127.0.0.1'), 'listening');
  const { port } = broker.address() as AddressInfo;
  project.provide('postgresBroker', `http://127.0.0.1:${port}`);
  return async () => {
    broker.closeAllConnections();
    broker.close();
    await started?.catch(() => {});
    await cluster?.stop();
  };
}
