import { type Kysely, sql } from 'kysely';

/** Rests of providers by egress: those that were kept are of the only one that there was. */
export async function restsByEgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rests_by_egress')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('egress', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('rests_by_egress_key', ['provider', 'egress'])
    .execute();
  await sql`
    insert into rests_by_egress (provider, egress, until)
    select provider, 'default', until from provider_rests`.execute(db);
  await db.schema.dropTable('provider_rests').execute();
  await db.schema.alterTable('rests_by_egress').renameTo('provider_rests').execute();
}

/** What the processes of a service share of their work with mail hosts. SQLite has one process. */
export async function fleet(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session_slots')
    .addColumn('egress', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('expires_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('free_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('session_slots_key', ['egress', 'provider', 'slot'])
    .execute();
  await db.schema
    .createTable('slot_line')
    .addColumn('egress', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('slot_line_key', ['egress', 'provider', 'process'])
    .execute();
  await db.schema
    .createTable('fleet_facts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_facts_key', ['kind', 'key'])
    .execute();
  await db.schema
    .createIndex('fleet_facts_by_change')
    .on('fleet_facts')
    .column('changed_at')
    .execute();
  await db.schema
    .createTable('fleet_processes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}
