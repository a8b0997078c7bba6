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
}

export interface Serving {
  readonly url: string;
  readonly key: string;
  readonly setupUrl: string;
  /** Ends it as a service manager does: its exit code. */
  stop(): Promise<number | null>;
}

export function bareMachine(): BareMachine {
  const folder = temporaryFolder();
  const start = (args: readonly string[]) => startIn(folder, args);
  return {
    folder,
    async run(...args) {
      const child = start(args);
      const ended = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { stdout, stderr, exitCode: (await ended)[0] };
    },
    serve: (...args) => serving(start(['serve', '--port', '0', ...args])),
  };
}

function startIn(folder: TemporaryFolder, args: readonly string[]) {
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
      SystemRoot: process.env.SystemRoot,
    }),
  };
  return spawn(BINARY, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function serving(child: Child): Promise<Serving> {
  const errors = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('Set up')) break;
  }
  const said = lines.join('\n');
  const find = (what: RegExp) => what.exec(said)?.[1];
  const [url, key, setupUrl] = [/listening on (\S+)/, /once: (\S+)/, /dashboard: (\S+)/].map(find);
  if (!url || !key || !setupUrl) throw new Error(`serve did not start: ${said}${await errors}`);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    // Windows has no signals: it ends at once.
    return process.platform === 'win32' ? 0 : code;
  };
  return { url, key, setupUrl, stop };
}
