import type { Clock } from '../lib/clock.ts';
import type { BatchQueue } from '../service/batch-queue.ts';
import type { PartQueue } from '../service/part-queue.ts';

/** The parts of a SQLite file: whole batches under their leases, in a lane for each team. */
export function wholeBatches(queue: BatchQueue, clock: Pick<Clock, 'now'>): PartQueue {
  return {
    laneOf: (teamId) => teamId,
    waitingLanes: () => queue.waitingTeams(),
    async claim({ owner, lane }) {
      const batch = await queue.claim({ owner, teamId: lane }, clock.now());
      return batch && { ...batch, claim: batch.batchId, lane, work: 'verify' };
    },
    pending: ({ batchId }) => queue.pending(batchId),
    held: (owner) => queue.held(owner),
    renew: (owner) => queue.renew(owner, clock.now()),
    otherOwners: (owner) => queue.otherOwners(owner),
    release: (owner) => queue.release(owner),
    free: (batchId, owner) => queue.retry({ batchId, owner }, clock.now()),
    record: (part, outcomes, now) => queue.record(part, outcomes, now),
    async complete(part) {
      await queue.complete(part);
      return true;
    },
    retry: (part, wait) => queue.retry(part, clock.now() + wait),
    fail: (part, error) => queue.fail(part, error),
    tidy: () => queue.giveBackExpired(clock.now()),
  };
}
