import type { DatabaseSync } from 'node:sqlite';
import type { OtherProcesses } from '../other-processes.ts';

/** A look takes some microseconds and reads no page. */
const LOOK_EVERY_MS = 500;

interface OtherCommits extends OtherProcesses {
  close(): void;
}

/**
 * SQLite notifies nobody, but its data version is another once another connection has committed. Of this
 * process only the given connection writes.
 */
export function otherCommits(file: DatabaseSync): OtherCommits {
  let looking: NodeJS.Timeout | undefined;
  return {
    notifyEnded: async () => {},
    notifyRecorded() {},
    notifyChanged() {},
    listen(listener) {
      const statement = file.prepare('pragma data_version');
      const version = () => statement.get()?.data_version;
      let seen = version();
      clearInterval(looking);
      looking = setInterval(() => {
        const found = version();
        if (found === seen) return;
        seen = found;
        listener('ended');
      }, LOOK_EVERY_MS).unref();
      listener('changed');
    },
    isListening: () => looking !== undefined,
    close: () => clearInterval(looking),
  };
}
