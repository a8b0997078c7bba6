import { isPostgresUrl } from '../../../lib/database-name.ts';
import type { Action, CommandLine } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { databaseAt, listsAt } from '../serve/database.ts';

interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly lists: { readonly from: string; readonly to: string };
  readonly onTable: (copied: CopiedTable) => void;
}

type CopyDatabase = (request: CopyRequest) => Promise<readonly CopiedTable[]>;

/** Copies a database to one of the other kind and compares both: a table a line. */
export function copyWith(copy: CopyDatabase): Action {
  return async (invocation, line) => {
    const places = parseCopy(line);
    const onTable = ({ table, rows }: CopiedTable) => invocation.debug(`copied ${table}: ${rows}`);
    const copied = await copy({ ...places, onTable });
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
}

function parseCopy({ flags, context }: CommandLine) {
  const from = databaseAt(String(flags.from), context);
  const to = databaseAt(String(flags.to), context);
  const given = typeof flags.lists === 'string' ? flags.lists : context.env.MAILVET_LISTS;
  const folder = (database: string) =>
    listsAt(isPostgresUrl(database) ? given : undefined, database, context);
  return { from, to, lists: { from: folder(from), to: folder(to) } };
}
