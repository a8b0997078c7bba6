import { stat } from 'node:fs/promises';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { FileResult } from '../../formats/results/given-result.ts';
import { parseTime } from '../../formats/results/parse-time.ts';
import { FOREIGN_VERIFIERS } from '../../formats/results/verifiers.ts';
import { MailvetError } from '../../lib/errors.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import type { Judging } from '../../policy/policy.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import { printUnreadable } from '../error-report.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf } from '../invocation.ts';
import { openGivenResults } from '../io/given-results.ts';
import { createRecordPrinter, type RecordPrinter } from '../io/print.ts';
import { askLedger, knownVerdict } from '../ledger.ts';
import { choiceFlag, type RawFlags, textFlag } from '../options/values.ts';
import { widthFor } from '../render/table.ts';

/** Stores results of another verifier, and says how they agree with ours and those of others. */
export async function runImport(
  invocation: Invocation,
  { args: [file = '-'], flags }: CommandLine,
): Promise<ExitCode | undefined> {
  const from = choiceFlag(flags, 'from', { noun: 'verifier', words: FOREIGN_VERIFIERS });
  const date = dateFlag(flags);
  // Programs ask for a form to get the rows; people get the summary.
  const printer = invocation.globals.format
    ? await createRecordPrinter<ImportLine>(invocation, FIELDS)
    : undefined;
  using results = await openGivenResults(invocation, file, from);
  const service = await resolveService(invocation);
  const run = new ImportRun(invocation, {
    source: results.source,
    printer,
    date: date ?? (await dateOf(results.path, invocation.context.clock.now())),
    judging: await judgingOf(invocation),
    stores: flags.dryRun !== true,
  });
  {
    await using opened = await openService(invocation, service);
    for await (const rows of results.rows()) {
      invocation.context.signal.throwIfAborted();
      for (const row of rows) {
        if ('unreadable' in row) await run.complain(`${results.name}:${row.line}`, row.unreadable);
        else for (const one of row.results) await run.add(opened.client, one);
      }
    }
    await run.flush(opened.client);
  }
  if (run.isEmpty) throw nothingRead(results.name);
  await run.summarise();
  return run.unreadable > 0 ? EXIT.partial : undefined;
}

/** What is printed of a result. */
type ImportLine = {
  readonly email: string;
  readonly verdict: string;
  readonly source: string;
  readonly checkedAt: string | null;
};

const FIELDS = ['email', 'verdict', 'source', 'checkedAt'] as const;

/** A file was written after what it holds was found; a clock that is ahead counts as now. */
async function dateOf(path: string | null, now: number): Promise<number | undefined> {
  if (path === null) return undefined;
  return Math.min(now, Math.floor((await stat(path)).mtimeMs));
}

interface ImportSettings {
  readonly source: string;
  /** Undefined where rows are not wanted. */
  readonly printer: RecordPrinter<ImportLine> | undefined;
  /** When results without a date were found. */
  readonly date: number | undefined;
  readonly judging: Judging;
  readonly stores: boolean;
}

class ImportRun {
  unreadable = 0;
  readonly #invocation: Invocation;
  readonly #settings: ImportSettings;
  readonly #agreement = new Agreement();
  readonly #matrix = new SourceMatrix();
  #held: FileResult[] = [];
  #read = 0;
  #stored = 0;

  constructor(invocation: Invocation, settings: ImportSettings) {
    this.#invocation = invocation;
    this.#settings = settings;
  }

  get isEmpty(): boolean {
    return this.#read === 0;
  }

  async add(client: ServiceClient, result: FileResult): Promise<void> {
    this.#read += 1;
    const { printer, source } = this.#settings;
    const checkedAt = this.#checkedAt(result);
    const email = this.#invocation.mask(result.email);
    await printer?.add({ email, verdict: result.verdict, source, checkedAt });
    // What is no address is kept nowhere.
    if (result.isAddress) this.#held.push(result);
    if (this.#held.length >= MAX_BATCH_SIZE) await this.flush(client);
  }

  #checkedAt({ checkedAt }: FileResult): string | null {
    const at = checkedAt ?? this.#settings.date;
    return at === undefined ? null : isoTime(Math.min(at, this.#invocation.context.clock.now()));
  }

  /** Compares with what is known before it is stored, so that no result agrees with itself. */
  async flush(client: ServiceClient): Promise<void> {
    const held = this.#held;
    this.#held = [];
    if (held.length === 0) return;
    const { signal } = this.#invocation.context;
    const { judging, source, stores } = this.#settings;
    const entries = await askLedger(
      client,
      held.map(({ email }) => email),
      signal,
    );
    held.forEach(({ verdict }, at) => {
      const entry = entries[at];
      const ours = entry && knownVerdict({ ...entry, imported: [] }, judging);
      this.#agreement.add(verdict, ours);
      const known = entry?.imported.map((one) => [one.source, one.verdict] as const) ?? [];
      const verdicts = new Map<string, Verdict>(known);
      if (ours) verdicts.set(OURS, ours);
      this.#matrix.add(verdicts.set(source, verdict));
    });
    if (!stores) return;
    const results = held.map((result) => ({
      email: result.email,
      verdict: result.verdict,
      reason: result.reason ?? null,
      checkedAt: this.#checkedAt(result),
    }));
    this.#stored += (await client.importResults({ source, results }, { signal })).stored;
  }

  async complain(place: string, why: string): Promise<void> {
    this.unreadable += 1;
    await printUnreadable(this.#invocation, place, why);
  }

  async summarise(): Promise<void> {
    const { source, stores, printer } = this.#settings;
    await printer?.end();
    const { notice } = this.#invocation;
    const rest = this.unreadable > 0 ? `, ${counted(this.unreadable)} unreadable` : '';
    await notice(`Results of ${source}: ${plural(this.#read, 'row')}${rest}`);
    for (const line of await this.#agreement.lines(source)) await notice(line);
    for (const line of await alignedTable(this.#matrix.rows([source, OURS]))) await notice(line);
    if (stores) await notice(`New in the ledger: ${counted(this.#stored)}`);
  }
}

function nothingRead(name: string): MailvetError {
  return new MailvetError('input', `Nothing could be read in ${name}`, {
    hint: 'Give the results of a verifier as it exports them',
  });
}

/** How often two verifiers say the same: their verdicts against ours. */
class Agreement {
  readonly #counts = new Map<string, number>();

  add(theirs: Verdict, ours: Verdict | undefined): void {
    const key = `${theirs} ${ours ?? NOT_KNOWN}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #count(theirs: Verdict, ours: string): number {
    return this.#counts.get(`${theirs} ${ours}`) ?? 0;
  }

  /** A table for people, their verdicts in lines and ours in columns, and the share that agrees. */
  async lines(source: string): Promise<string[]> {
    const columns = [...VERDICTS, NOT_KNOWN];
    const rows = VERDICTS.map((theirs) => [
      theirs,
      ...columns.map((ours) => counted(this.#count(theirs, ours))),
    ]);
    return [
      ...(await alignedTable([[`${source} \\ mailvet`, ...columns], ...rows])),
      this.#share(),
    ];
  }

  /** Of the addresses that both decided. */
  #share(): string {
    const decided = VERDICTS.filter((verdict) => verdict !== 'unknown');
    const both = decided.flatMap((theirs) => decided.map((ours) => this.#count(theirs, ours)));
    const total = both.reduce((sum, count) => sum + count, 0);
    if (total === 0) return 'None of these addresses was decided by both';
    const same = decided.reduce((sum, verdict) => sum + this.#count(verdict, verdict), 0);
    const of = plural(total, 'address', 'addresses');
    return `Same verdict: ${counted(same)} of ${of} that both decided (${percent(shareOf(same, total))})`;
  }
}

const NOT_KNOWN = 'not known';

/** The source of our own results. */
const OURS = 'mailvet';

async function alignedTable(rows: readonly (readonly string[])[]): Promise<string[]> {
  const widthOf = await widthFor(rows.flat());
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
        return at === 0 ? `${cell}${space}` : `${space}${cell}`;
      })
      .join('  '),
  );
}

function dateFlag(flags: RawFlags): number | undefined {
  const text = textFlag(flags, 'date');
  if (text === undefined) return undefined;
  const at = parseTime(text);
  if (at !== undefined) return at;
  throw new MailvetError('usage', `--date needs a date such as 2026-03-10, not '${text}'`);
}

/** How often each two sources give the same verdict to the addresses that both decided. */
class SourceMatrix {
  readonly #pairs = new Map<string, { same: number; both: number }>();
  readonly #sources = new Set<string>();

  /** The verdict of each source that decided an address. */
  add(verdicts: ReadonlyMap<string, Verdict>): void {
    const decided = [...verdicts].filter(([, verdict]) => verdict !== 'unknown');
    for (const [source, verdict] of decided) {
      this.#sources.add(source);
      for (const [other, otherVerdict] of decided) {
        if (source < other) this.#count(source, other, verdict === otherVerdict);
      }
    }
  }

  #count(one: string, other: string, isSame: boolean): void {
    const key = pairKey(one, other);
    const pair = this.#pairs.get(key) ?? { same: 0, both: 0 };
    pair.both += 1;
    if (isSame) pair.same += 1;
    this.#pairs.set(key, pair);
  }

  /** A row and a column for each source, the first ones first; empty unless there are three. */
  rows(first: readonly string[]): string[][] {
    const others = [...this.#sources].filter((source) => !first.includes(source)).sort();
    const sources = [...first.filter((source) => this.#sources.has(source)), ...others];
    if (sources.length < 3) return [];
    const rows = sources.map((one) => [one, ...sources.map((other) => this.#cell(one, other))]);
    return [['same verdict', ...sources], ...rows];
  }

  #cell(one: string, other: string): string {
    if (one === other) return '';
    const { same, both } = this.#pairs.get(pairKey(one, other)) ?? { same: 0, both: 0 };
    return both === 0
      ? '-'
      : `${counted(same)} of ${counted(both)} (${percent(shareOf(same, both))})`;
  }
}

function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
