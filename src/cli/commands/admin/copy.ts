import { copyService } from '../../../composition/copy-service.ts';
import { isPostgresUrl, listFolder, shownDatabase } from '../../../lib/database-name.ts';
import type { Action, CommandLine } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { databaseAt, listsAt } from '../serve/database.ts';

/** Copies a database to one of the other kind and compares both: a table a line. */
export const copy: Action = async (invocation, line) => {
  const request = parseCopy(line);
  const copied = await copyService({
    ...request,
    onOpenElsewhere: () =>
      invocation.notice(
        `A service has ${shownDatabase(request.from)} open: what it stores from now on is not copied. Stop it, then copy again`,
      ),
    onTable: ({ table, rows }) => invocation.debug(`copied ${table}: ${rows}`),
  });
  await printList(invocation, {
    rows: copied,
    columns: [
      { title: 'TABLE', text: ({ table }) => table },
      { title: 'ROWS', align: 'right', text: ({ rows }) => String(rows) },
    ],
  });
  await invocation.notice('Both databases have the same rows');
  return undefined;
};

function parseCopy({ flags, context }: CommandLine) {
  const from = databaseAt(String(flags.from), context);
  const to = databaseAt(String(flags.to), context);
  const given = typeof flags.lists === 'string' ? flags.lists : context.env.MAILVET_LISTS;
  const place = (database: string) => ({
    listFolder: listFolder(database),
    ...listsAt(isPostgresUrl(database) ? given : undefined, database, context),
  });
  return { from, to, lists: { from: place(from), to: place(to) } };
}
