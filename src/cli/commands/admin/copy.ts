import { copyService } from '../../../composition/copy-service.ts';
import { listFolder } from '../../../lib/database-name.ts';
import type { Action, CommandLine } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { databaseAt, listsAt } from '../serve/database.ts';

/** Copies a database from SQLite to PostgreSQL and compares both: a table a line. */
export const copy: Action = async (invocation, line) => {
  const request = parseCopy(line);
  const copied = await copyService({
    ...request,
    onOpenElsewhere: () =>
      invocation.notice(
        `A service has ${request.from} open: what it stores from now on is not copied. Stop it, then copy again`,
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
  const place = { listFolder: listFolder(to), ...listsAt(given, to, context) };
  return { from, to, lists: { from: listFolder(from), to: place } };
}
