import { FairQueue } from '../../lib/fair-queue.ts';
import { type ReceivingPlace, ReceivingPlaces, type UploadBounds } from './receiving-places.ts';
import { busy } from './upload-errors.ts';

/** Of one team, so that it does not block the others. */
const PER_TEAM = 4;

/** A million rows with a few more columns. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;

/** A place is a descriptor and less than a megabyte of memory; the files are of the largest size at most. */
const BOUNDS: UploadBounds = { places: 256, perTeam: PER_TEAM, bytes: 12 * MAX_UPLOAD_BYTES };

/** Lists read at once, of each team one: the others wait for their team's turn. */
const READING = {
  running: 2,
  runningOfKey: 1,
  waitingOfKey: PER_TEAM,
  waiting: BOUNDS.places,
};

/** Bounds how many uploads are received, wait, and are read at once. */
export interface UploadLimits {
  /** Where files are received, with room for them. */
  readonly folder: string;
  /** A place for an upload, until it is answered. Throws a 503 where there is none. */
  admit(teamId: string): ReceivingPlace;
  /** Runs the reading of a list when it is the team's turn. Rejects with a 503 where too many wait. */
  inTurn<T>(teamId: string, read: () => Promise<T>): Promise<T>;
}

export function uploadLimits(
  folder: string,
  { now, bounds = BOUNDS }: { readonly now: () => number; readonly bounds?: UploadBounds },
): UploadLimits {
  const places = new ReceivingPlaces(bounds, now);
  const queue = new FairQueue(READING);
  return {
    folder,
    admit: (teamId) => places.admit(teamId),
    async inTurn(teamId, read) {
      if (!(await queue.enter({ key: teamId, isTrusted: false }))) throw busy();
      try {
        return await read();
      } finally {
        queue.leave(teamId);
      }
    },
  };
}
