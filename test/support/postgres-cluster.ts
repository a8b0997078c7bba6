import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { initialisePostgres, type PostgresProgram, postgresProgram } from './postgres-program.ts';
import { startGuarded } from './start-guarded.ts';

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

/**
 * Starts PostgreSQL from npm on loopback, in a folder of its own. It ends with this process. Takes
 * some two seconds.
 */
export async function startPostgres(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const program = postgresProgram();
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-postgres-'));
  const remove = program.copy === undefined ? [folder] : [folder, program.copy];
  try {
    initialisePostgres(folder, program, PASSWORD);
    return await serve(folder, program, { ...options, remove });
  } catch (error) {
    for (const each of remove) rmSync(each, { recursive: true, force: true });
    throw error;
  }
}

async function serve(
  folder: string,
  { bin, account }: PostgresProgram,
  options: ClusterOptions & { readonly remove: readonly string[] },
): Promise<PostgresCluster> {
  const port = options.port ?? (await freePort());
  const flags = [...FLAGS, ...(options.settings ?? [])].flatMap((flag) => ['-c', flag]);
  const server = startGuarded(
    {
      program: join(bin, 'postgres'),
      args: ['-D', join(folder, 'data'), '-p', String(port), ...flags],
      // Ends all sessions at once.
      signal: 'SIGINT',
      ...account,
      remove: options.remove,
    },
    { stderr: 'pipe' },
  );
  await ready(server.child);
  return {
    adminUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}

/** Resolves when it takes connections. What it says afterwards is read, and dropped. */
function ready({ stderr }: ChildProcess): Promise<void> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    stderr?.on('data', (text) => {
      if (said.length < 100) said.push(String(text));
      if (said.join('').includes('ready to accept connections')) resolve();
    });
    stderr?.once('close', () => reject(new Error(`PostgreSQL did not start: ${said.join('')}`)));
  });
}
