/** Programs with `meter.js` in them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Figures of a process since its start. */
export interface Metered {
  readonly wallSeconds: number;
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
  /** Megabytes, four times a second. */
  readonly memory: readonly number[];
}

/** A service that runs. */
export interface Listening {
  readonly url: string;
  /** Shown by the first service of an empty database. */
  readonly key: string;
}

const METER = fileURLToPath(new URL('meter.js', import.meta.url));

/** The built program. */
export const MAILVET = fileURLToPath(new URL('../bin/mailvet.js', import.meta.url));

/**
 * Starts a script with arguments, flags of Node before it. The folder is its home; its errors and its log go
 * to a file there. `BENCH_NODE_FLAGS` are further flags.
 */
export function startMetered(
  command: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];
  const log = openSync(join(home, 'errors.log'), 'a');
  const child = spawn(process.execPath, [...flags, '--import', METER, ...command], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, METER_FILE: join(home, 'meter.json'), ...env },
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  return child;
}

/** Resolves when a service says where it listens. */
export async function listening(program: ChildProcess): Promise<Listening> {
  if (!program.stdout) throw new Error('the service has no output');
  let key = '';
  for await (const line of createInterface({ input: program.stdout })) {
    key ||= /mv_\S{40}/.exec(line)?.[0] ?? '';
    const url = /listening on (http\S+)/.exec(line)?.[1];
    if (url) return { url, key };
  }
  throw new Error(`${program.spawnargs.join(' ')} does not listen`);
}

/** The figures of a program that runs. */
export async function meterOf(program: ChildProcess): Promise<Metered> {
  program.send('figures');
  const [figures] = await once(program, 'message');
  return figures;
}

/** The figures of a program at its end. Rejects where it fails. */
export async function metered(program: ChildProcess, home: string): Promise<Metered> {
  program.stdout?.resume();
  const [code] = await once(program, 'close');
  if (code !== 0) {
    const errors = await readFile(join(home, 'errors.log'), 'utf8');
    throw new Error(`${program.spawnargs.join(' ')} ended with ${code}: ${errors.slice(-2000)}`);
  }
  return JSON.parse(await readFile(join(home, 'meter.json'), 'utf8'));
}

/** Works in a folder that is removed afterwards. */
export async function inFolder<Result>(work: (home: string) => Promise<Result>): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'mailvet-bench-'));
  try {
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
