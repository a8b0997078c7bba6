/** PgBouncer in transaction mode in front of PostgreSQL, where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';

export interface Pooler extends AsyncDisposable {
  /** The database through the pooler; else PostgreSQL's own. */
  readonly url: string;
  /** kill -9, and a start. */
  kill(): Promise<void>;
  /** A stop by SIGTERM, and a start. */
  restart(): Promise<void>;
}

interface PoolerOptions {
  /** Connections to PostgreSQL at most. Default 40. */
  readonly poolSize?: number;
}

export function isPoolerInstalled(): boolean {
  return !spawnSync('pgbouncer', ['--version']).error;
}

/** In front of the database of a URL with user and password. */
export async function openPooler(
  { url }: { readonly url: string },
  { poolSize = 40 }: PoolerOptions = {},
): Promise<Pooler> {
  if (!isPoolerInstalled()) {
    console.log('PgBouncer is not installed: the services connect without it');
    const nothing = async () => {};
    return { url, kill: nothing, restart: nothing, [Symbol.asyncDispose]: nothing };
  }
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
default_pool_size = ${poolSize}
`,
  );
  // It refuses to run as root, too.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const start = () => spawn('pgbouncer', [...user, config], { stdio: 'ignore' });
  let running = start();
  await untilListening(own);
  const again = async (signal: NodeJS.Signals) => {
    await endProcess(running, signal);
    running = start();
    await untilListening(own);
  };
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(own);
  return {
    url: pooled.href,
    kill: () => again('SIGKILL'),
    restart: () => again('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await endProcess(running, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Within minutes: a busy machine takes its time. */
async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 5000; tries++) {
    if (await isListening(port)) return;
    await sleep(50);
  }
  throw new Error('PgBouncer does not start');
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}
