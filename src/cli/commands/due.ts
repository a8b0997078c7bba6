import { isoTime } from '../../lib/iso-time.ts';
import { counted, plural } from '../../lib/wording.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import { type CommandLine, type Invocation, judgingOf } from '../invocation.ts';
import { openList } from '../io/list-input.ts';
import { createRecordPrinter, printList } from '../io/print.ts';
import { askLedger, knownSince, knownVerdict } from '../ledger.ts';
import { sizeFlag } from '../options/values.ts';
import type { Column } from '../render/table.ts';
import { parseReadOptions } from './batch/options.ts';
import { draftList } from './batch/read-list.ts';

/** What is printed of an address. */
type DueLine = {
  readonly email: string;
  readonly due: boolean;
  readonly verdict: string | null;
  readonly checkedAt: string | null;
};

/** For a terminal: a table for each portion of the list, so that a long one takes no memory. */
const COLUMNS: readonly Column<DueLine>[] = [
  { title: 'EMAIL', text: ({ email }) => email },
  { title: 'DUE', text: ({ due }) => (due ? 'yes' : 'no') },
  { title: 'VERDICT', text: ({ verdict }) => verdict ?? '' },
  { title: 'CHECKED', isTime: true, text: ({ checkedAt }) => checkedAt ?? '' },
];

/** Prints each distinct address of a list, and whether it needs another look. */
export async function runDue(
  invocation: Invocation,
  { args: [file], flags }: CommandLine,
): Promise<undefined> {
  const reading = parseReadOptions(flags);
  const maxInput = sizeFlag(flags, 'maxInput') ?? DEFAULT_MAX_INPUT;
  const fields = ['email', 'due', 'verdict', 'checkedAt'] as const;
  const lines = await createRecordPrinter<DueLine>(invocation, fields);
  const { format = 'text' } = invocation.globals;
  const isTable = format === 'text' && invocation.context.stdout.isTTY;
  const list = await openList(invocation, file, maxInput);
  const { draft } = await draftList(invocation, list, { reading, sample: null });
  let [due, total] = [0, 0];
  try {
    const judging = await judgingOf(invocation);
    const { signal } = invocation.context;
    await using opened = await openService(invocation, await resolveService(invocation));
    for (const { addresses } of draft.listed()) {
      const entries = await askLedger(opened.client, addresses, signal);
      total += entries.length;
      const rows = entries.map((entry): DueLine => {
        const since = knownSince(entry);
        return {
          email: invocation.mask(entry.email),
          due: entry.isDue,
          verdict: knownVerdict(entry, judging) ?? null,
          checkedAt: since === undefined ? null : isoTime(since),
        };
      });
      due += rows.filter((row) => row.due).length;
      if (isTable) await printList(invocation, { rows, columns: COLUMNS });
      else for (const row of rows) await lines.add(row);
    }
  } finally {
    draft.discard();
  }
  await lines.end();
  await invocation.notice(`Due: ${counted(due)} of ${plural(total, 'address', 'addresses')}`);
  if (due > 0 && list.path !== null) {
    await invocation.notice(`mailvet batch submit ${list.name} --due --wait verifies these alone`);
  }
}

/** Bytes of the list. */
const DEFAULT_MAX_INPUT = 2_000_000_000;
