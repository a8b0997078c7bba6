import { FairQueue } from '../../lib/fair-queue.ts';
import { PageError } from '../page-error.ts';
import { readInThread } from './read-in-thread.ts';
import type { UploadedList } from './read-list.ts';
import type { ReceivedForm } from './received-form.ts';

/** Uploads under way at a time, each with up to 20 MB on disk. */
const MAX_OPEN = 12;
/** The same for one team, so that it does not block the others. */
const MAX_PER_TEAM = 4;
/** Lists read at once; the others wait for their team's turn. */
const READING = { running: 2, waitingOfKey: MAX_PER_TEAM, waiting: MAX_OPEN };

/** Bounds how many uploads are received, wait, and are read at once. */
export interface UploadReader {
  /** Counts an upload, and returns the function that uncounts it. Throws a 503 beyond the bounds. */
  admit(teamId: string): () => void;
  /** Rejects with a 422 that says what is wrong with the list. */
  read(teamId: string, form: ReceivedForm): Promise<UploadedList>;
}

/** Creates the upload reader of a service; `leaving` aborts when the service stops. */
export function uploadReader(leaving: AbortSignal): UploadReader {
  const open = new Map<string, number>();
  const queue = new FairQueue(READING);
  return {
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
    async read(teamId, form) {
      const { file } = form;
      if (!file || file.size === 0) throw new PageError(422, 'Choose a file that has addresses');
      if (!(await queue.enter({ key: teamId, isTrusted: false }))) throw busy();
      try {
        const { fd, name } = file;
        const column = form.text('column').trim();
        return await readInThread({ fd, name: name || 'the list', column }, leaving);
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
