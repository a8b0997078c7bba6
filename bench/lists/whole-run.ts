/**
 * A whole `mailvet batch submit LIST --wait -o OUT` as a user runs it: the built program, against a
 * service in another process that answers at once.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestCounts } from './instant-service.ts';
import type { Metered } from './meter.ts';

export interface WholeRun {
  readonly metered: Metered;
  readonly requests: RequestCounts;
}

/** `flags` go to `batch submit` beside `--wait` and `-o`. */
export async function wholeRun(list: string, flags: readonly string[] = []): Promise<WholeRun> {
  const home = await mkdtemp(join(tmpdir(), 'mailvet-whole-'));
  const service = fork(pathOf('./instant-service.ts'));
  try {
    const [url] = (await once(service, 'message')) as [string];
    const args = ['batch', 'submit', list, '--wait', '-o', join(home, 'out.csv'), ...flags];
    await ended(startProgram(args, home, url));
    const metered = JSON.parse(await readFile(join(home, 'meter.json'), 'utf8')) as Metered;
    return { metered, requests: await requestsOf(service) };
  } finally {
    service.disconnect();
    await rm(home, { recursive: true });
  }
}

function startProgram(args: readonly string[], home: string, url: string): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    MAILVET_API_KEY: 'mv_bench',
    MAILVET_BASE_URL: url,
    METER_FILE: join(home, 'meter.json'),
  };
  const command = ['--import', pathOf('./meter.ts'), pathOf('../../bin/mailvet.js'), ...args];
  return spawn(process.execPath, command, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function ended(program: ChildProcess): Promise<void> {
  let output = '';
  program.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`mailvet ended with ${code}: ${output}`);
}

async function requestsOf(service: ChildProcess): Promise<RequestCounts> {
  service.send('counts?');
  const [counts] = (await once(service, 'message')) as [RequestCounts];
  return counts;
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
