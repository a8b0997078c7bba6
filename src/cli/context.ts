import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../lib/clock.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The user and the machine. */
export interface UserEnvironment {
  readonly env: Env;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Everything that the command line takes from its surroundings. One real builder, one for tests. */
export interface Context extends UserEnvironment {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What is drawn over on the terminal of stderr; both outputs write above it. */
  readonly live: LiveLine;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Aborts with a MailvetError `interrupted` (first SIGINT) or `terminated` (SIGTERM). */
  readonly signal: AbortSignal;
  /** Starts a program apart from this one; false where it can't be started. */
  readonly launch?: (command: string, args: readonly string[]) => Promise<boolean>;
  /** Sets the time that the work has after the signal, in place of 8 s; then the process ends. */
  readonly leaveWithin?: (ms: number) => void;
}

export interface Input {
  readonly isTTY: boolean;
  readonly stream: Readable;
  /** The file that a shell has redirected, where the system names it. */
  readonly path?: string | undefined;
}

export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal, undefined elsewhere. */
  readonly columns: number | undefined;
  /** The stream itself, for what reads a line from the terminal. */
  readonly stream: Writable;
  /** Resolves when the stream has taken the chunk, so that nothing piles up or is lost. */
  write(chunk: string | Uint8Array): Promise<void>;
}

/**
 * The last line of a terminal, drawn over again and again: a progress bar, or what is under way.
 * Each frame is one write, and so is text above it together with the line redrawn: the terminal
 * never shows a state without the line.
 */
export interface LiveLine {
  /** False where there is no terminal, or one that can't write over a line: nothing is shown there. */
  readonly isLive: boolean;
  /** Characters that fit; a line that fills the last cell would wrap. */
  readonly width: number;
  show(frame: string): Promise<void>;
  /** Removes the line and brings the cursor back. */
  clear(): Promise<void>;
  /** Shows a turning sign before `text` until it is disposed of, unless that is at once. */
  spin(text: () => string): AsyncDisposable;
  /** The output, which writes above the line where it is a terminal. */
  above(output: Output): Output;
}
