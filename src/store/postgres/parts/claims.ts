import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OtherOwner, PartClaim } from '../../../service/batches/part-queue.ts';
import type { Tables } from '../../tables.ts';
import { JOBS } from './job-schema.ts';
import type { PartAttempt, PartData } from './part-jobs.ts';

/*
 * A claim is one attempt at a job of pg-boss. Its owner is kept where a job has its output: it is
 * replaced when the attempt ends.
 */

export function toClaim({ queue, id, attempt }: PartAttempt): string {
  return `${id}:${attempt}:${queue}`;
}

export function readClaim(claim: string): PartAttempt {
  const [id = '', attempt = '', ...queue] = claim.split(':');
  return { id, attempt: Number(attempt), queue: queue.join(':') };
}

/** The condition of an index (job_i7): all parts have a group. */
const ACTIVE = sql`state = 'active' and group_id is not null`;

/** The job of a claim, unless the claim is lost. */
export function isOf({ queue, id, attempt }: PartAttempt): RawBuilder<boolean> {
  return sql`job.name = ${queue} and job.id = ${id}::uuid and job.retry_count = ${attempt}
    and job.state = 'active'`;
}

export async function attemptsOf(db: Kysely<Tables>, owner: string): Promise<PartAttempt[]> {
  const { rows } = await sql<PartAttempt>`
    select name as queue, id, retry_count as attempt from ${JOBS}
    where ${ACTIVE} and output ->> 'owner' = ${owner}`.execute(db);
  return rows;
}

export async function otherOwners(db: Kysely<Tables>, owner: string): Promise<OtherOwner[]> {
  const { rows } = await sql<OtherOwner>`
    select output ->> 'owner' as owner, max(extract(epoch from heartbeat_on) * 1000) as renewal
    from ${JOBS} where ${ACTIVE} and output ->> 'owner' <> ${owner} group by 1`.execute(db);
  return rows;
}

/** Parts of a queue that are worked on. */
export async function countActive(db: Kysely<Tables>, queue: string): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*) as active from ${JOBS} where name = ${queue} and ${ACTIVE}`.execute(db);
  return rows[0]?.active ?? 0;
}

/** What is left of a part whose claim has ended. */
interface EndedPart {
  readonly data: PartData;
  readonly turn: number;
}

/**
 * Takes the part of a claim away; undefined when the claim is lost or the batch has ended. Locks the
 * batch first, as whatever ends it does: so parts that end at once look one after the other whether
 * they are the last.
 */
export async function takeAway(
  trx: Transaction<Tables>,
  { claim, batchId }: PartClaim,
): Promise<EndedPart | undefined> {
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('id', '=', batchId)
    .where('status', '=', 'processing')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!batch) return undefined;
  const { rows } = await sql<EndedPart>`
    delete from ${JOBS} as job where ${isOf(readClaim(claim))}
    returning data, -priority as turn`.execute(trx);
  return rows[0];
}

/** Deletes what is left of the parts of a batch that has ended, in the transaction that ends it. */
export async function deleteParts(trx: Transaction<Tables>, batchId: string): Promise<void> {
  await sql`
    delete from ${JOBS} where (name, id) in (
      select name, id from ${JOBS} where data ->> 'batch' = ${batchId} order by id for update
    )`.execute(trx);
}
