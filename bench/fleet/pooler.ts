/** PgBouncer in transaction mode in front of PostgreSQL, where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import type { KillablePostgres } from './postgres.ts';

export interface Pooler extends AsyncDisposable {
  /** The database through the pooler; PostgreSQL's own where there is none. */
  readonly url: string;
  /** kill -9, and a start. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export async function openPooler({ url, port }: KillablePostgres): Promise<Pooler> {
  if (spawnSync('pgbouncer', ['--version']).error) {
    console.log('PgBouncer is not installed: the services connect without it');
    const nothing = async () => {};
    return { url, kill: nothing, restart: nothing, [Symbol.asyncDispose]: nothing };
  }
  const own = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-pooler-'));
  chmodSync(folder, 0o755);
  const { username, password } = new URL(url);
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
mailvet = host=127.0.0.1 port=${port} dbname=mailvet
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 40
ignore_startup_parameters = extra_float_digits,options
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
  return {
    url: url.replace(`:${port}/`, `:${own}/`),
    kill: () => again('SIGKILL'),
    restart: () => again('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await endProcess(running, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('PgBouncer does not start');
}
