import { relative, resolve, sep } from 'node:path';
import { cellAddress } from '../../formats/read/cell-addresses.ts';
import { readRows } from '../../formats/read/read-rows.ts';
import type { CellAddress } from '../../formats/row.ts';
import { MailvetError } from '../../lib/errors.ts';
import { maskCell } from '../../lib/mask.ts';
import { counted, plural } from '../../lib/wording.ts';
import { SEED_REASONS, SeedJudge, type SeedReason } from '../../scan/seeds.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import { type ListInput, openList } from '../io/list-input.ts';
import { printList, printOne } from '../io/print.ts';
import { cellToRecord, toJson } from '../render/results.ts';
import type { Column } from '../render/table.ts';
import type { ReporterChoice } from '../reporters/choice.ts';
import { openFindReporters } from '../reporters/find-reporters.ts';
import type { SubmitOptions } from './batch/options.ts';
import { draftList } from './batch/read-list.ts';
import { findAllowList } from './scan/allow-file.ts';
import { findRepository } from './scan/git.ts';
import type { VerifyCommandOptions } from './verify/options.ts';

/** Bytes of a list on stdin. */
const MAX_INPUT = 2_000_000_000;

/** An address of seed data. */
interface SeedRow {
  readonly cell: CellAddress;
  /** Undefined for an argument. */
  readonly line: number | undefined;
  readonly reason: SeedReason;
}

/** Checks addresses given as arguments, or a list on stdin, and prints what each is. */
export async function runSeedsVerify(
  invocation: Invocation,
  { addresses, explain, output, force, reporters: choices }: VerifyCommandOptions,
): Promise<ExitCode> {
  refuseOutput(output, explain);
  const judge = createJudge(invocation);
  const rows: SeedRow[] = [];
  for (const text of addresses.length === 0 ? ['-'] : addresses) {
    if (text === '-') for await (const row of listRows(invocation, judge)) rows.push(row);
    else rows.push(judged(judge, cellAddress(text), undefined));
  }
  const shown = rows.map((row) => toShown(row));
  const [single] = shown;
  if (single && addresses.length === 1 && addresses[0] !== '-') {
    await printOne(invocation, single, COLUMNS.map(({ text }) => text(single)).join('\t'));
  } else await printList(invocation, { rows: shown, columns: COLUMNS });
  await report(invocation, rows, { choices, force, file: 'stdin' });
  return await conclude(invocation, rows);
}

function refuseOutput(output: string | undefined, explain: boolean): void {
  if (output === undefined && !explain) return;
  throw new MailvetError(
    'usage',
    `--policy seeds checks, and has nothing to ${explain ? 'explain' : 'write'}`,
    {
      hint: `Leave ${explain ? '--explain' : '-o'} out`,
    },
  );
}

/** Checks each list, and prints the rows that fail. */
export async function runSeedsLists(
  invocation: Invocation,
  lists: readonly SubmitOptions[],
): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  for (const options of lists) codes.push(await checkList(invocation, options));
  return codes.includes(EXIT.fallsShort) ? EXIT.fallsShort : EXIT.done;
}

async function checkList(
  invocation: Invocation,
  { file, reading, limits, results }: SubmitOptions,
): Promise<ExitCode> {
  const list = await openList(invocation, file, limits.maxInput);
  const rows: SeedRow[] = [];
  for await (const row of listRows(invocation, createJudge(invocation), { list, reading })) {
    rows.push(row);
  }
  const failed = rows.filter(({ reason }) => !SEED_REASONS[reason].passes);
  const name = file ?? 'stdin';
  await printList(invocation, {
    rows: failed.map((row) => ({
      ...{ file: name, line: row.line },
      ...toShown(row),
      email: emailOf(row, invocation),
    })),
    columns: [{ title: 'PLACE', text: (row) => `${row.file}:${row.line}` }, ...COLUMNS],
  });
  const { reporters: choices, force } = results;
  await report(invocation, failed, { choices, force, file: name });
  return await conclude(invocation, rows);
}

interface ListToCheck {
  readonly list: ListInput;
  readonly reading: SubmitOptions['reading'];
}

/** The addresses of a list, by default that on stdin; empty cells are left out. */
async function* listRows(
  invocation: Invocation,
  judge: SeedJudge,
  given?: ListToCheck,
): AsyncGenerator<SeedRow> {
  const list = given?.list ?? (await openList(invocation, undefined, MAX_INPUT));
  const reading = given?.reading ?? {};
  const { draft, scan } = await draftList(invocation, list, { reading, sample: null });
  try {
    for await (const { line, addresses } of readRows(draft.source, scan.plan)) {
      for (const cell of addresses) {
        if (cell.problem !== 'empty') yield judged(judge, cell, line);
      }
    }
  } finally {
    draft.discard();
  }
}

function judged(judge: SeedJudge, cell: CellAddress, line: number | undefined): SeedRow {
  return { cell, line, reason: judge.judge(cell.address, cell.raw) };
}

function createJudge({ context: { cwd } }: Invocation): SeedJudge {
  return new SeedJudge(findAllowList(cwd, findRepository(cwd))?.list);
}

type ShownSeed = ReturnType<typeof toShown>;

/** The fields of a result. Nobody was asked, so the verdict is `unknown`; never `undeliverable` for a reserved name. */
function toShown({ cell, reason }: SeedRow) {
  const email = cell.address ?? cell.raw;
  const verdict = reason === 'syntax' ? 'undeliverable' : 'unknown';
  return { ...toJson(cellToRecord(cell, {}, {})), email, verdict, reason };
}

/** Masked with --redact. */
function emailOf({ cell }: SeedRow, { globals: { redact } }: Invocation): string {
  const text = cell.address ?? cell.raw;
  return redact ? maskCell(text) : text;
}

const COLUMNS: readonly Column<ShownSeed>[] = [
  { title: 'EMAIL', text: ({ email }) => email },
  { title: 'VERDICT', text: ({ verdict }) => verdict },
  { title: 'REASON', text: ({ reason }) => reason },
];

interface SeedReport {
  readonly choices: readonly ReporterChoice[];
  readonly force: boolean;
  /** As it was given. */
  readonly file: string;
}

async function report(
  invocation: Invocation,
  rows: readonly SeedRow[],
  { choices, force, file }: SeedReport,
): Promise<void> {
  const { context } = invocation;
  const reporter = await openFindReporters(invocation, { choices, force });
  const root = context.env.GITHUB_WORKSPACE || context.cwd;
  const path = relative(root, resolve(context.cwd, file)).replaceAll(sep, '/');
  for (const row of rows) {
    const { line = 1, reason } = row;
    const { passes, meaning } = SEED_REASONS[reason];
    const address = emailOf(row, invocation);
    if (!passes) reporter.add({ file: path, line, address, reason, meaning });
  }
  await reporter.end();
}

async function conclude({ notice }: Invocation, rows: readonly SeedRow[]): Promise<ExitCode> {
  const counts = Object.keys(SEED_REASONS).flatMap((reason) => {
    const count = rows.filter((row) => row.reason === reason).length;
    return count === 0 ? [] : [`${counted(count)} ${reason}`];
  });
  const failed = rows.filter(({ reason }) => !SEED_REASONS[reason].passes).length;
  const details = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  await notice(`${plural(rows.length, 'address', 'addresses')}${details}`);
  if (failed === 0) return EXIT.done;
  await notice(`Check failed: ${plural(failed, 'address', 'addresses')} (--policy seeds)`);
  return EXIT.fallsShort;
}
