/** The places at providers that processes share. The service's store implements it by its shape. */

interface LaneName {
  readonly egress: string;
  readonly provider: string;
}

/** A place that is held. */
export interface HeldPlace extends LaneName {
  readonly slot: number;
  readonly holder: string;
}

interface SlotRequest extends LaneName {
  readonly places: number;
  readonly process: string;
  readonly holder: string;
  readonly lease: number;
  readonly spacing: number;
}

interface TakenSlot extends Line {
  /** The number of the place; undefined where none is free for this process. */
  readonly slot: number | undefined;
}

/** The processes that wait for a place in a lane. */
export interface Line {
  /** Those that have waited longer than this one. */
  readonly ahead: number;
  /** All but this one. */
  readonly others: number;
}

export interface PlaceStore {
  /** Without a place the process is in line. */
  takeSlot(request: SlotRequest): Promise<TakenSlot>;
  /** The holders of those that are still held. */
  renewSlots(held: readonly HeldPlace[], lease: number): Promise<ReadonlySet<string>>;
  releaseSlots(held: readonly HeldPlace[]): Promise<void>;
  leaveLine(lane: LaneName, process: string): Promise<void>;
}
