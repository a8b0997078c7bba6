import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { NewPart } from '../../../service/part-queue.ts';
import type { Tables } from '../../tables.ts';
import type { JobQueue } from './job-queue.ts';

/** The batch that new parts are of. */
interface PartsOwner {
  readonly batchId: string;
  readonly teamId: string;
}

interface PartRow extends Omit<NewPart, 'entries' | 'queue'> {
  readonly lane: string;
  readonly id: string;
  readonly jobId: string;
  readonly turn: number;
  readonly work: 'resolve' | 'verify';
  /** As an array of PostgreSQL; null: all entries of the batch. */
  readonly positions: string | null;
  readonly tries: string | null;
}

/** The lane of the look-ups with which a batch begins. */
export const RESOLVE_LANE = 'resolve';

/** The part that a batch is at first: its routes are to be found. */
export async function addResolvePart(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  batch: PartsOwner,
): Promise<void> {
  const lane = RESOLVE_LANE;
  const last = (await takeTurns(trx, batch.teamId, new Map([[lane, 1]]))).get(lane) ?? 0;
  const common = { lane, wait: 0, turn: last, positions: null, tries: null };
  const row: PartRow = { ...common, id: randomUUID(), jobId: randomUUID(), work: 'resolve' };
  await addRows(trx, jobs, { batch, rows: [row] });
}

/** Parts to be verified. `turn`: that of the part that they were of; absent: they get in line. */
export async function addParts(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  given: { readonly batch: PartsOwner; readonly parts: readonly NewPart[]; readonly turn?: number },
): Promise<void> {
  const { batch, parts, turn } = given;
  if (parts.length === 0) return;
  const counts = countBy(parts.map(({ queue }) => queue));
  const next = turn === undefined ? await takeTurns(trx, batch.teamId, counts) : undefined;
  for (const [lane, count] of counts) next?.set(lane, (next.get(lane) ?? 0) - count);
  const rows = parts.map((part): PartRow => {
    const own = (next?.get(part.queue) ?? 0) + 1;
    next?.set(part.queue, own);
    return { ...toRow(part), turn: turn ?? own };
  });
  await addRows(trx, jobs, { batch, rows });
}

function toRow({ queue: lane, wait, entries }: NewPart): Omit<PartRow, 'turn'> {
  const tries = entries.flatMap(({ position, tries }) =>
    tries === undefined ? [] : [[position, tries]],
  );
  return {
    lane,
    wait,
    id: randomUUID(),
    jobId: randomUUID(),
    work: 'verify',
    positions: `{${entries.map(({ position }) => position).join(',')}}`,
    tries: tries.length > 0 ? JSON.stringify(tries) : null,
  };
}

/**
 * Whose turn it is, by start-time fair queueing: a team's next part comes after its last one, and
 * not before the first part that waits in the lane. So teams take turns however many parts each has,
 * and a team that had none for a while gains nothing by it. Returns the last turn taken in each lane.
 */
async function takeTurns(
  trx: Transaction<Tables>,
  teamId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // In order of the lanes, so that two transactions never wait for each other.
  const lanes = [...counts.keys()].sort();
  await sql`
    insert into lane_turns (lane, team_id, turn)
    select lane, ${teamId}, 0 from unnest(${lanes}::text[]) as lane order by lane
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ lane: string; turn: number }>`
    update lane_turns set turn = given.parts + greatest(lane_turns.turn, coalesce(
      (select min(turn) - 1 from batch_parts where lane = given.lane and owner is null),
      (select max(turn) from lane_turns as others where others.lane = given.lane)))
    from unnest(${lanes}::text[], ${lanes.map((lane) => counts.get(lane) ?? 0)}::bigint[])
      as given (lane, parts)
    where lane_turns.lane = given.lane and team_id = ${teamId}
    returning lane_turns.lane, lane_turns.turn`.execute(trx);
  return new Map(rows.map(({ lane, turn }) => [lane, turn]));
}

async function addRows(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { batch, rows }: { readonly batch: PartsOwner; readonly rows: readonly PartRow[] },
): Promise<void> {
  const column = (of: (row: PartRow) => string | number | null) => rows.map(of);
  await sql`
    insert into batch_parts
      (id, batch_id, team_id, lane, work, positions, tries, turn, job_id, not_before)
    select given.id, ${batch.batchId}, ${batch.teamId}, lane, work, positions::bigint[], tries, turn,
      job_id::uuid, now() + wait * interval '1 millisecond'
    from unnest(${column(({ id }) => id)}::text[], ${column(({ lane }) => lane)}::text[],
      ${column(({ work }) => work)}::text[], ${column(({ positions }) => positions)}::text[],
      ${column(({ tries }) => tries)}::text[], ${column(({ turn }) => turn)}::bigint[],
      ${column(({ jobId }) => jobId)}::text[], ${column(({ wait }) => Math.ceil(wait))}::bigint[])
      as given (id, lane, work, positions, tries, turn, job_id, wait)`.execute(trx);
  for (const lane of new Set(rows.map((row) => row.lane))) {
    const own = rows.filter((row) => row.lane === lane);
    await jobs.add(trx, lane, own.map(toJob));
  }
}

function toJob({ id, jobId, turn, wait }: PartRow) {
  return { id: jobId, part: id, priority: -turn, wait };
}

function countBy(lanes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lane of lanes) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  return counts;
}
