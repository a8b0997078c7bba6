import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryOutcome } from '../service/batch-queue.ts';

/** Small enough not to delay requests that wait for the write lock or for this thread. */
const GROUP_SIZE = 50;

export interface OutcomeWriter {
  add(outcome: EntryOutcome): void;
  /** Resolves when all outcomes are written; rejects with the error that prevented it. */
  drained(): Promise<void>;
  /** Whether any outcome was written. */
  readonly progressed: boolean;
}

interface OutcomeWriterOptions {
  /** Writes a group in one transaction; false when the lease is lost. */
  readonly record: (group: readonly EntryOutcome[]) => Promise<boolean>;
  /** Called once when nothing more can be written, with the reason. */
  readonly onStop: (reason: unknown) => void;
}

/** The lease is lost: the batch was cancelled, or another process has it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Writes outcomes as they arrive. Those that arrive while a group is written form the next group, so
 * that groups are small at low load and grow with it.
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
