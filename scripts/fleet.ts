/**
 * A small fleet on this machine, to try it: PostgreSQL from npm, one service that takes requests and
 * two workers. With a command it runs that against the service, and ends with it; else with Ctrl-C.
 *
 *     npm run fleet
 *     npm run fleet -- npx mailvet clean contacts.csv
 *
 * MAILVET_DATABASE names a PostgreSQL database to be used instead. Nothing of the other one is kept.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/support/postgres-cluster.ts';

const WORKERS = 2;
const LAUNCHER = fileURLToPath(new URL('../bin/mailvet.js', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'mailvet-fleet-'));
const given = process.env.MAILVET_DATABASE;
const postgres = given === undefined ? await startPostgres() : undefined;
const database = given ?? postgres?.adminUrl ?? '';
const started: Started[] = [];
let exitCode = 1;
try {
  exitCode = await runFleet(process.argv.slice(2));
} finally {
  await Promise.all(started.map(({ child }) => ended(child)));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);

async function runFleet(command: readonly string[]): Promise<number> {
  const service = await start('serve', ['--workers', '0', '--lists', join(folder, 'lists')]);
  for (let n = 0; n < WORKERS; n++) await start('work');
  const key = service.key ?? process.env.MAILVET_API_KEY;
  console.error(`One service and ${WORKERS} workers run. In another terminal:`);
  console.error(`  export MAILVET_BASE_URL=${service.url} MAILVET_API_KEY=${key ?? '<key>'}`);
  if (command.length > 0) return run(command, { url: service.url, key });
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  return 0;
}

/** Resolves when it is ready. */
async function start(role: 'serve' | 'work', flags: readonly string[] = []): Promise<Started> {
  const own = ['--database', database, '--port', '0', '--log-level', 'warn'];
  const child = spawn(process.execPath, [LAUNCHER, role, ...own, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let key: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    key ??= /mv_\S{40}/.exec(line)?.[0];
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    const node = { child, url, key };
    started.push(node);
    return node;
  }
  throw new Error(`mailvet ${role} did not start`);
}

async function run(
  [program = '', ...args]: readonly string[],
  { url, key }: { readonly url: string; readonly key: string | undefined },
): Promise<number> {
  const env = { ...process.env, MAILVET_BASE_URL: url, ...(key && { MAILVET_API_KEY: key }) };
  const [code] = await once(spawn(program, args, { stdio: 'inherit', env }), 'exit');
  return code ?? 1;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
