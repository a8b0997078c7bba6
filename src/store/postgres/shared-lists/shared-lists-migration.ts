import { type Kysely, sql } from 'kysely';

/** Lists that lie in the database: their files in pieces, and what has changed since. */
export async function sharedLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_lists (
      list_id text collate "C" primary key references lists (id) on delete cascade,
      rows_file text collate "C" not null,
      addresses_file text collate "C" not null,
      changes bigint not null default 0,
      node text collate "C",
      claimed_until bigint not null default 0,
      claims bigint not null default 0
    )`.execute(db);
  await sql`
    create table shared_list_pieces (
      list_id text collate "C" not null references lists (id) on delete cascade,
      file text collate "C" not null,
      number bigint not null,
      written_at bigint not null,
      bytes bytea not null,
      primary key (list_id, file, number)
    )`.execute(db);
  // They are compressed before they come.
  await sql`alter table shared_list_pieces alter column bytes set storage external`.execute(db);
  await sql`
    create table shared_list_changes (
      list_id text collate "C" not null references shared_lists (list_id) on delete cascade,
      key text collate "C" not null,
      number bigint not null,
      body text collate "C" not null,
      primary key (list_id, key)
    )`.execute(db);
  await sql`
    create unique index shared_list_changes_in_order
    on shared_list_changes (list_id, number)`.execute(db);
}
