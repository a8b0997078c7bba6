import { existsSync } from 'node:fs';
import { type Admin, openAdmin } from '../../../composition/admin.ts';
import type { LogEntry } from '../../../composition/serve-deps.ts';
import { isPostgresUrl, shownDatabase } from '../../../lib/database-name.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { PeopleError } from '../../../service/service-error.ts';
import { makePrivateDatabase, migrationText } from '../../connect/embedded.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { Action, CommandLine, Invocation } from '../../invocation.ts';
import { hintText } from '../../render/hint-text.ts';
import { databaseOf } from '../serve/settings.ts';

/** Reads its options from the command line, then works on the open database with them. */
export type AdminAction = (
  line: CommandLine,
) => (admin: Admin, invocation: Invocation) => Promise<void>;

/**
 * Opens the database, does one thing, closes it. Says which database that was, and makes none
 * unless the action `creates`: a typo in the path must not look like an empty service.
 */
export function adminWith(action: AdminAction, creates = false): Action {
  return async (invocation, line) => {
    const { context } = invocation;
    const { database, ...named } = databaseOf(line.flags, context);
    const act = action(line);
    const isNew = !isPostgresUrl(database) && !existsSync(database);
    if (isNew && !creates) throw noDatabase(database);
    if (database === embeddedDatabase(context)) {
      await makePrivateDatabase(database, context.platform);
    }
    let migrated: string | undefined;
    const log = (entry: LogEntry) => {
      if (entry.event === 'database_migrated') migrated = migrationText(entry);
    };
    const admin = await openAdmin(database, { clock: context.clock, log, ...named });
    if (migrated !== undefined) await invocation.notice(migrated);
    try {
      await act(admin, invocation);
    } catch (error) {
      throw error instanceof PeopleError ? new MailvetError('input', hintText(error.text)) : error;
    } finally {
      await admin.store.close();
    }
    await invocation.notice(`${isNew ? 'New database' : 'Database'}: ${shownDatabase(database)}`);
    return undefined;
  };
}

function noDatabase(database: string): MailvetError {
  return new MailvetError('input', `there is no database ${database}`, {
    hint: 'Name another with --database; mailvet admin team create makes one',
  });
}
