import { sql } from 'kysely';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type {
  FleetFact,
  FleetStore,
  HeldPlace,
  SlotRequest,
  TakenSlot,
} from '../../service/fleet/records.ts';
import type { Db } from '../tables.ts';
import { type UnnestColumn, unnest } from './unnest.ts';

/** Facts that are read at once: the newest, where there are more. */
const MAX_FACTS = 20_000;
/** Milliseconds by which a statement may be late: its rows show behind newer ones. */
const LATE_MS = 5000;
/** Milliseconds for which a process that said nothing is kept. */
const KEEP_PROCESS_MS = 60 * 60_000;

const FACTS: readonly UnnestColumn<FleetFact>[] = [
  ['kind', 'text', ({ kind }) => kind],
  ['key', 'text', ({ key }) => key],
  ['value', 'text', ({ value }) => value],
  ['stays', 'bigint', ({ left }) => Math.ceil(left)],
];

/** What processes share, in tables. */
export function fleetStore(db: Db): FleetStore {
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
async function publish(db: Db, facts: readonly FleetFact[], process: string): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    insert into fleet_facts (kind, key, value, until, changed_at, changed_by)
    select kind, key, value, ${NOW} + stays, ${NOW}, ${process}
    from ${unnest(facts, FACTS)} order by kind, key
    on conflict (kind, key) do update set value = excluded.value, until = excluded.until,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(db);
}

/** What changed a moment before is read again: a statement may be later than its time. */
async function changes(db: Db, position: number, process: string) {
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

/**
 * Places at providers: one row each, which is taken, renewed and given back by one statement.
 * Advisory locks are not used: they are bound to a connection, which a pooler may give to somebody
 * else, and outlive a process that hangs.
 */

/** The database's clock: those of the processes may differ by minutes. */
export const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Milliseconds for which a process is in line since it last asked. */
const IN_LINE_MS = 5000;

/** Milliseconds for which places beyond the limit of a process that asks are not given to others. */
const CLOSED_MS = 60_000;

const HELD: readonly UnnestColumn<HeldPlace>[] = [
  ['egress', 'text', ({ egress }) => egress],
  ['provider', 'text', ({ provider }) => provider],
  ['slot', 'bigint', ({ slot }) => slot],
  ['holder', 'text', ({ holder }) => holder],
];

/** Milliseconds for which the places of a lane are kept that nobody uses. */
const KEEP_MS = 60 * 60_000;
/** Rows that one statement deletes at most, which bounds how long it takes. */
const SWEEP_ROWS = 5000;

/** Lanes remembered: most mail hosts are a provider of their own. */
const MAX_LANES = 50_000;

type Slots = Pick<FleetStore, 'takeSlot' | 'renewSlots' | 'releaseSlots' | 'leaveLine'>;

function fleetSlots(db: Db): Slots {
  /** Lanes that have had all of their rows since this process began: the number of their places. */
  const made = new BoundedMap<string, number>(MAX_LANES);
  return {
    async takeSlot(request) {
      const lane = JSON.stringify([request.egress, request.provider]);
      if ((made.get(lane) ?? 0) < request.places) {
        await makePlaces(db, request);
        made.set(lane, request.places);
      }
      const taken = await take(db, request);
      if (taken.slot !== undefined || taken.found >= request.places) return taken;
      // They were swept, since nobody used the lane.
      await makePlaces(db, request);
      return take(db, request);
    },
    renewSlots: (held, lease) => renew(db, held, lease),
    async releaseSlots(held) {
      if (held.length === 0) return;
      await sql`
        update session_slots slots set expires_at = 0 from ${unnest(held, HELD)}
        where ${isGiven}`.execute(db);
    },
    async leaveLine({ egress, provider }, process) {
      await sql`
        delete from slot_line
        where egress = ${egress} and provider = ${provider} and process = ${process}`.execute(db);
    },
  };
}

const isGiven = sql`
  slots.egress = given.egress and slots.provider = given.provider and slots.slot = given.slot
  and slots.holder = given.holder`;

async function makePlaces(db: Db, { egress, provider, places }: SlotRequest) {
  await sql`
    insert into session_slots (egress, provider, slot)
    select ${egress}, ${provider}, slot from generate_series(0, ${places}::int - 1) slot
    on conflict do nothing`.execute(db);
}

interface FoundSlot extends TakenSlot {
  /** How many of the lane's places have a row. */
  readonly found: number;
}

/**
 * Takes a place that is free, unless as many processes as there are free places have waited longer.
 * A process that gets none is in line from then on, as long as it goes on asking. Where processes have other
 * limits, the lowest holds: one that asks counts all sessions, and closes the places beyond its limit.
 */
async function take(db: Db, request: SlotRequest): Promise<FoundSlot> {
  const { egress, provider, places, process, holder, lease, spacing } = request;
  const here = sql`egress = ${egress} and provider = ${provider}`;
  const isFree = sql`${here} and slot < ${places} and expires_at <= moment.now and free_at <= moment.now`;
  const { rows } = await sql<Omit<FoundSlot, 'slot'> & { readonly slot: number | null }>`
    with moment as materialized (select ${NOW} as now),
    own as (
      select coalesce((select since from slot_line where ${here} and process = ${process}), now) as since
      from moment
    ),
    line as (
      select count(*) as others, count(*) filter (where slot_line.since < own.since) as ahead
      from slot_line, moment, own
      where ${here} and process <> ${process} and expires_at > now
    ),
    free as (select count(*) as places from session_slots, moment where ${isFree}),
    held as (
      select count(*) as places from session_slots, moment where ${here} and expires_at > moment.now
    ),
    closed as (
      update session_slots set free_at = moment.now + ${CLOSED_MS}::bigint from moment
      where ${here} and slot in (
        select slot from session_slots, moment
        where ${here} and slot >= ${places} and free_at < moment.now + ${CLOSED_MS / 2}::bigint
        for update of session_slots skip locked)
    ),
    taken as (
      update session_slots set holder = ${holder}, expires_at = ${NOW} + ${lease}::bigint,
        free_at = moment.now + ${spacing}::bigint
      from moment
      where ${here} and slot = (
        select slot from session_slots, moment
        where ${isFree}
          and (select ahead from line) < (select places from free)
          and (select places from held) < ${places}
        order by slot limit 1 for update of session_slots skip locked)
      returning slot
    ),
    waiting as (
      insert into slot_line (egress, provider, process, since, expires_at)
      select ${egress}, ${provider}, ${process}, now, now + ${IN_LINE_MS}::bigint
      from moment where not exists (select from taken)
      on conflict (egress, provider, process) do update set expires_at = excluded.expires_at
    ),
    served as (
      delete from slot_line where ${here} and process = ${process} and exists (select from taken)
    )
    select (select slot from taken) as slot, line.ahead, line.others,
      (select count(*) from session_slots where ${here} and slot < ${places}) as found
    from line`.execute(db);
  const { slot, ahead = 0, others = 0, found = 0 } = rows[0] ?? {};
  return { slot: slot ?? undefined, ahead, others, found };
}

async function renew(
  db: Db,
  held: readonly HeldPlace[],
  lease: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ holder: string }>`
    update session_slots slots set expires_at = ${NOW} + ${lease}::bigint
    from ${unnest(held, HELD)}
    where ${isGiven} and slots.expires_at > ${NOW}
    returning slots.holder`.execute(db);
  return new Set(rows.map(({ holder }) => holder));
}

/**
 * Deletes the places of lanes that nobody used for a while. A lane in use keeps all of its rows: those beyond
 * the limit of one process are closed for the others. A place that is taken meanwhile is in use, and stays.
 */
async function sweepSlots(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with moment as materialized (select ${NOW} - ${KEEP_MS}::bigint as before)
      delete from session_slots where (egress, provider, slot) in (
        select egress, provider, slot from session_slots slots, moment
        where expires_at < before and free_at < before and not exists (
          select from session_slots other
          where other.egress = slots.egress and other.provider = slots.provider
            and (other.expires_at >= before or other.free_at >= before))
        limit ${SWEEP_ROWS} for update of slots skip locked
      )`.execute(db);
    if (numAffectedRows < SWEEP_ROWS) return;
  }
}
