import { checkDatabase, migrateDatabase } from '../../../composition/admin.ts';
import { copyService } from '../../../composition/copy-service.ts';
import { type Drift, findDrift } from '../../../composition/drift.ts';
import { type ListedProvider, listProviders } from '../../../composition/verifier-settings.ts';
import { listFolder, shownDatabase } from '../../../lib/database-name.ts';
import { plural } from '../../../lib/wording.ts';
import { migrationText } from '../../connect/embedded.ts';
import { embeddedDatabase } from '../../directories.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Action, CommandLine } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { readVerifierOptions } from '../../options/global.ts';
import { durationFlag } from '../../options/values.ts';
import type { Column } from '../../render/table.ts';
import { databaseAt, databaseOf, listsAt, readConfigFile } from '../serve/settings.ts';
import { adminWith } from './run.ts';

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

/** The table of mail providers, or what was seen that differs from it. */
export const showProviders: Action = (invocation, line) =>
  (line.flags.drift === true ? showDrift : showTable)(invocation, line);

const DEFAULT_AGE_MS = 90 * 24 * 60 * 60 * 1000;

const showDrift = adminWith(({ flags }) => {
  const age = durationFlag(flags, 'since') ?? DEFAULT_AGE_MS;
  return async (admin, invocation) => {
    const { context, globals } = invocation;
    const { providers: given } = readVerifierOptions(globals.verifier, context.env);
    const providers = given ?? (await readConfigFile(flags, context)).give('providers');
    const since = context.clock.now() - age;
    const { drift: rows, damaged } = await findDrift(admin, { providers, since });
    await printList(invocation, { rows, columns: DRIFT_COLUMNS });
    if (rows.length === 0) await invocation.notice('Nothing that was seen differs from the table');
    if (damaged > 0) await invocation.notice(damagedNote(damaged));
  };
});

function damagedNote(count: number): string {
  return `Left out: ${plural(count, 'damaged result')}. Run mailvet admin check`;
}

const DRIFT_COLUMNS: readonly Column<Drift>[] = [
  { title: 'PROVIDER', text: ({ provider }) => provider },
  { title: 'WHAT', text: (drift) => DRIFT_WORDS[drift.kind] },
  { title: 'SEEN', align: 'right', text: ({ seen }) => number(seen || undefined) },
  {
    title: 'WHERE',
    text: (drift) => (drift.kind === 'moved' ? `${drift.subject} -> ${drift.to}` : drift.subject),
  },
];

const DRIFT_WORDS: Readonly<Record<Drift['kind'], string>> = {
  moved: 'mail goes elsewhere',
  new_reply: 'unlisted reply',
  unlisted: 'many domains, no entry',
  overdue: 'due to be checked since',
};

/** The table, with what `--providers` or the config file says of it. */
const showTable: Action = async (invocation, { flags }) => {
  const { context, globals } = invocation;
  const { providers: given } = readVerifierOptions(globals.verifier, context.env);
  const setting = given ?? (await readConfigFile(flags, context)).give('providers');
  await printList(invocation, { rows: await listProviders(setting), columns: PROVIDER_COLUMNS });
  return undefined;
};

const number = (value: number | undefined) => (value === undefined ? '' : String(value));

/** A value that a setting says has a star. */
function limit(name: keyof NonNullable<ListedProvider['limits']>) {
  return ({ limits, overridden }: ListedProvider) =>
    `${number(limits?.[name])}${overridden.includes(name) ? '*' : ''}`;
}

const PROVIDER_COLUMNS: readonly Column<ListedProvider>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'CONNECTIONS', text: limit('connections') },
  { title: 'RECIPIENTS', text: limit('recipientsPerSession') },
  { title: 'REST MIN', text: limit('restMinutes') },
  { title: 'ACCEPT-ALL', text: ({ acceptAll }) => acceptAll ?? '' },
  { title: 'CONFIDENCE', text: ({ confidence }) => confidence },
  { title: 'MX', text: ({ mx }) => mx.join(' ') },
  { title: 'SESSIONS MIN', text: limit('sessionsPerMinute') },
  { title: 'OVERRIDDEN', text: ({ overridden }) => overridden.join(' ') },
];
