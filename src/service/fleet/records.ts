/**
 * What the processes of a service share of their work with mail hosts. All of it is measured by the
 * clock of the database: lengths of time go in and come out, in milliseconds.
 */

/** One provider from one egress. */
interface LaneName {
  readonly egress: string;
  readonly provider: string;
}

/** A request for one of the places that a provider has for an egress. */
export interface SlotRequest extends LaneName {
  /** Places in all. */
  readonly places: number;
  /** Who asks, and is in line where none is free. */
  readonly process: string;
  /** Under which the place is held: no other request has it. */
  readonly holder: string;
  /** After which the place is another's, unless it is renewed. */
  readonly lease: number;
  /** For which the place is not given to anybody again; 0: none. */
  readonly spacing: number;
}

/** A place that is held. */
export interface HeldPlace extends LaneName {
  readonly slot: number;
  readonly holder: string;
}

/** Something that one process learnt, for the others. */
export interface FleetFact {
  readonly kind: string;
  readonly key: string;
  /** JSON. */
  readonly value: string;
  /** For which it holds. */
  readonly left: number;
}

/** A process of the service that is alive, or was a moment ago. */
export interface FleetProcess {
  readonly id: string;
  /** Milliseconds since it last reported. */
  readonly silent: number;
  /** JSON. */
  readonly status: string;
}

export interface TakenSlot {
  /** The number of the place; undefined where none is free for this process. */
  readonly slot: number | undefined;
  /** Processes in line that have waited longer. */
  readonly ahead: number;
  /** All others in line. */
  readonly others: number;
}

/** The tables that the processes share; absent where there is one process. */
export interface FleetStore {
  /** Without a place the process is in line. */
  takeSlot(request: SlotRequest): Promise<TakenSlot>;
  /** The holders of those that are still held, for `lease` from now on. */
  renewSlots(held: readonly HeldPlace[], lease: number): Promise<ReadonlySet<string>>;
  releaseSlots(held: readonly HeldPlace[]): Promise<void>;
  /** The process no longer waits for a place. */
  leaveLine(lane: LaneName, process: string): Promise<void>;
  publish(facts: readonly FleetFact[], process: string): Promise<void>;
  /**
   * What others published since `position`, which an earlier call gave; undefined: all that holds.
   * The same fact may come more than once.
   */
  changes(
    position: number | undefined,
    process: string,
  ): Promise<{ readonly position: number; readonly facts: readonly FleetFact[] }>;
  report(process: string, status: string): Promise<void>;
  /** A process ended: its places are free, and it is no longer listed. */
  forget(process: string): Promise<void>;
  /** Those that reported within the last `within` milliseconds. */
  processes(within: number): Promise<readonly FleetProcess[]>;
  /** Deletes what no longer holds. */
  sweep(): Promise<void>;
}
