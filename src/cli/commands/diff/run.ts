import { LIST_CHANGES, type ListChange } from '../../../contract/list-changes.ts';
import { MailvetError } from '../../../errors.ts';
import { counted } from '../../../lib/wording.ts';
import { Comparison } from '../../../lists/compare/comparison.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { createChangePrinter } from './change-printer.ts';
import type { DiffOptions } from './options.ts';
import { readSide } from './read-side.ts';

/** Compares two lists of results and prints what differs. */
export async function runDiff(
  invocation: Invocation,
  { before, after, failOn, riskyRole }: DiffOptions,
): Promise<ExitCode | undefined> {
  const printer = createChangePrinter(invocation);
  if (before === '-' && after === '-') {
    throw new MailvetError('usage', 'stdin can hold one of the lists, not both');
  }
  const judging = await judgingOf(invocation, { riskyRole });
  using comparison = new Comparison();
  const sides: ComparedSide[] = [];
  for (const [side, given] of [['before', before] as const, ['after', after] as const]) {
    const onColumns = (names: readonly string[]) => sides.push({ given, names });
    const rows = readSide(invocation, { given, judging, onColumns });
    for await (const results of rows) comparison.add(side, results);
  }
  const counts = new Map<ListChange, number>();
  for (const changed of comparison.changes()) {
    invocation.context.signal.throwIfAborted();
    counts.set(changed.change, (counts.get(changed.change) ?? 0) + 1);
    await printer.add(changed);
  }
  await printer.end();
  await invocation.notice(summaryText(counts, comparison.same));
  const isOneSided = counts.has('added') || counts.has('removed');
  if (isOneSided) await hintAtColumns(invocation, sides);
  return await failedCheck(invocation, counts, failOn);
}

interface ComparedSide {
  readonly given: string;
  /** Columns whose addresses have results. */
  readonly names: readonly string[];
}

/** Addresses of a column that one list alone has are no news. */
async function hintAtColumns(
  { notice }: Invocation,
  [before, after]: readonly ComparedSide[],
): Promise<void> {
  if (!before || !after || before.names.length === after.names.length) return;
  const of = ({ given, names }: ComparedSide) => `${given} by ${names.join(', ')}`;
  await notice(
    `Compared: ${of(before)}; ${of(after)}. Addresses of a column that only one of them has are added or removed; to compare one column, verify both lists with its --column`,
  );
}

/** `Worse: 3, better: 1, other: 0, added: 2, removed: 0, same: 120` */
function summaryText(counts: ReadonlyMap<ListChange, number>, same: number): string {
  const parts = LIST_CHANGES.map((change) => `${change}: ${counted(counts.get(change) ?? 0)}`);
  const text = [...parts, `same: ${counted(same)}`].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function failedCheck(
  { notice }: Invocation,
  counts: ReadonlyMap<ListChange, number>,
  failOn: readonly ListChange[],
): Promise<ExitCode | undefined> {
  const found = failOn.filter((change) => counts.has(change));
  for (const change of found) {
    await notice(
      `Check failed: ${counted(counts.get(change) ?? 0)} ${change} (--fail-on ${change})`,
    );
  }
  return found.length > 0 ? EXIT.fallsShort : undefined;
}
