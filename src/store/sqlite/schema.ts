import { sqliteTriggers } from '../block-counts/block-triggers.ts';
import { sqliteKey } from '../index-keys.ts';
import { TABLES } from '../schema.ts';

/** The statements that create an empty database. */
export const SQLITE_SCHEMA: readonly string[] = [
  ...TABLES,
  `create table verifications (
    seq integer primary key autoincrement,
    team_id text not null references teams (id),
    batch integer references batches (seq),
    email text not null,
    mailbox text,
    at bigint not null,
    result_id bigint not null,
    checked_at bigint not null
  )`,
  'create index verifications_by_time on verifications (team_id, at)',
  'create index verifications_of_batch on verifications (batch) where batch is not null',
  // An index by mailbox and domain that is filled when somebody reads it: most databases are never asked.
  `create table verified_mailboxes (
    key text not null,
    seq integer not null,
    primary key (key, seq)
  ) without rowid`,
  // One row: the last verification that is in the index.
  'create table verified_mailboxes_end (seq integer not null)',
  'insert into verified_mailboxes_end values (0)',
  `create trigger forget_verified_mailbox after delete on verifications
    when old.seq <= (select seq from verified_mailboxes_end) begin
      delete from verified_mailboxes
        where key = ${sqliteKey('old.')} and seq = old.seq;
    end`,
  ...sqliteTriggers(),
  'create table mailvet_schema (program text not null, shape text not null)',
];
