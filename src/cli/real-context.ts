import { readFileSync, readlinkSync, statSync, writeSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { isatty } from 'node:tty';
import { systemClock } from '../lib/clock.ts';
import { MailvetError } from '../lib/errors.ts';
import type { Context, Output } from './context.ts';
import { EXIT } from './exit-codes.ts';
import {
  asciiOutput,
  createLiveLine,
  ignoreWriteErrors,
  isAsciiLocale,
  SHOW_CURSOR,
  toInput,
  toOutput,
} from './io/terminal.ts';

/** The context of this process. No other code reads `process` for it. */
export function realContext() {
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
    /** Releases stdin, so that the process can end. */
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

interface Interruption {
  /** Aborts with a MailvetError `interrupted` (SIGINT) or `terminated` (SIGTERM, SIGHUP). */
  readonly signal: AbortSignal;
  /** Sets how long the work may take to end after the signal, in place of 8 s. */
  leaveWithin(ms: number): void;
}

/** With the rest of the shutdown, the program ends within 10 s of a signal in any case. */
const LEAVE_MS = 8_000;

/**
 * Turns signals into one abort. The second SIGINT or SIGTERM ends the process at once; so does the
 * time given, if the work does not end by itself. Caught to the very end: a second Ctrl-C while the
 * program is leaving ends it with 130, too.
 */
export function catchSignals(): Interruption {
  const controller = new AbortController();
  const ignoresHangUp = hangUpWasIgnored();
  // Checked at the start: once the terminal is closed, isatty is false.
  const hadTerminal = hasTerminal();
  let leaveMs: number | undefined;
  const abort = (name: NodeJS.Signals, error: MailvetError) => {
    if (controller.signal.aborted) return;
    controller.abort(error);
    const lateText = `${error.message}; what was under way did not end in time`;
    const late = () => {
      process.stderr.write(`mailvet: ${lateText}\n`);
      endAtOnce(name);
    };
    setTimeout(late, leaveMs ?? LEAVE_MS).unref();
  };
  const stop = (name: NodeJS.Signals, error: MailvetError) => () => {
    // The second signal ends the process at once.
    if (controller.signal.aborted) endAtOnce(name);
    abort(name, error);
  };
  process.on('SIGINT', stop('SIGINT', new MailvetError('interrupted', 'Interrupted')));
  process.on('SIGTERM', stop('SIGTERM', new MailvetError('terminated', 'Terminated')));
  process.on('SIGHUP', () => {
    // A terminal that closes may send it twice: to this process, and through the launcher.
    const serves = leaveMs !== undefined;
    if (ignoresHangUp || (!serves && !hadTerminal)) return;
    abort('SIGTERM', new MailvetError('terminated', 'The terminal was closed'));
  });
  return {
    signal: controller.signal,
    leaveWithin(ms) {
      leaveMs = ms;
    },
  };
}

const CODES: Partial<Record<NodeJS.Signals, number>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
};

/**
 * Ends the process. `process.exit` waits for threads that work on files, and a thread that opens a
 * pipe without a reader never returns; the signal itself then ends the process, with the same code
 * for a shell.
 */
export function endAtOnce(name: NodeJS.Signals, code = process.exitCode ?? CODES[name]): void {
  showCursor();
  if (process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'))) {
    process.removeAllListeners(name);
    process.kill(process.pid, name);
    return;
  }
  process.exit(code);
}

/** A progress bar that was cut off hid it. Written at once: nothing is written later. */
function showCursor(): void {
  if (!isatty(2)) return;
  try {
    writeSync(2, SHOW_CURSOR);
  } catch {
    // The terminal is gone.
  }
}

/** Without a terminal no SIGHUP comes from a hang-up: `nohup` sets it to be ignored. */
function hasTerminal(): boolean {
  return [0, 1, 2].some(isatty);
}

/**
 * Whether SIGHUP was to be ignored when we were started. Node resets it before any script runs, so
 * that only traces are left: the shell's note of the command that it ran, and on Linux the state of
 * the process that started us, from which it is inherited.
 */
function hangUpWasIgnored(): boolean {
  if (basename(process.env._ ?? '') === 'nohup') return true;
  const parent = process.env.MAILVET_PARENT ?? process.ppid;
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'latin1');
    const ignored = BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
    return (ignored & SIGHUP_BIT) !== 0n;
  } catch {
    return false;
  }
}

/** SIGHUP is 1. */
const SIGHUP_BIT = 1n;

/**
 * Drops only Node 22's warning that node:sqlite is experimental, which does not concern users.
 */
export function hideSqliteWarning(warner: Pick<NodeJS.Process, 'emitWarning'>): void {
  const emit = warner.emitWarning.bind(warner) as (...args: unknown[]) => void;
  warner.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const message = typeof warning === 'string' ? warning : warning.message;
    if (!/^SQLite is an experimental feature/.test(message)) emit(warning, ...rest);
  };
}
