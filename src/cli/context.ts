import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../lib/clock.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Everything that the command line takes from its surroundings. One real builder, one for tests. */
export interface Context {
  readonly env: Env;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Aborts with a MailvetError `interrupted` (first SIGINT) or `terminated` (SIGTERM). */
  readonly signal: AbortSignal;
  /** Sets the time that the work has after the signal, in place of 8 s; then the process ends. */
  readonly leaveWithin?: (ms: number) => void;
}

export interface Input {
  readonly isTTY: boolean;
  readonly stream: Readable;
}

export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal, undefined elsewhere. */
  readonly columns: number | undefined;
  /** The stream itself, for what draws on a terminal (a progress bar). */
  readonly stream: Writable;
  /** Resolves when the stream has taken the chunk, so that nothing piles up or is lost. */
  write(chunk: string | Uint8Array): Promise<void>;
}
