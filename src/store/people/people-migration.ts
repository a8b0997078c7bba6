import { type Kysely, sql } from 'kysely';
import { createIndex } from '../create-index.ts';

/** People of the dashboard, their sessions and links, and the audit log. */
export async function people(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('people_of_team', ['team_id', 'email'])
    .execute();
  await createIndex(db, 'people_by_email', 'people', ['email']);
  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(db, 'sessions_of_person', 'sessions', ['person_id']);
  await links(db);
  await db.schema
    .createTable('audit_log')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .execute();
  await createIndex(db, 'audit_log_of_team', 'audit_log', ['team_id', 'seq']);
}

async function links(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setup_links')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('invitations_of_team', ['team_id', 'email'])
    .execute();
}

/** Links by which people choose a new password. */
export async function passwordLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_links')
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('password_links_key', ['hash', 'person_id'])
    .execute();
  await createIndex(db, 'password_links_of_person', 'password_links', ['person_id']);
}

/** Accounts: what is one person in several teams. So far, that is an address with one password. */
export async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('account_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`
    update people set account_id = (
      select min(id) from people as same
      where same.email = people.email and same.password_hash = people.password_hash
    )`.execute(db);
  await createIndex(db, 'people_of_account', 'people', ['account_id']);
}

/** The language that people chose; null: their browser's. */
export async function languages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('people').addColumn('language', 'text').execute();
}
