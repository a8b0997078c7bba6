import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';

/**
 * That a job is cancelled: files beside it, since the process that works on it keeps its lock, and
 * may be killed before it looks.
 *
 *     (none) ──request──► job….cancel ──heed──► job….cancelled ──withdraw──► (none)
 *
 * While either is there, no process sends what is left of the job. `heed` is for the process that
 * works on it: from then on no further batch of it comes into being.
 */
export class Cancellation {
  readonly #requested: string;
  readonly #heeded: string;

  /** `jobPath`: that of the job's file. */
  constructor(jobPath: string) {
    [this.#requested, this.#heeded] = cancellationPaths(jobPath);
  }

  /** Milliseconds since the epoch; undefined for a job that is not cancelled. */
  get at(): number | undefined {
    for (const path of [this.#requested, this.#heeded]) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found) return found.mtimeMs;
    }
    return undefined;
  }

  /** A request that no process has heeded yet. */
  get isRequested(): boolean {
    return existsSync(this.#requested);
  }

  request(): void {
    const file = openSync(this.#requested, 'w', 0o600);
    fsyncSync(file);
    closeSync(file);
  }

  heed(): void {
    try {
      renameSync(this.#requested, this.#heeded);
    } catch (error) {
      // The process that asked for it has taken it back, or heeded it itself.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  withdraw(): void {
    for (const path of [this.#requested, this.#heeded]) rmSync(path, { force: true });
  }
}

/** The files beside a job that say so. */
export function cancellationPaths(jobPath: string): [requested: string, heeded: string] {
  return [`${jobPath}.cancel`, `${jobPath}.cancelled`];
}
