import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StandIn } from './stand-in.ts';

/** All runs share what was compiled once. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'mailvet-compiled');

export const LAUNCHER = fileURLToPath(new URL('../../bin/mailvet.js', import.meta.url));

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
}

/** A program that runs, with all that it has printed so far. */
export class Program {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  #hasEnded = false;
  readonly #events = new EventEmitter();

  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    this.child = spawn(command, args, options);
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]?.setEncoding('utf8').on('data', (text) => {
        this[name] += text;
        this.#events.emit('change');
      });
    }
    // A program may end before it has read everything: that is its right.
    this.child.stdin?.on('error', () => {});
    this.ended = once(this.child, 'close').then(([exitCode]) => {
      this.#hasEnded = true;
      this.#events.emit('change');
      return { stdout: this.stdout, stderr: this.stderr, exitCode };
    });
  }

  /** Resolves once what it has printed, in whole lines, matches. */
  async until(pattern: RegExp, name: 'stdout' | 'stderr' = 'stdout'): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[name].slice(0, this[name].lastIndexOf('\n') + 1));
      if (found) return found;
      if (this.#hasEnded) throw new Error(`it ended without ${pattern}: ${this.stderr}`);
      await once(this.#events, 'change');
    }
  }

  end(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** The built program in a home of its own, against a stand-in; nobody listens to it. */
export function startProgram(
  { url, apiKey }: Pick<StandIn, 'url' | 'apiKey'>,
  home: string,
  args: readonly string[],
): Program {
  const service = { MAILVET_API_KEY: apiKey, MAILVET_BASE_URL: url };
  const env = { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE, ...service };
  return new Program(process.execPath, [LAUNCHER, ...args], { cwd: home, env, stdio: 'ignore' });
}

export type FreshUser = Awaited<ReturnType<typeof freshUser>>;

/** A user with an empty home directory, in a folder of their own. */
export async function freshUser() {
  const home = await mkdtemp(join(tmpdir(), 'mailvet-user-'));
  const { PATH } = process.env;
  const env = { PATH, HOME: home, USERPROFILE: home, TMPDIR: home, NODE_COMPILE_CACHE };
  const start = (command: string, args: readonly string[]) =>
    new Program(command, args, { cwd: home, env });
  const run = ({ child, ended }: Program, input = '') => {
    child.stdin?.end(input);
    return ended;
  };
  return {
    home,
    env: env as NodeJS.ProcessEnv,
    /** Runs the built program to its end. */
    run: (args: readonly string[], input?: string): Promise<Ended> =>
      run(start(process.execPath, [LAUNCHER, ...args]), input),
    /** Runs a shell line in which `mailvet` is the built program. */
    shell: (line: string): Promise<Ended> =>
      run(
        start('bash', ['-c', `mailvet() { '${process.execPath}' '${LAUNCHER}' "$@"; }; ${line}`]),
      ),
    /** Starts a service that is not there yet; resolves when it listens. */
    async serve(...flags: readonly string[]) {
      const program = start(process.execPath, [LAUNCHER, 'serve', '--port', '0', ...flags]);
      const ready = /: (mv_[\w-]{40})\nmailvet service listening on (\S+)\n/;
      const [, key = '', url = ''] = await program.until(ready);
      return { program, key, url };
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
