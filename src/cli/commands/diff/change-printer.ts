import { LIST_CHANGES, type ListChange } from '../../../contract/list-changes.ts';
import { counted } from '../../../lib/wording.ts';
import type { ChangedAddress } from '../../../lists/compare/comparison.ts';
import { showChange } from '../../../lists/compare/shown-change.ts';
import type { Invocation } from '../../invocation.ts';
import { paletteFor } from '../../io/colour.ts';
import { printLines } from '../../io/print-lines.ts';
import { createRecordPrinter, type PrintedRecord } from '../../io/record-printer.ts';
import { type Column, renderTable } from '../../render/table.ts';

/** Prints changes as they come; a table for people at the end. */
interface ChangePrinter {
  add(changed: ChangedAddress): Promise<void>;
  end(): Promise<void>;
}

/** What is printed of a change. */
interface ChangeRow extends PrintedRecord {
  readonly email: string;
  /** The verdict; the reasons where the verdict is the same. Null where the list has no such address. */
  readonly from: string | null;
  readonly to: string | null;
  readonly change: ListChange;
}

/** Throws `usage` for a format that changes are not written in. */
export function createChangePrinter(invocation: Invocation): ChangePrinter {
  const { context, globals, mask } = invocation;
  const lines = createRecordPrinter<ChangeRow>(invocation, ['email', 'from', 'to', 'change']);
  const isText = globals.format === undefined || globals.format === 'text';
  if (isText && context.stdout.isTTY) return tablePrinter(invocation);
  return { add: (changed) => lines.add(toRow(changed, mask)), end: lines.end };
}

/** Rows of each change that a terminal shows. */
const SHOWN = 50;

function tablePrinter({ context, mask, shown: say }: Invocation): ChangePrinter {
  const shown = new Map<ListChange, ChangeRow[]>();
  const counts = new Map<ListChange, number>();
  return {
    async add(changed) {
      const { change } = changed;
      counts.set(change, (counts.get(change) ?? 0) + 1);
      const rows = shown.get(change) ?? [];
      if (rows.length < SHOWN) shown.set(change, [...rows, toRow(changed, mask)]);
    },
    async end() {
      const rows = LIST_CHANGES.flatMap((change) => shown.get(change) ?? []);
      if (rows.length === 0) return;
      const { bold } = await paletteFor(context.stdout, context.env);
      const { columns } = context.stdout;
      await context.stdout.write(
        await renderTable(rows, COLUMNS, { heading: bold, columns, say: await say() }),
      );
      const more = LIST_CHANGES.flatMap((change) => {
        const left = (counts.get(change) ?? 0) - SHOWN;
        return left > 0 ? [`… and ${counted(left)} more: ${change}`] : [];
      });
      await printLines(context.stdout, more.map(await say()));
    },
  };
}

const COLUMNS: readonly Column<ChangeRow>[] = [
  { title: 'EMAIL', text: ({ email }) => email },
  { title: 'FROM', isWords: true, text: ({ from }) => from ?? '' },
  { title: 'TO', isWords: true, text: ({ to }) => to ?? '' },
  { title: 'CHANGE', isWords: true, text: ({ change }) => change },
];

function toRow(
  { email, before, after, change }: ChangedAddress,
  mask: Invocation['mask'],
): ChangeRow {
  return { email: mask(email), ...showChange(before, after), change };
}
