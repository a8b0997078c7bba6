import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/mailvet.js', import.meta.url));

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** A user with an empty home directory, in a folder of their own. */
export interface FreshUser {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the built program to its end. */
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** Runs a shell line in which `mailvet` is the built program. */
  shell(line: string): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function freshUser(): Promise<FreshUser> {
  const home = await mkdtemp(join(tmpdir(), 'mailvet-user-'));
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, TMPDIR: home };
  const start = (command: string, args: readonly string[], input = '') =>
    finish(spawn(command, args, { cwd: home, env }), input);
  return {
    home,
    env,
    run: (args, input) => start(process.execPath, [LAUNCHER, ...args], input),
    shell: (line) =>
      start('bash', ['-c', `mailvet() { '${process.execPath}' '${LAUNCHER}' "$@"; }; ${line}`]),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

async function finish(child: ReturnType<typeof spawn>, input: string): Promise<Ended> {
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('the child has no streams');
  // A program may end before it has read everything: that is its right.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, exitCode: await ended };
}
