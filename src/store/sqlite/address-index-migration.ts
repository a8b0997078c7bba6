import { type Kysely, sql } from 'kysely';

/**
 * In place of an index of each row (address-index.ts). It begins empty: most databases are never asked what is
 * known of an address.
 */
export async function addressIndexWhenRead(db: Kysely<unknown>): Promise<void> {
  await sql`drop index verifications_of_address`.execute(db);
  await sql`create table verified_addresses (address text not null, seq integer not null,
    primary key (address, seq)) without rowid`.execute(db);
  // One row: the last verification that is in the index.
  await sql`create table verified_addresses_end (seq integer not null)`.execute(db);
  await sql`insert into verified_addresses_end values (0)`.execute(db);
  await sql`create trigger forget_verified_address after delete on verifications
    when old.seq <= (select seq from verified_addresses_end) begin
      delete from verified_addresses where address = old.email and seq = old.seq;
    end`.execute(db);
}
