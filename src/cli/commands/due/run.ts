import { isoTime } from '../../../lib/iso-time.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { openList } from '../../io/list-input.ts';
import { createRecordPrinter } from '../../io/record-printer.ts';
import { askLedger } from '../../ledger/ask-ledger.ts';
import { knownSince, knownVerdict } from '../../ledger/known-result.ts';
import { readList } from '../batch/submit/submit-list.ts';
import type { DueOptions } from './options.ts';

/** What is printed of an address. */
type DueLine = {
  readonly email: string;
  readonly due: boolean;
  readonly verdict: string | null;
  readonly checkedAt: string | null;
};

/** Prints each distinct address of a list, and whether it needs another look. */
export async function runDue(
  invocation: Invocation,
  { file, reading, maxInput }: DueOptions,
): Promise<undefined> {
  const fields = ['email', 'due', 'verdict', 'checkedAt'] as const;
  const printer = createRecordPrinter<DueLine>(invocation, fields);
  const list = await openList(invocation, file, maxInput);
  const { draft } = await readList(invocation, list, { reading, sample: null });
  let [due, total] = [0, 0];
  try {
    const judging = await judgingOf(invocation);
    const { signal } = invocation.context;
    await using opened = await openService(invocation, await resolveService(invocation));
    for (const { addresses } of draft.listed()) {
      const entries = await askLedger(opened.client, addresses, signal);
      total += entries.length;
      for (const entry of entries) {
        if (entry.isDue) due += 1;
        const since = knownSince(entry);
        await printer.add({
          email: invocation.mask(entry.email),
          due: entry.isDue,
          verdict: knownVerdict(entry, judging) ?? null,
          checkedAt: since === undefined ? null : isoTime(since),
        });
      }
    }
  } finally {
    draft.discard();
  }
  await printer.end();
  await invocation.notice(`Due: ${counted(due)} of ${plural(total, 'address', 'addresses')}`);
  if (due > 0 && list.path !== null) {
    await invocation.notice(`mailvet batch submit ${list.name} --due --wait verifies these alone`);
  }
}
