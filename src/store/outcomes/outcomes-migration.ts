import { type Kysely, sql } from 'kysely';
import { createIndex } from '../create-index.ts';

/** What became of mail to addresses, which are keyed hashes. */
export async function outcomes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outcomes')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('proof', 'text', (column) => column.notNull())
    .addColumn('was_accepted', 'bigint', (column) => column.notNull())
    .addColumn('code', 'bigint')
    .addColumn('status', 'text')
    .addColumn('host', 'text')
    .addColumn('reply', 'text')
    .addColumn('at', 'bigint')
    .addColumn('source', 'text')
    .addColumn('learned_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('outcomes_key', ['team_id', 'address', 'fingerprint'])
    .execute();
  await createIndex(db, 'outcomes_of_address', 'outcomes', ['address']);
  await createIndex(db, 'outcomes_by_time', 'outcomes', ['team_id', 'learned_at']);
  await createIndex(db, 'outcomes_by_age', 'outcomes', ['learned_at']);
  await sql`create index outcomes_of_domain on outcomes (team_id, domain, address)
    where proof = 'gone' and was_accepted = 1`.execute(db);
  await sql`create index outcomes_by_domain on outcomes (team_id, domain, address)
    where proof <> 'none'`.execute(db);
}
