import { basename, dirname, extname, join, resolve } from 'node:path';
import { withoutPacking } from '../../../formats/packed/packing.ts';
import type { ResultColumn } from '../../../formats/write/output.ts';
import { TOOL_PARTS } from '../../../formats/write/tool-files.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { plural } from '../../../lib/wording.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError, printError } from '../../error-report.ts';
import { EXIT, EXIT_CODES, type ExitCode } from '../../exit-codes.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { isFolderName, isStdout } from '../../io/output-target.ts';
import { ClosedPipe } from '../../io/terminal.ts';
import type { RawFlags } from '../../options/values.ts';
import { printSummary } from '../../render/summary.ts';
import { mapReporterFile } from '../../reporters/choice.ts';
import { ListsTotal } from './destination.ts';
import { parseSubmitOptions, type SubmitOptions } from './options.ts';
import { runSubmit, serviceFor } from './submit.ts';

/**
 * One job a list, one after another. A list that fails does not keep the others from being verified,
 * unless none could be: without a service, without quota, after a signal. The worst exit code counts.
 */
export async function runSubmits(
  invocation: Invocation,
  lists: readonly SubmitOptions[],
): Promise<ExitCode | undefined> {
  const [first] = lists;
  if (first && lists.length === 1) return await runSubmit(invocation, first);
  // Once: a key on stdin can be read only once.
  const service = lists.some(({ limits }) => limits.dryRun)
    ? undefined
    : await serviceFor(invocation, { mode: first?.mode });
  const total = new ListsTotal();
  const codes: ExitCode[] = [];
  for (const [at, options] of lists.entries()) {
    codes.push(
      await runOne(invocation, { options, rest: lists.slice(at + 1) }, { service, total }),
    );
  }
  await printTotal(invocation, total, lists.length);
  return codes.toSorted((a, b) => b - a)[0];
}

interface OneOf {
  readonly options: SubmitOptions;
  /** Those that come after it. */
  readonly rest: readonly SubmitOptions[];
}

async function runOne(
  invocation: Invocation,
  { options, rest }: OneOf,
  shared: Parameters<typeof runSubmit>[2],
): Promise<ExitCode> {
  try {
    return (await runSubmit(invocation, options, shared)) ?? EXIT.done;
  } catch (error) {
    if (error instanceof ClosedPipe) throw error;
    const known = asMailvetError(error, directoriesOf(invocation.context));
    const code = EXIT_CODES[known.code];
    if (!ENDS_RUN.includes(code)) {
      await printError(invocation, known);
      return code;
    }
    const names = rest.map(({ file }) => file ?? '-');
    if (names.length > 0) await invocation.notice(`Not begun: ${names.join(', ')}`);
    throw known;
  }
}

/** Errors that the next list would have, too. */
const ENDS_RUN: readonly ExitCode[] = [
  ...[EXIT.config, EXIT.quota, EXIT.internal, EXIT.io, EXIT.interrupted, EXIT.terminated],
];

async function printTotal(
  invocation: Invocation,
  { counts, lists, addresses }: ListsTotal,
  given: number,
): Promise<void> {
  const failed = given - lists;
  if (lists > 0) {
    const name = failed === 0 ? plural(given, 'list') : `${lists} of ${plural(given, 'list')}`;
    await printSummary(invocation, { subject: { name, addresses }, summary: counts.summary() });
  }
}

/** The lists of `batch submit`. */
export function parseSubmits(line: CommandLine): readonly SubmitOptions[] {
  return parseEachList(line, parseSubmitOptions);
}

/**
 * The options of each list that is named. With several lists a name of an output is the folder in
 * which each has its own, since one file can't hold them all; names of reports get that of the list.
 */
function parseEachList(
  line: CommandLine,
  parse: (line: CommandLine) => SubmitOptions,
): readonly SubmitOptions[] {
  const { args, flags } = line;
  if (args.length < 2) return [parse(line)];
  refuseTwice(args, 'is named twice');
  refuseSharedFile(flags);
  const { output, split, report, reporter } = flags;
  if ([output, split, report, reporter].some((each) => each !== undefined)) refuseSameNames(args);
  return args.map((file) => ({
    ...parse({ ...line, args: [file], flags: flagsOf(file, flags) }),
    isOneOfSeveral: true,
  }));
}

function flagsOf(file: string, flags: RawFlags): RawFlags {
  const { split, report, reporter } = flags;
  const name = stem(file);
  return {
    ...flags,
    ...(typeof split === 'string' && { split: join(split, name) }),
    ...(report !== undefined && { report: asList(report).map((path) => withName(path, name)) }),
    ...(reporter !== undefined && {
      reporter: asList(reporter).map((text) =>
        mapReporterFile(text, (path) => withName(path, name)),
      ),
    }),
  };
}

/** `out.html` → `out.contacts.html`. */
function withName(path: string, name: string): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}.${name}${extension}`);
}

function stem(file: string): string {
  const name = basename(withoutPacking(file));
  return file === '-' ? 'stdin' : basename(name, extname(name));
}

function refuseTwice(names: readonly string[], how: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new MailvetError('usage', `${twice} ${how}`);
}

function refuseSameNames(files: readonly string[]): void {
  const names = files.map(stem);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (at === -1) return;
  const other = files[names.indexOf(names[at] ?? '')];
  throw new MailvetError('usage', `The results of ${other} and ${files[at]} would have one name`, {
    hint: 'Verify them one after another, each with a folder of its own',
  });
}

function refuseSharedFile({ output }: RawFlags): void {
  if (typeof output !== 'string' || isFolderName(output)) return;
  throw new MailvetError('usage', `-o ${output} names one file for several lists`, {
    hint: ['Name a folder, with a slash at its end: ', { code: 'terminal', text: '-o results/' }],
  });
}

function asList(value: unknown): string[] {
  return value === undefined ? [] : ([value].flat() as string[]);
}

/** Each list: a submit that waits, with its files beside the list whatever stdout is. */
export function parseClean(line: CommandLine): readonly SubmitOptions[] {
  return parseEachList(line, parseCleanOptions);
}

function parseCleanOptions(line: CommandLine): SubmitOptions {
  const { args, flags, context } = line;
  const [file = '-'] = args;
  if (file === '-') {
    throw new MailvetError('usage', 'clean writes beside its list: it needs a file', {
      hint: ['For stdin there is: ', { code: 'terminal', text: 'mailvet batch submit - --wait' }],
    });
  }
  const start = startFor(line, withoutExtension(resolve(context.cwd, file)));
  const files = {
    toolFiles: TOOL_PARTS.map((part) => `${start}.${part}.csv`),
    report: `${start}.verified.html`,
  };
  const usualColumns = flags.splitCells === true ? [...CLEAN_COLUMNS, 'others'] : CLEAN_COLUMNS;
  const columns = flags.only === 'deliverable' ? { columns: 'none' } : {};
  const usual = { ...files, ...columns, usualColumns: usualColumns.join() };
  const waiting = { ...line, flags: { ...usual, ...flags, wait: true } };
  return { ...parseSubmitOptions(waiting), beside: true };
}

/** What `clean` adds to each row where neither a flag nor the policy says it. */
const CLEAN_COLUMNS: readonly ResultColumn[] = ['verdict', 'reason', 'suggestion'];

/** What the names of the files beside the results begin with: the list's, or that of -o. */
function startFor({ flags: { output }, context: { cwd } }: CommandLine, start: string): string {
  if (typeof output !== 'string' || isStdout(output)) return start;
  const path = resolve(cwd, output);
  if (isFolderName(output)) return join(path, basename(start));
  return withoutExtension(path).replace(/\.verified$/, '');
}

/** `contacts.csv` → `contacts`, `contacts.csv.gz` → `contacts`. */
function withoutExtension(packed: string): string {
  const path = withoutPacking(packed);
  return join(dirname(path), basename(path, extname(path)));
}
