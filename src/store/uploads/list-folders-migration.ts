import type { Kysely } from 'kysely';

/** Folders of lists, and links by which reports are seen without signing in. */
export async function listFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('folder', 'text').execute();
  await db.schema
    .createTable('list_shares')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('list_id', 'text', (column) => column.notNull().references('lists.id'))
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('list_shares_of_list')
    .on('list_shares')
    .columns(['list_id', 'created_at'])
    .execute();
}
