import { busy } from './upload-errors.ts';

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

interface Upload {
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
  readonly #uploads = new Set<Upload>();

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

  #placeOf(upload: Upload): ReceivingPlace {
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

  #ofTeam(teamId: string): Upload[] {
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

  #teams(): Upload[][] {
    return [...Map.groupBy(this.#uploads, ({ teamId }) => teamId).values()];
  }

  /** Bytes a millisecond since it began. */
  #rateOf({ bytes, since }: Upload): number {
    return bytes / Math.max(this.#now() - since, 1);
  }

  #end(upload: Upload | undefined): boolean {
    if (!upload) return false;
    this.#uploads.delete(upload);
    upload.control.abort(busy());
    return true;
  }
}

function isArriving({ isComplete }: Upload): boolean {
  return !isComplete;
}

function bytesOf(uploads: Iterable<Upload>): number {
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
