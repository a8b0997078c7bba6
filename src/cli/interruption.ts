import { readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { isatty } from 'node:tty';
import { MailvetError } from '../errors.ts';
import { EXIT } from './exit-codes.ts';
import { SHOW_CURSOR } from './io/live-line.ts';

interface Interruption {
  /** Aborts with a MailvetError `interrupted` (SIGINT) or `terminated` (SIGTERM, SIGHUP). */
  readonly signal: AbortSignal;
  /** How long the work may take to end after the signal, in place of 8 s. */
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
  // Asked now: a closed terminal is no longer a terminal.
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
