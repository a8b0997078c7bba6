import { type ChildProcess, spawn } from 'node:child_process';
import { LAUNCHER } from './run-program.ts';
import type { StandIn } from './stand-in.ts';

/** Starts the built program in a home of its own, against a stand-in; nobody listens to it. */
export function startProgram(
  standIn: Pick<StandIn, 'url' | 'apiKey'>,
  home: string,
  args: readonly string[],
): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    MAILVET_API_KEY: standIn.apiKey,
    MAILVET_BASE_URL: standIn.url,
  };
  return spawn(process.execPath, [LAUNCHER, ...args], { cwd: home, env, stdio: 'ignore' });
}

/** The exit code; null when a signal ended it. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}
