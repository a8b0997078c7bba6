/** PostgreSQL from npm as a process that may be killed and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  initialisePostgres,
  type PostgresProgram,
  postgresProgram,
} from '../../test/support/postgres-program.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

export interface KillablePostgres extends AsyncDisposable {
  /** Of the database `mailvet`. */
  readonly url: string;
  readonly port: number;
  /** Where its data are; absent: on this machine's disk. */
  readonly disk: SmallDisk | undefined;
  /** kill -9 of the postmaster, and a start on what is left. */
  kill(): Promise<void>;
  /** kill -9 of one of its other processes, after which it ends all sessions and recovers. */
  killBackend(draw: number): Promise<void>;
  /** A stop that ends all sessions (`pg_ctl restart -m fast`); it stays down for `ms`. */
  restart(ms?: number): Promise<void>;
  /** Ends all connections but the one that asks. */
  dropConnections(): Promise<void>;
  /** Resolves when it takes connections. It is started again where it ended. */
  untilUp(): Promise<void>;
}

interface PostgresOptions {
  /** As in postgresql.conf: `name=value`. */
  readonly settings?: readonly string[];
  /** Megabytes of a disk of its own, which only root can have. */
  readonly diskSize?: number | undefined;
}

const PASSWORD = 'bench-password';
const FLAGS = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];

export async function openPostgres(options: PostgresOptions = {}): Promise<KillablePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-fleet-postgres-'));
  const disk = options.diskSize === undefined ? undefined : openSmallDisk(folder, options.diskSize);
  const port = await freePort();
  const program = postgresProgram();
  const start = createCluster(folder, { port, settings: options.settings ?? [] }, program);
  const admin = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let server = start();
  const untilUp = async () => {
    // The children of a killed postmaster may hold the data for a moment, and a disk may be full.
    while (!(await isUp(admin, server))) {
      await sleep(200);
      if (hasEnded(server)) server = start();
    }
  };
  await untilUp();
  await run(admin, 'create database mailvet');
  return {
    url: admin.replace(/postgres$/, 'mailvet'),
    port,
    disk,
    untilUp,
    async kill() {
      await endProcess(server, 'SIGKILL');
      await untilUp();
    },
    async killBackend(draw) {
      const pids = childrenOf(server);
      const pid = pids[Math.floor(draw * pids.length)];
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await untilUp();
    },
    async restart(ms = 0) {
      await endProcess(server, 'SIGINT');
      await sleep(ms);
      await untilUp();
    },
    dropConnections: () =>
      run(
        admin,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'mailvet'",
      ),
    async [Symbol.asyncDispose]() {
      await endProcess(server, 'SIGINT');
      disk?.remove();
      for (const path of [folder, program.copy ?? folder]) {
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}

/** Creates the data, and returns what starts a server on them. */
function createCluster(
  folder: string,
  { port, settings }: { readonly port: number; readonly settings: readonly string[] },
  program: PostgresProgram,
): () => ChildProcess {
  initialisePostgres(folder, program, PASSWORD);
  const { bin, account } = program;
  const args = [...FLAGS, ...settings].flatMap((flag) => ['-c', flag]);
  return () =>
    spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...args], {
      ...account,
      stdio: 'ignore',
    });
}

function childrenOf({ pid }: ChildProcess): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Whether it takes connections, before it ends. */
async function isUp(url: string, server: ChildProcess): Promise<boolean> {
  while (!hasEnded(server)) {
    try {
      await run(url, 'select 1');
      return true;
    } catch {
      await sleep(100);
    }
  }
  return false;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
