import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const built = process.platform === 'win32' ? 'mailvet.exe' : 'mailvet';
const BINARY =
  process.env.MAILVET_BINARY ?? fileURLToPath(new URL(`../../out/${built}`, import.meta.url));

/** A machine with nothing but the binary: an empty folder, an empty home, nothing in the PATH. */
export interface BareMachine {
  readonly folder: TemporaryFolder;
  run(...args: string[]): Promise<{ stdout: string; stderr: string; exitCode: number | null }>;
  serve(...args: string[]): Promise<Serving>;
  /** A worker that is ready, on a database of its own or of a service. */
  work(...args: string[]): Promise<Running>;
  /** How each of them is started. */
  readonly place: Place;
  /** The same machine, with more in the environment. */
  with(env: Place['env']): BareMachine;
}

export interface Place {
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Running {
  /** Ends it as a service manager does: its exit code. */
  stop(): Promise<number | null>;
}

export interface Serving extends Running {
  readonly url: string;
  readonly key: string;
  readonly setupUrl: string;
}

export function bareMachine(): BareMachine {
  const folder = temporaryFolder();
  return machineAt(folder, placeIn(folder));
}

function machineAt(folder: TemporaryFolder, place: Place): BareMachine {
  const start = (args: readonly string[]) => startAt(place, args);
  return {
    folder,
    place,
    with: (env) => machineAt(folder, { ...place, env: { ...place.env, ...env } }),
    async run(...args) {
      const child = start(args);
      const ended = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { stdout, stderr, exitCode: (await ended)[0] };
    },
    serve: (...args) => serving(start(['serve', '--port', '0', ...args])),
    work: (...args) => working(start(['work', '--port', '0', ...args])),
  };
}

function placeIn(folder: TemporaryFolder): Place {
  const cwd = folder.path('work');
  mkdirSync(cwd, { recursive: true });
  const home = folder.path('home');
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: '',
    HOME: home,
    ...(process.platform === 'win32' && {
      USERPROFILE: home,
      LOCALAPPDATA: home,
      APPDATA: home,
      // Windows finds its own libraries by it.
      SystemRoot: process.env.SystemRoot ?? '',
    }),
  };
  return { program: BINARY, cwd, env };
}

function startAt({ program, cwd, env }: Place, args: readonly string[]) {
  return spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function serving(child: Child): Promise<Serving> {
  const said = await linesUntil(child, 'Set up');
  const find = (what: RegExp) => what.exec(said)?.[1];
  const [url, key, setupUrl] = [/listening on (\S+)/, /once: (\S+)/, /dashboard: (\S+)/].map(find);
  if (!url || !key || !setupUrl) throw new Error(`serve did not start: ${said}`);
  return { url, key, setupUrl, stop: () => stop(child) };
}

async function working(child: Child): Promise<Running> {
  await linesUntil(child, 'mailvet worker listening');
  return { stop: () => stop(child) };
}

/** What it prints up to the line that begins so. Throws where it ends before. */
async function linesUntil(child: Child, begin: string): Promise<string> {
  const errors = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith(begin)) return lines.join('\n');
  }
  throw new Error(`It ended before '${begin}': ${lines.join('\n')}${await errors}`);
}

async function stop(child: Child): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  // Windows has no signals: it ends at once.
  return process.platform === 'win32' ? 0 : code;
}
