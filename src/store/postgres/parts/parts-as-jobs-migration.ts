import { type Kysely, sql } from 'kysely';
import { JOB_SCHEMA, JOBS, QUEUE } from './job-schema.ts';

/**
 * Makes the parts of batches jobs of pg-boss, which were rows of `batch_parts` beside them. A node of
 * the version before still adds such rows, for batches that it creates: a trigger makes a job of each.
 * Its workers find no rows, and have no work until they are replaced.
 */
export async function partsAsJobs(db: Kysely<unknown>): Promise<void> {
  await sql`create index parts_of_batch on ${JOBS} ((data ->> 'batch'))`.execute(db);
  await createQueues(db);
  await sql`
    insert into lane_turns (lane, team_id, turn)
    select ${QUEUE_OF('lane')}, team_id, turn from lane_turns`.execute(db);
  await sql.raw(TRIGGER).execute(db);
  await sql`
    create trigger batch_parts_as_jobs before insert on batch_parts
    for each row execute function batch_part_as_job()`.execute(db);
  // With its own rows: what is worked on begins again, without what has a result.
  await sql`
    with moved as (delete from batch_parts returning *)
    insert into batch_parts select * from moved`.execute(db);
}

const QUEUE_OF = (lane: string) =>
  sql.raw(`'part/' || case when ${lane} = 'resolve' then ${lane} else substr(${lane}, 7) end`);

async function createQueues(db: Kysely<unknown>): Promise<void> {
  const create = sql.raw(`${JOB_SCHEMA}.create_queue`);
  const options = JSON.stringify({ policy: 'standard', ...QUEUE });
  await sql`
    select ${create}(queue, ${options}::jsonb) from (
      select 'part/resolve' as queue union select ${QUEUE_OF('lane')} from batch_parts
    ) as missing`.execute(db);
}

/** A node of the version before adds a part to open batches that have no row: they have jobs. */
const TRIGGER = `
  create function batch_part_as_job() returns trigger language plpgsql as $$
  begin
    if new.work = 'resolve' and exists (
      select 1 from ${JOB_SCHEMA}.job where data ->> 'batch' = new.batch_id
    ) then
      return null;
    end if;
    insert into ${JOB_SCHEMA}.job (name, priority, data, group_id, start_after, created_on,
      keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, policy,
      heartbeat_seconds)
    select name, -new.turn,
      jsonb_build_object('batch', new.batch_id, 'team', new.team_id, 'work', new.work)
        || case when new.positions is null then '{}'
          else jsonb_build_object('positions', new.positions) end
        || case when new.tries is null then '{}'
          else jsonb_build_object('tries', new.tries::jsonb) end
        || case when new.failures = 0 then '{}'
          else jsonb_build_object('failures', new.failures) end,
      new.team_id, new.not_before, now(), new.not_before + retention_seconds * interval '1 s',
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, policy,
      heartbeat_seconds
    from ${JOB_SCHEMA}.queue where name = 'part/' || case when new.lane = 'resolve' then new.lane
      else substr(new.lane, 7) end;
    return null;
  end $$`;
