import { type Kysely, sql } from 'kysely';

/** Addresses and domains that teams never want verified, by the team and the text. */
export const suppressions = {
  /** In one tree: an import of a million writes half as much. */
  async sqlite(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table suppressions (
        team_id text not null references teams (id),
        entry text not null,
        added_at bigint not null,
        primary key (team_id, entry)
      ) without rowid`.execute(db);
  },
  async postgres(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('suppressions')
      .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
      .addColumn('entry', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('suppressions_key', ['team_id', 'entry'])
      .execute();
  },
};
