import { message } from '../../i18n/message.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { MAX_LIST_BYTES } from '../../service/lists/list-files.ts';
import { PageError } from '../page-error.ts';

export interface UploadBounds {
  /** Uploads at a time, of all teams and of one. */
  readonly places: number;
  readonly perTeam: number;
  /** Received files on the disk, of all teams. */
  readonly bytes: number;
}

/** The place of one upload. */
export interface ReceivingPlace {
  /** Aborts with the error to answer with when the place goes to another team. */
  readonly signal: AbortSignal;
  received(bytes: number): void;
  /** All of it has arrived: it keeps its place until it is answered. */
  complete(): void;
  leave(): void;
}

interface UnderWay {
  readonly teamId: string;
  readonly since: number;
  readonly control: AbortController;
  bytes: number;
  isComplete: boolean;
}

/**
 * Places of uploads. Where all are taken, a team that has fewer than another gets that one's slowest; where
 * the files take more than their room, the largest file of the team with the most bytes ends.
 */
export class ReceivingPlaces {
  readonly #bounds: UploadBounds;
  readonly #now: () => number;
  readonly #uploads = new Set<UnderWay>();

  /** `now` in milliseconds. */
  constructor(bounds: UploadBounds, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /** Throws a 503 where there is no place. */
  admit(teamId: string): ReceivingPlace {
    const own = this.#ofTeam(teamId).length;
    if (own >= this.#bounds.perTeam) throw busy();
    if (this.#uploads.size >= this.#bounds.places && !this.#makePlace(own)) throw busy();
    const control = new AbortController();
    const upload = { teamId, since: this.#now(), control, bytes: 0, isComplete: false };
    this.#uploads.add(upload);
    return this.#placeOf(upload);
  }

  #placeOf(upload: UnderWay): ReceivingPlace {
    return {
      signal: upload.control.signal,
      received: (bytes) => {
        upload.bytes += bytes;
        if (bytesOf(this.#uploads) > this.#bounds.bytes) this.#makeRoom();
      },
      complete: () => {
        upload.isComplete = true;
      },
      leave: () => void this.#uploads.delete(upload),
    };
  }

  #ofTeam(teamId: string): UnderWay[] {
    return [...this.#uploads].filter((upload) => upload.teamId === teamId);
  }

  /** A team that would then have no more than the newcomer's keeps what it has. */
  #makePlace(own: number): boolean {
    const most = highest(this.#teams(), (uploads) => uploads.length);
    if (!most || most.length <= own + 1) return false;
    return this.#end(highest(most.filter(isArriving), (upload) => -this.#rateOf(upload)));
  }

  #makeRoom(): void {
    const most = highest(this.#teams(), bytesOf);
    this.#end(highest(most?.filter(isArriving) ?? [], ({ bytes }) => bytes));
  }

  #teams(): UnderWay[][] {
    return [...Map.groupBy(this.#uploads, ({ teamId }) => teamId).values()];
  }

  /** Bytes a millisecond since it began. */
  #rateOf({ bytes, since }: UnderWay): number {
    return bytes / Math.max(this.#now() - since, 1);
  }

  #end(upload: UnderWay | undefined): boolean {
    if (!upload) return false;
    this.#uploads.delete(upload);
    upload.control.abort(busy());
    return true;
  }
}

function isArriving({ isComplete }: UnderWay): boolean {
  return !isComplete;
}

function bytesOf(uploads: Iterable<UnderWay>): number {
  let sum = 0;
  for (const { bytes } of uploads) sum += bytes;
  return sum;
}

function highest<T>(items: readonly T[], valueFor: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || valueFor(item) > valueFor(best) ? item : best),
    undefined,
  );
}

/** Of one team, so that it does not block the others. */
const PER_TEAM = 4;

/** A place is a descriptor and less than a megabyte of memory; the files are of the largest size at most. */
const BOUNDS: UploadBounds = { places: 256, perTeam: PER_TEAM, bytes: 12 * MAX_LIST_BYTES };

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
  /** A place for an upload, until it is answered. Throws a 503 if all are taken. */
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

/** The rest of an upload is not read: the connection ends with this answer. */
const CLOSE = { Connection: 'close' };

export function busy(): PageError {
  return new PageError(503, message('errorTexts.too_many_uploads'), {
    'Retry-After': '10',
    ...CLOSE,
  });
}

export function tooSlow(leastRate: string): PageError {
  return new PageError(408, message('errorTexts.too_slow', { rate: leastRate }), CLOSE);
}

export function unreadable(): PageError {
  return new PageError(422, message('errorTexts.form_unreadable'), CLOSE);
}

export function cutOff(): PageError {
  return new PageError(422, message('errorTexts.form_incomplete'), CLOSE);
}
