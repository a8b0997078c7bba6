/**
 * Leaves what an earlier mailvet leaves when it is killed: its jobs, its database, and what the service
 * has of them. README.md beside this file says which builds were run.
 *
 *   node test/cli/upgrade/make-fixture.ts <folder of the built program> <name>
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type StandIn, startStandIn } from '../../support/stand-in.ts';
import { listText, sandboxListText } from './list.ts';

const [program = '', name = ''] = process.argv.slice(2);
const target = join(import.meta.dirname, 'jobs', name);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const instant of ['collecting', 'sending', 'finished'] as const) await killRemote(instant);
await killEmbedded();

/** Kills a run against another's service, of which three batches become. */
async function killRemote(instant: 'collecting' | 'sending' | 'finished'): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'mailvet-fixture-'));
  const service = await startStandIn({ pollsToFinish: instant === 'finished' ? 1 : 1_000_000 });
  writeFileSync(join(home, 'list.csv'), listText());
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  const args = ['batch', 'submit', 'list.csv', '--wait', '-o', 'out.csv', '--concurrency', '2'];
  const child = start(home, env, args);
  if (instant === 'finished') {
    await once(child, 'exit');
  } else {
    while (service.batches.length < 2) await setTimeout(20);
    // The third POST gets no answer: one service has taken it, the other has not.
    service.fail('createBatch', { kind: 'swallow' });
    const first = service.batches[0];
    if (first) Object.assign(first, { status: 'completed', processed: first.emails.length });
    await service.arrived('createBatch', 3);
    if (instant === 'sending') take(service);
    await kill(child);
  }
  keepJobs(home, instant);
  const { url, batches } = service;
  const state = JSON.stringify({ url, home, batches });
  writeFileSync(join(target, `${instant}.json.gz`), gzipSync(state, { level: 9 }));
  await service.close();
  rmSync(home, { recursive: true });
}

/** As if the third POST had come through, and its answer had not. */
function take({ requests, batches }: StandIn): void {
  const posts = requests.filter(({ operation }) => operation === 'createBatch');
  const { emails } = (posts.at(-1) as { body: { emails: string[] } }).body;
  const createdAt = new Date().toISOString();
  batches.push({ id: 'taken', status: 'pending', emails, processed: 0, polls: 0, createdAt });
}

async function killEmbedded(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'mailvet-fixture-'));
  writeFileSync(join(home, 'list.csv'), sandboxListText());
  const child = start(home, {}, ['batch', 'submit', 'list.csv', '--wait', '-o', 'out.csv']);
  const database = join(home, '.local', 'share', 'mailvet', 'mailvet.db');
  while (!isUnderWay(database)) await setTimeout(20);
  await kill(child);
  keepJobs(home, 'embedded');
  keep(join(home, '.local', 'share', 'mailvet'), 'embedded', 'mailvet.db');
  rmSync(home, { recursive: true });
}

/** Both batches are accepted, and some of the first is done. */
function isUnderWay(path: string): boolean {
  if (!existsSync(path)) return false;
  using database = new DatabaseSync(path);
  try {
    const sql = `SELECT (SELECT count(*) FROM batches) = 2
      AND EXISTS (SELECT 1 FROM entries WHERE status = 'verified') AS done`;
    return database.prepare(sql).get()?.done === 1;
  } catch {
    // Its tables are still to come.
    return false;
  }
}

function start(home: string, env: Readonly<Record<string, string>>, args: readonly string[]) {
  return spawn(process.execPath, [join(program, 'bin', 'mailvet.js'), ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function keepJobs(home: string, folder: string): void {
  const jobs = join(home, '.local', 'state', 'mailvet', 'jobs');
  for (const file of readdirSync(jobs))
    if (/^job_\w+\.sqlite$/.test(file)) keep(jobs, folder, file);
}

/** With the log that a kill leaves, which is part of it. */
function keep(from: string, folder: string, name: string): void {
  mkdirSync(join(target, folder), { recursive: true });
  const files = [name, `${name}-wal`, `${name}-journal`];
  for (const file of files.filter((one) => existsSync(join(from, one)))) {
    writeFileSync(
      join(target, folder, `${file}.gz`),
      gzipSync(readFileSync(join(from, file)), { level: 9 }),
    );
  }
}
