import { embeddedDatabase } from '../../directories.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { databaseOf, shownDatabase } from '../serve/database.ts';

/** What is wrong with a database; nothing where it is sound. */
type CheckDatabase = (database: string) => Promise<string[]>;

/** One problem a line, or `ok`. Exits with 1 when there is a problem. */
export function checkWith(check: CheckDatabase): Action {
  return async (invocation, { flags }) => {
    const { context } = invocation;
    const { database } = databaseOf(flags, context);
    const shown = shownDatabase(database);
    const problems = await check(database);
    const ok = problems.length === 0;
    await printOne(invocation, { ok, problems }, `${ok ? 'ok' : problems.join('\n')}\n`);
    if (ok) {
      await invocation.notice(`Database: ${shown}`);
      return undefined;
    }
    await invocation.notice(`The database ${shown} is damaged. ${adviceFor(database, context)}`);
    return EXIT.fallsShort;
  };
}

function adviceFor(database: string, context: Parameters<typeof embeddedDatabase>[0]): string {
  return database === embeddedDatabase(context)
    ? 'Restore a backup, or move the file away to begin with an empty one'
    : 'Stop the service and restore a backup (see docs/operations.md)';
}
