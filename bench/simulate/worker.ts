import type { Clock } from '../../src/lib/clock.ts';
import type { Egress } from '../../src/verifier/pacing/egress/egress.ts';
import { PlaceLeases } from '../../src/verifier/pacing/fleet/place-leases.ts';
import { createSharedPlaces } from '../../src/verifier/pacing/fleet/shared-places.ts';
import { DEFAULT_PACING, Pacing } from '../../src/verifier/pacing/pacing.ts';
import type { PaceOf } from '../../src/verifier/providers/pace.ts';
import { WORTH_A_SESSION } from '../../src/verifier/session/session-pool.ts';
import { DEFAULT_SETTINGS } from '../../src/verifier/verifier-settings.ts';
import { QueueShares, type RunningPart } from '../../src/worker/queue-shares.ts';
import type { FleetBooks } from './books.ts';
import type { PartTable, SimulatedPart } from './part-table.ts';
import { RESOLVE_TIME, SMALL_HOSTS_TIME, sessionTime } from './session-times.ts';
import type { SlotTable } from './slot-table.ts';

/** As `mailvet work` has it unless it is set otherwise. */
const WORKERS = 20;
const QUEUE_PREFIX = 'part/';

export interface WorkerParts {
  readonly name: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly slots: SlotTable;
  readonly parts: PartTable;
  readonly books: FleetBooks;
  readonly egresses: readonly Egress[];
  readonly paceOf: PaceOf;
  /** The parts of a batch whose routes are known. */
  divide(part: SimulatedPart): Promise<readonly SimulatedPart[]>;
}

interface Running extends RunningPart {
  lastProgress: number;
  left: number;
  /** Sessions of the part, those that wait for a place included. */
  sessions: number;
}

/** A process of `mailvet work`: it chooses, waits and takes places by the code of the real one. */
export class SimulatedWorker {
  readonly #given: WorkerParts;
  readonly #shares = new QueueShares(WORKERS);
  readonly #running = new Set<Running>();
  readonly #pacing: Pacing;
  isStopped = false;

  constructor(given: WorkerParts) {
    this.#given = given;
    const { clock, random, slots, name, egresses, paceOf } = given;
    const leases = new PlaceLeases({ slots, clock, process: name });
    const createPlaces = createSharedPlaces({ leases, clock, random });
    const settings = { ...DEFAULT_PACING, connections: DEFAULT_SETTINGS.connections };
    this.#pacing = new Pacing(settings, { clock, paceOf, egresses, createPlaces });
  }

  /** Looks for parts every 250 ms to 2 s, at random, and at once when one has ended. */
  async work(): Promise<void> {
    const { clock, random } = this.#given;
    while (!this.isStopped) {
      this.#claimFree();
      await clock.sleep(250 + random() * 1750);
    }
  }

  #claimFree(): void {
    const { parts, clock } = this.#given;
    const waiting = new Set(parts.waitingQueues);
    for (;;) {
      const queue = this.#shares.next(waiting, this.#running, clock.monotonic());
      if (queue === undefined) return;
      const part = parts.claim(queue);
      if (part) void this.#run(part);
      else waiting.delete(queue);
    }
  }

  async #run(part: SimulatedPart): Promise<void> {
    const { parts, books, clock } = this.#given;
    const now = clock.monotonic();
    const { queue, size: left } = part;
    const running: Running = { queue, left, startedAt: now, lastProgress: now, sessions: 0 };
    this.#running.add(running);
    this.#shares.noteTurn(queue);
    if (queue === 'resolve') await this.#resolve(part);
    else if (queue === 'part/hosts') await this.#askSmallHosts(part);
    else await this.#askProvider(part, running);
    this.#running.delete(running);
    parts.complete(part);
    books.noteMoment();
    this.#claimFree();
  }

  async #resolve(part: SimulatedPart): Promise<void> {
    const { parts, clock, divide } = this.#given;
    await clock.sleep(RESOLVE_TIME);
    parts.add(await divide(part));
  }

  async #askSmallHosts(part: SimulatedPart): Promise<void> {
    await this.#given.clock.sleep(SMALL_HOSTS_TIME);
    this.#given.books.noteAnswers(part, part.size);
  }

  /** As many sessions as the verifier opens for so many addresses, one after the other each. */
  async #askProvider(part: SimulatedPart, running: Running): Promise<void> {
    const provider = part.queue.slice(QUEUE_PREFIX.length);
    const wanted = Math.ceil(part.size / WORTH_A_SESSION);
    running.sessions = Math.min(wanted, this.#pacing.maxSessions(provider));
    const sessions = Array.from({ length: running.sessions }, () =>
      this.#askInSessions(part, running, provider),
    );
    await Promise.all(sessions);
  }

  async #askInSessions(part: SimulatedPart, running: Running, provider: string): Promise<void> {
    const { clock, books, paceOf } = this.#given;
    const owner = { team: part.team, batch: part.list, isSingle: false };
    const { signal } = new AbortController();
    while (running.left > 0) {
      const claim = { owner, isLate: false, signal, note: () => {} };
      const entered = await this.#pacing.enter(provider, claim);
      if (entered === 'resting') throw new Error('nothing rests in the simulation');
      const share = Math.ceil(running.left / Math.max(1, running.sessions));
      const recipients = Math.min(share, running.left, paceOf(provider).recipientsPerSession);
      running.left -= recipients;
      if (recipients > 0) {
        const leave = books.noteSession(provider, entered.egress.name);
        await clock.sleep(sessionTime(recipients));
        leave();
        books.noteAnswers(part, recipients);
        running.lastProgress = clock.monotonic();
      }
      entered.leave();
    }
    running.sessions--;
  }
}
