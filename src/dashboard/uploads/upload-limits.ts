import { FairQueue } from '../../lib/fair-queue.ts';
import { PageError } from '../page-error.ts';

/** Uploads under way at a time, each with up to 200 MB on disk. */
const MAX_OPEN = 12;
/** The same for one team, so that it does not block the others. */
const MAX_PER_TEAM = 4;
/** Lists read at once; the others wait for their team's turn. */
const READING = { running: 2, waitingOfKey: MAX_PER_TEAM, waiting: MAX_OPEN };

/** Bounds how many uploads are received, wait, and are read at once. */
export interface UploadLimits {
  /** Where files are received, with room for them. */
  readonly folder: string;
  /** Counts an upload, and returns the function that uncounts it. Throws a 503 beyond the bounds. */
  admit(teamId: string): () => void;
  /** Runs the reading of a list when it is the team's turn. Rejects with a 503 where too many wait. */
  inTurn<T>(teamId: string, read: () => Promise<T>): Promise<T>;
}

export function uploadLimits(folder: string): UploadLimits {
  const open = new Map<string, number>();
  const queue = new FairQueue(READING);
  return {
    folder,
    admit(teamId) {
      const own = open.get(teamId) ?? 0;
      const all = [...open.values()].reduce((sum, count) => sum + count, 0);
      if (own >= MAX_PER_TEAM || all >= MAX_OPEN) throw busy();
      open.set(teamId, own + 1);
      return () => {
        const left = (open.get(teamId) ?? 1) - 1;
        if (left > 0) open.set(teamId, left);
        else open.delete(teamId);
      };
    },
    async inTurn(teamId, read) {
      if (!(await queue.enter({ key: teamId, isTrusted: false }))) throw busy();
      try {
        return await read();
      } finally {
        queue.leave();
      }
    },
  };
}

function busy(): PageError {
  return new PageError(503, 'Too many lists are uploaded at once: try again in a moment', {
    'Retry-After': '10',
    Connection: 'close',
  });
}
