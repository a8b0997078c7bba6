import { shownDatabase } from '../../../lib/database-name.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { migrationText } from '../../render/migration.ts';
import { databaseOf, type NamedDatabase } from '../serve/database.ts';

/** Numbers of migrations, before and now. */
interface MigratedSchema {
  readonly from: number;
  readonly to: number;
  readonly copy?: string;
  readonly copyProblem?: string;
}

type MigrateDatabase = (named: NamedDatabase) => Promise<MigratedSchema>;

export function migrateWith(migrate: MigrateDatabase): Action {
  return async (invocation, { flags }) => {
    const named = databaseOf(flags, invocation.context);
    const schema = await migrate(named);
    const { from, to, copy, copyProblem } = schema;
    const text = from === to ? `Version ${to} already` : `migrated ${from} → ${to}`;
    await printOne(invocation, schema, `${text}\n`);
    if (copy !== undefined || copyProblem !== undefined)
      await invocation.notice(migrationText({ text, copy, copyProblem }));
    await invocation.notice(`Database: ${shownDatabase(named.database)}`);
    return undefined;
  };
}
