import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { databaseOf, type NamedDatabase, shownDatabase } from '../serve/database.ts';

/** Numbers of migrations, before and now. */
interface MigratedSchema {
  readonly from: number;
  readonly to: number;
}

type MigrateDatabase = (named: NamedDatabase) => Promise<MigratedSchema>;

export function migrateWith(migrate: MigrateDatabase): Action {
  return async (invocation, { flags }) => {
    const named = databaseOf(flags, invocation.context);
    const schema = await migrate(named);
    const { from, to } = schema;
    const text = from === to ? `Version ${to} already` : `Version ${from} is now ${to}`;
    await printOne(invocation, schema, `${text}\n`);
    await invocation.notice(`Database: ${shownDatabase(named.database)}`);
    return undefined;
  };
}
