import type { Action } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import type { Column } from '../../render/table.ts';
import { readVerifierOptions } from '../../service/verifier-options.ts';

/** What is shown of a mail provider. */
interface ShownProvider {
  readonly id: string;
  readonly mx: readonly string[];
  readonly limits?: {
    readonly connections?: number;
    readonly recipientsPerSession?: number;
    readonly restMinutes?: number;
  };
  readonly acceptAll?: string;
  readonly confidence: string;
}

type ListProviders = (path?: string) => Promise<readonly ShownProvider[]>;

/** The table of mail providers, with the entries of `--providers` where that is given. */
export function showProviders(list: ListProviders): Action {
  return async (invocation) => {
    const { context, globals } = invocation;
    const { providers: file } = readVerifierOptions(globals.verifier, context.env);
    await printList(invocation, { rows: await list(file), columns: COLUMNS });
    return undefined;
  };
}

const number = (value: number | undefined) => (value === undefined ? '' : String(value));

const COLUMNS: readonly Column<ShownProvider>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'CONNECTIONS', text: ({ limits }) => number(limits?.connections) },
  { title: 'RECIPIENTS', text: ({ limits }) => number(limits?.recipientsPerSession) },
  { title: 'REST MIN', text: ({ limits }) => number(limits?.restMinutes) },
  { title: 'ACCEPT-ALL', text: ({ acceptAll }) => acceptAll ?? '' },
  { title: 'CONFIDENCE', text: ({ confidence }) => confidence },
  { title: 'MX', text: ({ mx }) => mx.join(' ') },
];
