import { type Kysely, sql } from 'kysely';
import type { FleetFact, FleetStore } from '../../service/fleet/fleet-ports.ts';
import type { Tables } from '../tables.ts';
import { fleetSlots, NOW, sweepSlots } from './fleet-slots.ts';
import { type Column, unnest } from './unnest.ts';

/** Facts that are read at once: the newest, where there are more. */
const MAX_FACTS = 20_000;
/** Milliseconds by which a statement may be late: its rows show behind newer ones. */
const LATE_MS = 5000;
/** Milliseconds for which a process that said nothing is kept. */
const KEEP_PROCESS_MS = 60 * 60_000;

const FACTS: readonly Column<FleetFact>[] = [
  ['kind', 'text', ({ kind }) => kind],
  ['key', 'text', ({ key }) => key],
  ['value', 'text', ({ value }) => value],
  ['stays', 'bigint', ({ left }) => Math.ceil(left)],
];

/** What processes share, in tables. */
export function fleetStore(db: Kysely<Tables>): FleetStore {
  return {
    ...fleetSlots(db),
    publish: (facts, process) => publish(db, facts, process),
    changes: (position, process) => changes(db, position ?? 0, process),
    async report(process, status) {
      await sql`
        insert into fleet_processes (id, status, seen_at) values (${process}, ${status}, ${NOW})
        on conflict (id) do update set status = excluded.status, seen_at = excluded.seen_at`.execute(
        db,
      );
    },
    async forget(process) {
      await sql`delete from fleet_processes where id = ${process}`.execute(db);
      await sql`delete from slot_line where process = ${process}`.execute(db);
    },
    async processes(within) {
      const { rows } = await sql<{ id: string; status: string; silent: number }>`
        select id, status, ${NOW} - seen_at as silent from fleet_processes
        where seen_at > ${NOW} - ${within}::bigint order by id`.execute(db);
      return rows;
    },
    async sweep() {
      await sql`delete from fleet_facts where until < ${NOW}`.execute(db);
      await sql`delete from slot_line where expires_at < ${NOW}`.execute(db);
      await sql`delete from fleet_processes where seen_at < ${NOW} - ${KEEP_PROCESS_MS}::bigint`.execute(
        db,
      );
      await sweepSlots(db);
    },
  };
}

/** In the order of their keys, so that two processes never wait for each other. */
async function publish(
  db: Kysely<Tables>,
  facts: readonly FleetFact[],
  process: string,
): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    insert into fleet_facts (kind, key, value, until, changed_at, changed_by)
    select kind, key, value, ${NOW} + stays, ${NOW}, ${process}
    from ${unnest(facts, FACTS)} order by kind, key
    on conflict (kind, key) do update set value = excluded.value, until = excluded.until,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(db);
}

/** What changed a moment before is read again: a statement may be later than its time. */
async function changes(db: Kysely<Tables>, position: number, process: string) {
  const { rows } = await sql<
    { now: number } & { [name in keyof FleetFact]: FleetFact[name] | null }
  >`
    with moment as materialized (select ${NOW} as now)
    select now, kind, key, value, until - now as left from moment
    left join fleet_facts
      on changed_at > ${position}::bigint and changed_by <> ${process} and until > moment.now
    order by changed_at desc nulls last limit ${MAX_FACTS}`.execute(db);
  const facts = rows.flatMap(({ kind, key, value, left }) =>
    kind === null || key === null || value === null || left === null
      ? []
      : { kind, key, value, left },
  );
  return { position: (rows[0]?.now ?? position) - LATE_MS, facts };
}
