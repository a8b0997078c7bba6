/**
 * A small fleet on this machine, to try it: PostgreSQL from npm, one service that takes requests and
 * two workers. With a command it runs that against the service, and ends with it; else with Ctrl-C.
 *
 *     npm run fleet
 *     npm run fleet -- npx mailvet clean contacts.csv
 *
 * MAILVET_DATABASE names a PostgreSQL database to be used instead. Nothing of the other one is kept,
 * and no process outlives this one, however it ends.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/support/postgres-cluster.ts';
import { type Guarded, startGuarded } from '../test/support/start-guarded.ts';

const WORKERS = 2;
const LAUNCHER = fileURLToPath(new URL('../bin/mailvet.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/main.js', import.meta.url));

interface Started {
  readonly url: string;
  readonly key: string | undefined;
}

/** A node ended before it was ready; it has said why. */
class StartFailed extends Error {}

const ended = new AbortController();
/** The exit code of a shell whose command was ended by a signal. */
const signalled: Promise<number> = Promise.race(
  (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
    await once(process, signal);
    ended.abort();
    // Without a command that is its normal end.
    return process.argv.length > 2 ? 128 + constants.signals[signal] : 0;
  }),
);
const nodes: Guarded[] = [];
process.exitCode = await main(process.argv.slice(2));
process.exit();

async function main(command: readonly string[]): Promise<number> {
  if (!existsSync(BUILT)) {
    console.error('There is no dist/ yet. Build it first: npm ci');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-fleet-'));
  const given = process.env.MAILVET_DATABASE;
  const postgres = given === undefined ? await startPostgres() : undefined;
  const database = given ?? postgres?.adminUrl ?? '';
  // Another folder than before would be refused in a database that stays.
  const lists = given === undefined ? join(folder, 'lists') : 'off';
  try {
    return await Promise.race([runFleet({ database, lists, command, folder }), signalled]);
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface FleetRun {
  readonly database: string;
  readonly lists: string;
  readonly command: readonly string[];
  /** Folder of this run. */
  readonly folder: string;
}

async function runFleet({ database, lists, command, folder }: FleetRun): Promise<number> {
  const flags = ['--workers', '0', '--lists', lists];
  const service = await start('serve', { database, flags, remove: [folder] });
  for (let n = 0; n < WORKERS; n++) await start('work', { database });
  const key = service.key ?? process.env.MAILVET_API_KEY ?? createKey(database);
  console.error(`One service and ${WORKERS} workers run. In another terminal:`);
  console.error(`  export MAILVET_BASE_URL=${service.url} MAILVET_API_KEY=${key}`);
  if (command.length > 0) return run(command, { url: service.url, key });
  console.error('Ctrl-C ends them.');
  await signalled;
  return 0;
}

interface NodeOptions {
  readonly database: string;
  readonly flags?: readonly string[];
  readonly remove?: readonly string[];
}

/** Resolves when it is ready. */
async function start(
  role: 'serve' | 'work',
  { database, flags = [], remove = [] }: NodeOptions,
): Promise<Started> {
  const own = ['--database', database, '--port', '0', '--log-level', 'warn'];
  const args = [LAUNCHER, role, ...own, ...flags];
  const node = startGuarded({ program: process.execPath, args, signal: 'SIGTERM', remove });
  nodes.push(node);
  let key: string | undefined;
  for await (const line of createInterface({ input: node.child.stdout })) {
    key ??= /mv_\S{40}/.exec(line)?.[0];
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, key };
  }
  throw new StartFailed(`mailvet ${role} did not start`);
}

/** Creates a key in a database that had one already, since a key is shown once. */
function createKey(database: string): string {
  const words = ['admin', 'key', 'create', '--team', 'default', '--label', 'npm run fleet'];
  const args = [LAUNCHER, ...words, '--database', database];
  return execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

async function run(
  [program = '', ...args]: readonly string[],
  { url, key }: Started,
): Promise<number> {
  const env = { ...process.env, MAILVET_BASE_URL: url, MAILVET_API_KEY: key };
  const shell = process.platform === 'win32';
  const child: ChildProcess = spawn(program, args, { stdio: 'inherit', env, shell });
  ended.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const failed = once(child, 'error').then(([error]) => {
    console.error(`${program} can't be run: ${error.message}`);
    return 127;
  });
  const exit = once(child, 'exit').then(([code]) => Number(code ?? 1));
  return Promise.race([exit, failed]);
}
