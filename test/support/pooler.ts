/** PgBouncer in transaction mode in front of PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { Program } from './run-program.ts';

export type Pooler = Awaited<ReturnType<typeof openPooler>>;

export function isPoolerInstalled(): boolean {
  return !spawnSync('pgbouncer', ['--version']).error;
}

/** In front of the database of a URL with user and password; at most so many connections lead to it. */
export async function openPooler(url: string, connections: number) {
  const { hostname, port, pathname, username, password } = new URL(url);
  const own = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-pooler-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${connections}
`,
  );
  // It refuses to run as root, too.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const start = async () => {
    const pgbouncer = new Program('pgbouncer', [...user, config], {});
    await pgbouncer.until(/listening on 127/, 'stderr');
    return pgbouncer;
  };
  let running = await start();
  const again = async (signal: NodeJS.Signals) => {
    await running.end(signal);
    running = await start();
  };
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(own);
  return {
    url: pooled.href,
    /** kill -9, and a start. */
    kill: () => again('SIGKILL'),
    /** A stop by SIGTERM, and a start. */
    restart: () => again('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
