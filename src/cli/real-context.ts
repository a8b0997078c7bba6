import { readlinkSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { systemClock } from '../lib/clock.ts';
import type { Context, Output } from './context.ts';
import { catchSignals } from './interruption.ts';
import { asciiOutput, isAsciiLocale } from './io/ascii.ts';
import { createLiveLine } from './io/live-line.ts';
import { ignoreWriteErrors, toInput, toOutput } from './io/streams.ts';

interface RealContext {
  readonly context: Context;
  /** Releases stdin, so that the process can end. */
  release(): void;
}

/** The context of this process. No other code reads `process` for it. */
export function realContext(): RealContext {
  const { signal, leaveWithin } = catchSignals();
  let stdinUsed = false;
  const inLocale = isAsciiLocale(process.env) ? asciiOutput : (output: Output) => output;
  const stderr = inLocale(ignoreWriteErrors(toOutput(process.stderr)));
  const stdout = toOutput(process.stdout);
  const live = createLiveLine(stderr, process.env);
  const context: Context = {
    env: process.env,
    cwd: process.cwd(),
    home: findHome(),
    platform: process.platform,
    get stdin() {
      stdinUsed = true;
      return { ...toInput(process.stdin), path: redirectedFile() };
    },
    // What a program reads is never changed.
    stdout: live.above(stdout.isTTY ? inLocale(stdout) : stdout),
    stderr: live.above(stderr),
    live,
    clock: systemClock,
    random: Math.random,
    signal,
    launch,
    leaveWithin,
  };
  return {
    context,
    release() {
      // A pipe that is never closed would keep a finished program alive.
      if (stdinUsed) process.stdin.destroy();
    },
  };
}

async function launch(command: string, args: readonly string[]): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.unref();
  return await new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

/** The file that `< file` opened; undefined for a pipe, and where there is no /proc. */
function redirectedFile(): string | undefined {
  try {
    const path = readlinkSync('/proc/self/fd/0');
    return path.startsWith('/') && statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The user's home directory: HOME (USERPROFILE on Windows), else the system's record of the user.
 * An empty or a relative HOME does not count, since files would land in the working directory. For a
 * user without a record it is `/`, as containers have it.
 */
export function findHome(sources: readonly (() => string)[] = SOURCES): string {
  for (const source of sources) {
    const home = tryToRead(source);
    if (home !== undefined && isAbsolute(home)) return home;
  }
  return '/';
}

const SOURCES = [homedir, () => userInfo().homedir];

/** Node throws where the system has no record of the user. */
function tryToRead(source: () => string): string | undefined {
  try {
    return source();
  } catch {
    return undefined;
  }
}
