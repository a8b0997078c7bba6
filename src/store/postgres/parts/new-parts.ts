import { sql, type Transaction } from 'kysely';
import type { NewPart } from '../../../service/batches/part-queue.ts';
import type { Tables } from '../../tables.ts';
import { JOBS } from './job-schema.ts';
import type { NewPartJob, PartJobs } from './part-jobs.ts';

/** The batch that new parts are of. */
export interface PartsOwner {
  readonly batchId: string;
  readonly teamId: string;
}

/** The queue of the look-ups with which a batch begins. */
export const RESOLVE_QUEUE = 'part/resolve';

/** The part that a batch is at first: its routes are to be found. */
export async function addResolvePart(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  { batchId, teamId }: PartsOwner,
): Promise<void> {
  const turns = await takeTurns(trx, teamId, new Map([[RESOLVE_QUEUE, 1]]));
  const data = { batch: batchId, team: teamId, work: 'resolve' } as const;
  await jobs.add(trx, RESOLVE_QUEUE, [{ data, turn: turns.get(RESOLVE_QUEUE) ?? 0, wait: 0 }]);
}

/** Parts to be verified. `turn`: that of the part that they were of; absent: they get in line. */
export async function addParts(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  given: { readonly batch: PartsOwner; readonly parts: readonly NewPart[]; readonly turn?: number },
): Promise<void> {
  const { batch, parts, turn } = given;
  const queues = Map.groupBy(parts, ({ queue }) => queue);
  const counts = new Map([...queues].map(([queue, own]) => [queue, own.length]));
  const last = turn === undefined ? await takeTurns(trx, batch.teamId, counts) : undefined;
  for (const [queue, own] of queues) {
    const first = (last?.get(queue) ?? 0) - own.length + 1;
    const jobsOf = own.map((part, n) => toJob(batch, part, turn ?? first + n));
    await jobs.add(trx, queue, jobsOf);
  }
}

function toJob({ batchId, teamId }: PartsOwner, part: NewPart, turn: number): NewPartJob {
  const { entries, wait } = part;
  const tries = entries.flatMap(({ position, tries }) =>
    tries === undefined ? [] : [[position, tries] as const],
  );
  const positions = entries.map(({ position }) => position);
  const more = tries.length > 0 ? { tries } : {};
  return { data: { batch: batchId, team: teamId, work: 'verify', positions, ...more }, turn, wait };
}

/**
 * Whose turn it is, by start-time fair queueing: a team's next part comes after its last one, and
 * not before the first part that waits in the queue. So teams take turns however many parts each has,
 * and a team that had none for a while gains nothing by it. Returns the last turn taken in each queue.
 */
async function takeTurns(
  trx: Transaction<Tables>,
  teamId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // In order of the queues, so that two transactions never wait for each other.
  const queues = [...counts.keys()].sort();
  await sql`
    insert into lane_turns (lane, team_id, turn)
    select queue, ${teamId}, 0 from unnest(${queues}::text[]) as queue order by queue
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ queue: string; turn: number }>`
    update lane_turns set turn = given.parts + greatest(lane_turns.turn, coalesce(
      (select -priority - 1 from ${JOBS} as job where job.name = given.queue
        and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1),
      (select max(turn) from lane_turns as others where others.lane = given.queue)))
    from unnest(${queues}::text[], ${queues.map((queue) => counts.get(queue) ?? 0)}::bigint[])
      as given (queue, parts)
    where lane_turns.lane = given.queue and team_id = ${teamId}
    returning lane_turns.lane as queue, lane_turns.turn`.execute(trx);
  return new Map(rows.map(({ queue, turn }) => [queue, turn]));
}
