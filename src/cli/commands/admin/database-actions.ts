import { checkDatabase, migrateDatabase } from '../../../composition/admin.ts';
import { copyService } from '../../../composition/copy-service.ts';
import { listFolder, shownDatabase } from '../../../lib/database-name.ts';
import { embeddedDatabase } from '../../directories.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Action, CommandLine } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { migrationText } from '../../render/migration.ts';
import { databaseAt, databaseOf, listsAt } from '../serve/database.ts';

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

/** One problem a line, or `ok`. Exits with 1 when there is a problem. */
export const check: Action = async (invocation, { flags }) => {
  const { context } = invocation;
  const { database, lists } = databaseOf(flags, context);
  // A folder of lists on PostgreSQL has to be named.
  const folder = lists === 'off' ? undefined : lists;
  const found = await checkDatabase(database, { lists: folder, now: context.clock.now() });
  const problems = found.filter(({ isNote }) => !isNote);
  const notes = found.filter(({ isNote }) => isNote).map(({ text }) => text);
  const ok = problems.length === 0;
  const lines = problems.map(({ text, mend }) => (mend ? `${text} (mended ${mend})` : text));
  const shownNotes = notes.length > 0 ? { notes } : {};
  const text = `${ok ? 'ok' : lines.join('\n')}\n`;
  await printOne(invocation, { ok, problems: lines, ...shownNotes }, text);
  for (const note of notes) await invocation.notice(note);
  const shown = shownDatabase(database);
  if (ok) {
    await invocation.notice(`Database: ${shown}`);
    return undefined;
  }
  const isDamaged = problems.some(({ mend }) => mend === undefined);
  await invocation.notice(
    isDamaged
      ? `The database ${shown} is damaged. ${adviceFor(database, context)}`
      : `A running service mends this by itself: check ${shown} again when one has run for as long`,
  );
  return EXIT.fallsShort;
};

function adviceFor(database: string, context: Parameters<typeof embeddedDatabase>[0]): string {
  return database === embeddedDatabase(context)
    ? `Restore a backup, or begin with an empty database: move the file and its lists (${listFolder(database)}) away together`
    : 'Stop the service and restore a backup (see docs/operations.md)';
}

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
