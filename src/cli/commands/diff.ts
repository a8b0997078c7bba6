import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIST_CHANGES, type ListChange } from '../../contract/list-changes.ts';
import { readBatches } from '../../formats/read/read-rows.ts';
import type { GivenRow } from '../../formats/results/given-result.ts';
import { columnNames } from '../../formats/results/open-results.ts';
import { createAddressJudge } from '../../formats/write/judged-row.ts';
import { MailvetError } from '../../lib/errors.ts';
import { counted, plural } from '../../lib/wording.ts';
import {
  type ComparedAddress,
  Comparison,
  type ListedResult,
} from '../../lists/compare/comparison.ts';
import { showChange } from '../../lists/compare/shown-change.ts';
import { isJobId, openJob } from '../../lists/directory/job-directory.ts';
import { lookupInOrder } from '../../lists/file/lookup-in-order.ts';
import type { Judging } from '../../policy/policy.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf } from '../invocation.ts';
import { openGivenResults } from '../io/given-results.ts';
import { createRecordPrinter, type PrintedRecord } from '../io/print.ts';
import { paletteFor } from '../io/terminal.ts';
import { booleanFlag, listFlag } from '../options/values.ts';
import { type Column, renderTable } from '../render/table.ts';
import { printLines } from '../render/wrap.ts';
import { jobsDirectory } from './batch/job-access.ts';

/** Compares two lists of results and prints what differs. */
export async function runDiff(
  invocation: Invocation,
  { args: [before = '', after = ''], flags }: CommandLine,
): Promise<ExitCode | undefined> {
  const failOn = listFlag(flags, 'failOn', { noun: 'change', words: LIST_CHANGES }) ?? [];
  const riskyRole = booleanFlag(flags, 'riskyRole');
  const printer = await createChangePrinter(invocation);
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

/** Explains added and removed addresses where only one of the lists has results of a second column. */
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

/** Prints changes as they come; a table for people at the end. */
interface ChangePrinter {
  add(changed: ComparedAddress): Promise<void>;
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
async function createChangePrinter(invocation: Invocation): Promise<ChangePrinter> {
  const { context, globals, mask } = invocation;
  const lines = await createRecordPrinter<ChangeRow>(invocation, ['email', 'from', 'to', 'change']);
  const isText = globals.format === undefined || globals.format === 'text';
  if (isText && context.stdout.isTTY) return tablePrinter(invocation);
  return { add: (changed) => lines.add(toRow(changed, mask)), end: lines.end };
}

/** Rows of each change that a terminal shows. */
const SHOWN = 50;

function tablePrinter({ context, mask }: Invocation): ChangePrinter {
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
      await context.stdout.write(await renderTable(rows, COLUMNS, { heading: bold, columns }));
      const more = LIST_CHANGES.flatMap((change) => {
        const left = (counts.get(change) ?? 0) - SHOWN;
        return left > 0 ? [`… and ${counted(left)} more: ${change}`] : [];
      });
      await printLines(context.stdout, more);
    },
  };
}

const COLUMNS: readonly Column<ChangeRow>[] = [
  { title: 'EMAIL', text: ({ email }) => email },
  { title: 'FROM', text: ({ from }) => from ?? '' },
  { title: 'TO', text: ({ to }) => to ?? '' },
  { title: 'CHANGE', text: ({ change }) => change },
];

function toRow(
  { email, before, after, change }: ComparedAddress,
  mask: Invocation['mask'],
): ChangeRow {
  return { email: mask(email), ...showChange(before, after), change };
}

/** One of the two lists. */
interface DiffSide {
  readonly given: string;
  readonly judging: Judging;
  /** Called with the columns whose addresses have results, before the first of them. */
  readonly onColumns: (names: readonly string[]) => void;
}

/** The results of a job or a file in their order, many at a time. */
function readSide(invocation: Invocation, side: DiffSide): AsyncGenerator<readonly ListedResult[]> {
  const { given } = side;
  const isJob = isJobId(given) && !existsSync(resolve(invocation.context.cwd, given));
  return isJob ? readJob(invocation, side) : readFile(invocation, side);
}

async function* readJob(
  invocation: Invocation,
  { given, judging, onColumns }: DiffSide,
): AsyncGenerator<readonly ListedResult[]> {
  using job = openJob(jobsDirectory(invocation), given);
  onColumns(columnNames(job.record.plan));
  const toOutcome = createAddressJudge({ lookup: lookupInOrder(job), judging });
  for await (const rows of readBatches(job.input(), job.record.plan)) {
    invocation.context.signal.throwIfAborted();
    const outcomes = rows.flatMap(({ addresses }) => addresses.map(toOutcome));
    yield outcomes.flatMap(({ email, verdict, reason, detail }) =>
      // Addresses without an answer have no result to compare.
      verdict === undefined || reason === 'incomplete' ? [] : [{ email, verdict, reason, detail }],
    );
  }
}

async function* readFile(
  invocation: Invocation,
  { given, onColumns }: DiffSide,
): AsyncGenerator<readonly ListedResult[]> {
  using file = await openGivenResults(invocation, given);
  onColumns(file.columns);
  const unreadable = new Unreadable();
  for await (const rows of file.rows()) {
    invocation.context.signal.throwIfAborted();
    yield rows.flatMap((row) => ('results' in row ? row.results : unreadable.add(row)));
  }
  for (const line of unreadable.lines(file.name)) await invocation.notice(line);
}

/** Rows that have no result: the first is named. */
class Unreadable {
  #first: string | undefined;
  #count = 0;

  add(row: Extract<GivenRow, { unreadable: string }>): readonly [] {
    this.#first ??= `line ${row.line}: ${row.unreadable}`;
    this.#count += 1;
    return [];
  }

  lines(name: string): string[] {
    if (this.#first === undefined) return [];
    return [`${name}: ${plural(this.#count, 'row')} left out, ${this.#first}`];
  }
}
