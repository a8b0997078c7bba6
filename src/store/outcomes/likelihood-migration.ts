import { type Kysely, sql } from 'kysely';

/** The form of each address and the provider of its domain, where they are known. */
export async function formsOfOutcomes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['form', 'provider'])
    await db.schema.alterTable('outcomes').addColumn(column, 'text').execute();
  await sql`create index outcomes_by_form on outcomes (team_id, domain, form)
    where proof <> 'none'`.execute(db);
  await sql`create index outcomes_by_provider on outcomes (team_id, provider, proof)
    where proof <> 'none' and provider is not null`.execute(db);
}
