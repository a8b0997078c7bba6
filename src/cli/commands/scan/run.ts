import { relative, resolve, sep } from 'node:path';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { maskAddress } from '../../../lib/mask.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { reasonOf } from '../../../lib/system-reason.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { AddressJudge, FIND_REASONS, type FindReason } from '../../../scan/judge.ts';
import { replacementFor } from '../../../scan/replacement.ts';
import { printUnreadable } from '../../error-report.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { createRecordPrinter } from '../../io/print.ts';
import { requireYes } from '../../io/prompt.ts';
import { type RawFlags, textFlag } from '../../options/values.ts';
import { printLines } from '../../render/wrap.ts';
import { type ReporterChoice, reporterChoices } from '../../reporters/choice.ts';
import { openFindReporters } from '../../reporters/find-reporters.ts';
import { type EarlierFinds, readEarlierFinds } from './earlier-finds.ts';
import { findFiles, type ScannedFile } from './find-files.ts';
import { type FileFind, FindReader } from './read-finds.ts';
import { type Replacement, replaceIn } from './write.ts';

interface ScanOptions {
  readonly paths: readonly string[];
  readonly diff: string | undefined;
  readonly write: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly force: boolean;
  readonly baseline: string | undefined;
  readonly reporters: readonly ReporterChoice[];
}

export function parseScanOptions({ args, flags, context }: CommandLine): ScanOptions {
  return {
    paths: args.length === 0 ? ['.'] : args,
    diff: textFlag(flags, 'diff'),
    write: flags.write === true,
    dryRun: parseDryRun(flags),
    yes: flags.yes === true,
    force: flags.force === true,
    baseline: textFlag(flags, 'baseline'),
    reporters: reporterChoices(flags, context.cwd),
  };
}

function parseDryRun({ dryRun, write }: RawFlags): boolean {
  if (dryRun !== true || write === true) return dryRun === true;
  throw new MailvetError('usage', '--dry-run shows what --write would do', {
    hint: 'Add --write, or leave --dry-run out: without --write nothing is changed',
  });
}

/** What is printed of a find. */
type FindLine = {
  readonly file: string;
  /** The file in an archive, the sheet of a workbook. */
  readonly entry?: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly address: string;
  readonly reason: FindReason;
};

/** Finds addresses of real people in files, prints and reports them, and replaces them with `--write`. */
export async function runScan(invocation: Invocation, options: ScanOptions): Promise<ExitCode> {
  const { context } = invocation;
  const { baseline, write } = options;
  const earlier = baseline === undefined ? undefined : await readEarlierFinds(context, baseline);
  const output = await openOutput(invocation, options);
  const run = new ScanRun(invocation, output, { earlier, keeps: write });
  {
    await using _ = invocation.underWay(() => `Scanning: ${counted(run.files)} files`);
    // The baseline has what is known already.
    const known = baseline === undefined ? undefined : resolve(context.cwd, baseline);
    for await (const file of findFiles(invocation, options))
      if (file.path !== known) await run.scan(file);
  }
  await run.end();
  const left = write ? await replaceAll(invocation, run, options) : run.finds;
  if (run.unreadable > 0) return EXIT.usage;
  return left > 0 ? EXIT.fallsShort : EXIT.done;
}

interface FindOutput {
  add(find: FindLine): Promise<void>;
  end(): Promise<void>;
}

/** stdout and reporters. */
async function openOutput(
  invocation: Invocation,
  { reporters: choices, force }: ScanOptions,
): Promise<FindOutput> {
  const { context, globals } = invocation;
  const reporters = await openFindReporters(invocation, { choices, force });
  const isText = globals.format === undefined || globals.format === 'text';
  const printer = isText
    ? textPrinter(invocation)
    : await createRecordPrinter<FindLine>(invocation, FIELDS);
  const root = context.env.GITHUB_WORKSPACE || context.cwd;
  const report = (find: FindLine) => {
    const file = relative(root, resolve(context.cwd, find.file)).replaceAll(sep, '/');
    reporters.add({ ...find, file, meaning: FIND_REASONS[find.reason] });
  };
  return {
    async add(find) {
      const shown = globals.redact ? { ...find, address: maskAddress(find.address) } : find;
      if (choices.length > 0) report(shown);
      await printer.add(shown);
    },
    async end() {
      await printer.end();
      await reporters.end();
    },
  };
}

const FIELDS = ['file', 'line', 'column', 'address', 'reason'] as const;

/** Characters held before they are written. */
const BUFFER = 64_000;

/** `file:line:column: address reason`, which editors open. */
function textPrinter({ context: { stdout } }: Invocation): FindOutput {
  let held = '';
  let last = { file: '', entry: undefined as string | undefined, place: '' };
  const end = async () => {
    const text = held;
    held = '';
    if (text !== '') await stdout.write(text);
  };
  return {
    async add({ file, entry, line, column, address, reason }) {
      if (last.file !== file || last.entry !== entry) {
        const place = safeLine(entry === undefined ? file : `${file}!${entry}`);
        last = { file, entry, place };
      }
      held += `${last.place}:${line}:${column}: ${address} ${reason}\n`;
      if (held.length >= BUFFER) await end();
    },
    end,
  };
}

/** A file with its finds, which are kept to be replaced. */
interface KeptFinds {
  readonly file: ScannedFile;
  readonly finds: readonly FileFind[];
}

/** What a scan has found so far. */
class ScanRun {
  files = 0;
  finds = 0;
  unreadable = 0;
  readonly kept: KeptFinds[] = [];
  readonly #invocation: Invocation;
  readonly #output: FindOutput;
  readonly #earlier: EarlierFinds | undefined;
  readonly #keeps: boolean;
  readonly #reader = new FindReader(new AddressJudge());
  #known = 0;
  #filesWithFinds = 0;

  constructor(
    invocation: Invocation,
    output: FindOutput,
    { earlier, keeps }: { readonly earlier: EarlierFinds | undefined; readonly keeps: boolean },
  ) {
    this.#invocation = invocation;
    this.#output = output;
    this.#earlier = earlier;
    this.#keeps = keeps;
  }

  async scan(file: ScannedFile): Promise<void> {
    this.#invocation.context.signal.throwIfAborted();
    this.files += 1;
    const before = this.finds;
    const kept: FileFind[] = [];
    try {
      for await (const finds of this.#reader.read(file.path, file.name)) {
        for (const find of finds) {
          if (this.#counts(file, find)) await this.#take(file, find, kept);
        }
      }
    } catch (error) {
      await this.#complain(file, error);
    }
    if (this.finds > before) this.#filesWithFinds += 1;
    if (kept.length > 0) this.kept.push({ file, finds: kept });
  }

  /** Whether a find is of a line that counts, and neither allowed nor known. */
  #counts({ name, allowed, lines }: ScannedFile, { line, address }: FileFind): boolean {
    if (lines?.has(line) === false || allowed?.hasAddress(address)) return false;
    if (!this.#earlier?.has(name, address)) return true;
    this.#known += 1;
    return false;
  }

  async #take({ name }: ScannedFile, find: FileFind, kept: FileFind[]): Promise<void> {
    const { entry, line, column, address, reason } = find;
    this.finds += 1;
    if (this.#keeps) kept.push(find);
    await this.#output.add({ file: name, entry, line, column, address, reason });
  }

  async #complain({ name }: ScannedFile, error: unknown): Promise<void> {
    const isOfSystem = typeof (error as NodeJS.ErrnoException).syscall === 'string';
    if (!isOfSystem && !isMailvetError(error, 'input')) throw error;
    this.unreadable += 1;
    await printUnreadable(this.#invocation, name, isOfSystem ? reasonOf(error) : messageOf(error));
  }

  async end(): Promise<void> {
    await this.#output.end();
    const { notice } = this.#invocation;
    const known = this.#known === 0 ? '' : `, ${counted(this.#known)} known from the baseline`;
    const files = plural(this.files, 'file');
    const addresses = plural(this.finds, 'address', 'addresses');
    const found =
      this.finds === 0
        ? `No address in ${files}`
        : `${addresses} in ${counted(this.#filesWithFinds)} of ${files}`;
    await notice(found + known);
    if (this.finds > 0 && !this.#keeps) await notice(ADVICE);
  }
}

const ADVICE =
  'Replace them by reserved names (mailvet scan --write), or say in .mailvet-allow why they may stay: ann@example.com # reason';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows what is replaced, asks on a terminal, and writes. Returns how many finds are left. */
async function replaceAll(
  invocation: Invocation,
  { kept, finds }: ScanRun,
  { yes, dryRun }: ScanOptions,
): Promise<number> {
  const files = kept.map(({ file, finds }) => ({
    file,
    // Archives are not written.
    finds: finds
      .filter(({ entry }) => entry === undefined)
      .map((find) => ({ ...find, replacement: replacementFor(find.address) })),
  }));
  const count = files.reduce((sum, file) => sum + file.finds.length, 0);
  if (count === 0) return finds;
  await showReplacements(invocation, files);
  if (dryRun) return finds;
  const question = `Replace ${plural(count, 'address', 'addresses')}?`;
  await requireYes(invocation, { question, yes, refusal: 'Nothing was replaced' });
  for (const { file, finds: replaced } of files) {
    invocation.context.signal.throwIfAborted();
    if (replaced.length > 0) await replaceIn(file.path, replaced);
  }
  const left = finds - count;
  const rest = left === 0 ? '' : `; ${counted(left)} in archives are left`;
  await invocation.notice(`Replaced ${plural(count, 'address', 'addresses')}${rest}`);
  return left;
}

/** Replacements that are shown. */
const SHOWN = 20;

async function showReplacements(
  { context, globals, mask }: Invocation,
  files: readonly { readonly file: ScannedFile; readonly finds: readonly Replacement[] }[],
): Promise<void> {
  if (globals.quiet) return;
  const all = files.flatMap(({ file, finds }) =>
    finds.map(({ line, column, address, replacement }) => [
      safeLine(`${file.name}:${line}:${column}`),
      `  - ${mask(safeLine(address))}`,
      `  + ${replacement}`,
    ]),
  );
  const more = all.length > SHOWN ? [`… and ${counted(all.length - SHOWN)} more`] : [];
  await printLines(context.stderr, [...all.slice(0, SHOWN).flat(), ...more]);
}
