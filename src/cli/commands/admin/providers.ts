import { type Drift, findDrift } from '../../../composition/drift.ts';
import { type ListedProvider, listProviders } from '../../../composition/verifier-settings.ts';
import { plural } from '../../../lib/wording.ts';
import type { Action } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { durationFlag } from '../../options/values.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import type { Column } from '../../render/table.ts';
import { readConfigFile } from '../serve/config-file.ts';
import { adminWith } from './run.ts';

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
  await printList(invocation, { rows: await listProviders(setting), columns: COLUMNS });
  return undefined;
};

const number = (value: number | undefined) => (value === undefined ? '' : String(value));

/** A value that a setting says has a star. */
function limit(name: keyof NonNullable<ListedProvider['limits']>) {
  return ({ limits, overridden }: ListedProvider) =>
    `${number(limits?.[name])}${overridden.includes(name) ? '*' : ''}`;
}

const COLUMNS: readonly Column<ListedProvider>[] = [
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
