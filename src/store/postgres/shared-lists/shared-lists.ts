import { type Kysely, sql } from 'kysely';
import type {
  NewChange,
  PartPiece,
  Piece,
  PublishedFiles,
  SharedChange,
  SharedList,
  SharedLists,
} from '../../../service/lists/shared-lists.ts';
import type { Tables } from '../../tables.ts';
import { listPlaces } from '../../uploads/list-places.ts';
import { NOW } from '../fleet-slots.ts';

/** Pieces that one statement deletes, a megabyte each at most. */
const PIECES_A_STEP = 50;

/** The name of the pieces of files that arrive in parts; they go with their list. */
const PART = 'part';

const COLUMNS = sql.raw(
  'list_id as "listId", rows_file as rows, addresses_file as addresses, changes',
);

export function sharedLists(db: Kysely<Tables>): SharedLists {
  return {
    async find(listId) {
      const { rows } = await sql<SharedList>`
        select ${COLUMNS} from shared_lists where list_id = ${listId}`.execute(db);
      return rows[0];
    },
    async all() {
      return (await sql<SharedList>`select ${COLUMNS} from shared_lists`.execute(db)).rows;
    },
    async writePiece({ listId, file, number, bytes }) {
      await sql`
        insert into shared_list_pieces (list_id, file, number, written_at, bytes)
        values (${listId}, ${file}, ${number}, ${NOW}, ${bytes})
        on conflict (list_id, file, number)
        do update set bytes = excluded.bytes, written_at = excluded.written_at`.execute(db);
    },
    async partPieces(listId) {
      const { rows } = await sql<PartPiece>`
        select number, length(bytes) as length from shared_list_pieces
        where list_id = ${listId} and file = ${PART} order by number`.execute(db);
      return rows.map(({ number, length }) => ({ number: Number(number), length }));
    },
    async cutParts(listId, offset) {
      await sql`
        delete from shared_list_pieces where file = ${PART} and number >= ${offset}
          and list_id = coalesce(${listId}::text, list_id)`.execute(db);
    },
    async readPiece({ listId, file, number }) {
      const { rows } = await sql<Pick<Piece, 'bytes'>>`
        select bytes from shared_list_pieces
        where list_id = ${listId} and file = ${file} and number = ${number}`.execute(db);
      return rows[0]?.bytes;
    },
    publish: (listId, files, before) =>
      before ? replaceFiles(db, files, before) : publishFirst(db, listId, files),
    async changesAfter({ listId, changes }, limit) {
      const { rows } = await sql<SharedChange>`
        select number, body from shared_list_changes
        where list_id = ${listId} and number > ${changes}::bigint
        order by number limit ${limit}`.execute(db);
      return rows;
    },
    sizes: (listIds) => sizes(db, listIds),
    change: (before, change) => addChange(db, before, change),
    remove: (listId) => remove(db, listId),
    claim: (listIds, node, lease) => claim(db, { listIds, node, lease }),
    async release(node) {
      await sql`
        update shared_lists set node = null, claimed_until = 0 where node = ${node}`.execute(db);
    },
    async sweep(age) {
      await sql`
        delete from shared_list_pieces as piece
        where file <> ${PART} and written_at < ${NOW} - ${age}::bigint and not exists (
          select 1 from shared_lists as list
          where list.list_id = piece.list_id and file in (rows_file, addresses_file))`.execute(db);
    },
    ...listPlaces(db),
  };
}

async function publishFirst(
  db: Kysely<Tables>,
  listId: string,
  { rows, addresses }: PublishedFiles,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into shared_lists (list_id, rows_file, addresses_file)
    values (${listId}, ${rows}, ${addresses}) on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** The row of a list, unless it has changed since; the statement that is built on it locks it. */
const same = ({ listId, rows, addresses, changes }: SharedList) => sql`
  list_id = ${listId} and rows_file = ${rows} and addresses_file = ${addresses}
    and changes = ${changes}::bigint`;

function replaceFiles(
  db: Kysely<Tables>,
  { rows, addresses }: PublishedFiles,
  before: SharedList,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update shared_lists set rows_file = ${rows}, addresses_file = ${addresses},
        changes = changes + 1
      where ${same(before)}`.execute(trx);
    if (numAffectedRows !== 1n) return false;
    await sql`delete from shared_list_changes where list_id = ${before.listId}`.execute(trx);
    await sql`
      delete from shared_list_pieces where list_id = ${before.listId}
        and file in (${before.rows}, ${before.addresses}) and file not in (${rows}, ${addresses})`.execute(
      trx,
    );
    return true;
  });
}

function addChange(
  db: Kysely<Tables>,
  before: SharedList,
  { key, body }: NewChange,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update shared_lists set changes = changes + 1 where ${same(before)}`.execute(trx);
    if (numAffectedRows !== 1n) return false;
    await sql`
      insert into shared_list_changes (list_id, key, number, body)
      values (${before.listId}, ${key}, ${before.changes + 1}, ${body})
      on conflict (list_id, key) do update
      set number = excluded.number, body = excluded.body`.execute(trx);
    return true;
  });
}

async function sizes(
  db: Kysely<Tables>,
  listIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ listId: string; bytes: number }>`
    select list_id as "listId", (
        select coalesce(sum(pg_column_size(bytes)), 0) from shared_list_pieces as piece
        where piece.list_id = list.list_id and file in (rows_file, addresses_file, ${PART})
      ) + (
        select coalesce(sum(pg_column_size(body)), 0) from shared_list_changes as change
        where change.list_id = list.list_id
      ) as bytes
    from shared_lists as list where list_id = any(${listIds}::text[])`.execute(db);
  return new Map(rows.map(({ listId, bytes }) => [listId, Number(bytes)]));
}

async function remove(db: Kysely<Tables>, listId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from shared_list_pieces where (list_id, file, number) in (
      select list_id, file, number from shared_list_pieces
      where list_id = ${listId} limit ${PIECES_A_STEP})`.execute(db);
  if (Number(numAffectedRows) === PIECES_A_STEP) return false;
  await sql`delete from shared_lists where list_id = ${listId}`.execute(db);
  return true;
}

interface WantedClaims {
  readonly listIds: readonly string[];
  readonly node: string;
  readonly lease: number;
}

/** A claim is renewed when half of it is over. A list of which nothing lies here is anybody's. */
async function claim(
  db: Kysely<Tables>,
  { listIds, node, lease }: WantedClaims,
): Promise<ReadonlyMap<string, number>> {
  if (listIds.length === 0) return new Map();
  const wanted = sql`unnest(${listIds}::text[])`;
  const { rows } = await sql<{ listId: string; claims: number }>`
    with wanted (id) as (select ${wanted}),
    held as (
      select list_id, claims from shared_lists join wanted on id = list_id
      where node = ${node} and claimed_until > ${NOW} + ${lease}::bigint / 2),
    free as (
      select list_id from shared_lists join wanted on id = list_id
      where list_id not in (select list_id from held)
        and (node is null or node = ${node} or claimed_until < ${NOW})
      order by list_id for update of shared_lists skip locked),
    taken as (
      update shared_lists as list
      set node = ${node}, claimed_until = ${NOW} + ${lease}::bigint,
        claims = claims + case when node = ${node} then 0 else 1 end
      from free where free.list_id = list.list_id
      returning list.list_id, list.claims)
    select list_id as "listId", claims from held
    union all select list_id, claims from taken
    union all select id, 0 from wanted
      where not exists (select 1 from shared_lists where list_id = id)`.execute(db);
  return new Map(rows.map(({ listId, claims }) => [listId, claims]));
}
