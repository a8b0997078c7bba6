import { migrateDatabase } from '../../../composition/admin.ts';
import { shownDatabase } from '../../../lib/database-name.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { migrationText } from '../../render/migration.ts';
import { databaseOf } from '../serve/database.ts';

export const migrate: Action = async (invocation, { flags }) => {
  const { database, databaseDirect } = databaseOf(flags, invocation.context);
  const schema = await migrateDatabase(database, databaseDirect);
  const { from, to, copy, copyProblem } = schema;
  const text = from === to ? `Version ${to} already` : `migrated ${from} → ${to}`;
  await printOne(invocation, schema, `${text}\n`);
  if (copy !== undefined || copyProblem !== undefined)
    await invocation.notice(migrationText({ text, copy, copyProblem }));
  await invocation.notice(`Database: ${shownDatabase(database)}`);
  return undefined;
};
