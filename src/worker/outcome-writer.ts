import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryOutcome } from '../service/batch-queue.ts';

/** Small enough that requests waiting for the write lock, or for this thread, hardly notice. */
const GROUP_SIZE = 50;

export interface OutcomeWriter {
  add(outcome: EntryOutcome): void;
  /** Resolves when all is written; rejects with what kept it from being written. */
  drained(): Promise<void>;
  /** Whether anything was written. */
  readonly progressed: boolean;
}

interface OutcomeWriterOptions {
  /** Writes a group in one transaction; false when the lease no longer stands. */
  readonly record: (group: readonly EntryOutcome[]) => Promise<boolean>;
  /** Called once when nothing more can be written, with the reason. */
  readonly onStop: (reason: unknown) => void;
}

/** The lease is gone: the batch was cancelled, or another process has it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Writes outcomes as they come: those that arrive while a group is being written make up the next,
 * so that groups are small when there is little to do and grow with the load.
 */
export function outcomeWriter({ record, onStop }: OutcomeWriterOptions): OutcomeWriter {
  const waiting: EntryOutcome[] = [];
  let writing: Promise<void> | undefined;
  let stop: { readonly reason: unknown } | undefined;
  let progressed = false;

  async function write(): Promise<void> {
    while (waiting.length > 0 && !stop) {
      if (!(await record(waiting.splice(0, GROUP_SIZE)))) throw new LeaseLost();
      progressed = true;
      await nextTurn();
    }
  }

  async function writeOrStop(): Promise<void> {
    try {
      await write();
    } catch (reason) {
      stop = { reason };
      onStop(reason);
    } finally {
      writing = undefined;
    }
  }

  return {
    add(outcome) {
      waiting.push(outcome);
      writing ??= writeOrStop();
    },
    async drained() {
      await writing;
      if (stop) throw stop.reason;
    },
    get progressed() {
      return progressed;
    },
  };
}
