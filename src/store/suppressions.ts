import { type RawBuilder, sql } from 'kysely';
import {
  HASHES_END,
  HASHES_START,
  type Suppression,
  type SuppressionChange,
  type SuppressionExtent,
  type SuppressionPage,
  type SuppressionStore,
} from '../service/suppressions/entries.ts';
import type { ErasedSuppression } from '../service/upkeep/records.ts';
import type { DatabaseParts, Row, TextSets } from './database-parts.ts';
import { writeAudit } from './people.ts';
import { remembered } from './remembered.ts';
import type { Db } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** A team's suppression list. Every statement is limited to the team, and goes by the primary key. */
export function suppressionStore(parts: DatabaseParts, teamId: string): SuppressionStore {
  const { db, textSets, readAside } = parts;
  const listed = async (condition: RawBuilder<unknown>, page: RawBuilder<unknown>) =>
    (
      await readAside(sql<Row>`select entry, added_at from suppressions
        where team_id = ${teamId} and ${condition} order by entry ${page}`)
    ).map(toSuppression);
  const empty = remembered(async () => !(await extent(db, teamId)).any);
  return {
    isEmpty: () => empty.get(),
    isKnownEmpty: () => empty.known() === true,
    extent: () => extent(db, teamId),
    async find(entries) {
      if (entries.length === 0) return new Set();
      const { rows } = await sql<{ entry: string }>`select entry from suppressions
        where team_id = ${teamId} and ${textSets.isAny('entry', entries)}`.execute(db);
      return new Set(rows.map(({ entry }) => entry));
    },
    async add(entries, at, change) {
      const rows = { teamId, entries, at };
      const added = await audited(db, { teamId, change }, (trx) => insert(trx, textSets, rows));
      empty.forget();
      return added;
    },
    remove: (entries, change) =>
      audited(db, { teamId, change }, async (trx) => {
        const { numAffectedRows } = await sql`
          delete from suppressions
          where team_id = ${teamId} and ${textSets.isAny('entry', entries)}`.execute(trx);
        return Number(numAffectedRows ?? 0);
      }),
    list: ({ prefix, limit, skip }: SuppressionPage) =>
      listed(startsWith(prefix), sql`limit ${limit} offset ${skip}`),
    after: (entry, limit) => listed(sql`entry > ${entry}`, sql`limit ${limit}`),
    async count() {
      const [row] = await readAside(
        sql<Row>`select count(*) as count from suppressions where team_id = ${teamId}`,
      );
      return Number(row?.count ?? 0);
    },
    log: (change) => log(db, teamId, change),
  };
}

/**
 * Two looks into the index. In its order: PostgreSQL looks for any row of a team with many by reading the
 * table, where the first one may be far.
 */
async function extent(db: Db, teamId: string): Promise<SuppressionExtent> {
  const { rows } = await sql<{ first: unknown; hash: unknown }>`select
    (select entry from suppressions where team_id = ${teamId} order by entry limit 1) as first,
    (select entry from suppressions where team_id = ${teamId} and entry >= ${HASHES_START}
      and entry < ${HASHES_END} order by entry limit 1) as hash`.execute(db);
  const [row] = rows;
  return { any: typeof row?.first === 'string', hashes: typeof row?.hash === 'string' };
}

/** Changes entries, and writes that to the audit log in the same transaction. */
async function audited(
  db: Db,
  { teamId, change }: { readonly teamId: string; readonly change: SuppressionChange | undefined },
  work: (trx: Db) => Promise<number>,
): Promise<number> {
  return await inTransaction(db, async (trx) => {
    const changed = await work(trx);
    if (change && changed > 0) await log(trx, teamId, change);
    return changed;
  });
}

function log(
  db: Db,
  teamId: string,
  { action, subject, ...change }: SuppressionChange,
): Promise<void> {
  return writeAudit(db, { teamId, action, subject }, change);
}

interface NewSuppressions {
  readonly teamId: string;
  readonly entries: readonly string[];
  readonly at: number;
}

/** In their order, so that two that add the same ones wait for each other in one direction. */
async function insert(
  trx: Db,
  textSets: TextSets,
  { teamId, entries, at }: NewSuppressions,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into suppressions (team_id, entry, added_at)
    select ${teamId}, entry, ${at} from ${textSets.rows('entry', [...entries].sort())} where true
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** The last character: texts that begin with the prefix are before it, others behind. */
const LAST = '\u{10ffff}';

function startsWith(prefix: string): RawBuilder<unknown> {
  return sql`entry >= ${prefix} and entry < ${prefix + LAST}`;
}

function toSuppression({ entry, added_at: addedAt }: Row): Suppression {
  return { entry: String(entry), addedAt: Number(addedAt) };
}

/** Puts a hash in place of an address, in all lists that have it; returns how many those are. */
export async function hashSuppressions(
  trx: Db,
  suppressed: ErasedSuppression | undefined,
): Promise<number> {
  if (!suppressed) return 0;
  const { entry, hash } = suppressed;
  const lists = await trx
    .selectFrom('teams')
    .innerJoin('suppressions', 'suppressions.team_id', 'teams.id')
    .select(['teams.id', 'added_at'])
    .where('entry', '=', entry)
    .execute();
  for (const { id, added_at } of lists) {
    await trx
      .deleteFrom('suppressions')
      .where('team_id', '=', id)
      .where('entry', '=', entry)
      .execute();
    await trx
      .insertInto('suppressions')
      .values({ team_id: id, entry: hash(id), added_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return lists.length;
}
