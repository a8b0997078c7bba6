import { checkDatabase } from '../../../composition/admin.ts';
import { listFolder, shownDatabase } from '../../../lib/database-name.ts';
import { embeddedDatabase } from '../../directories.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { databaseOf } from '../serve/database.ts';

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
