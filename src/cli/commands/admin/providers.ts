import { type ListedProvider, listProviders } from '../../../composition/providers.ts';
import type { Action } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import type { Column } from '../../render/table.ts';
import { readConfigFile } from '../serve/config-file.ts';

/** The table of mail providers, with what `--providers` or the config file says of it. */
export const showProviders: Action = async (invocation, { flags }) => {
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
