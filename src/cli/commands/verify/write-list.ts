import type { ListPlan } from '../../../formats/plan.ts';
import type { ListRow } from '../../../formats/row.ts';
import type { JudgedRow } from '../../../formats/write/judged-row.ts';
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  RESULT_COLUMNS,
  type ResultColumn,
} from '../../../formats/write/output.ts';
import { prepareFormat, writeResults } from '../../../formats/write/write-results.ts';
import type { MailvetError } from '../../../lib/errors.ts';
import type { Judging } from '../../../policy/policy.ts';
import type { Invocation } from '../../invocation.ts';
import type { Format } from '../../io/format.ts';
import { askedFormat, openSink, openTarget } from '../../io/result-sink.ts';
import type { Answer, VerifiedRow } from './address-verifier.ts';
import type { VerifyCommandOptions } from './options.ts';
import type { PipedList } from './piped-input.ts';

interface ListWriting {
  readonly list: Pick<PipedList, 'plan'>;
  readonly verified: AsyncIterable<readonly VerifiedRow[]>;
  readonly options: VerifyCommandOptions;
  readonly judging: Judging;
  /** Called for each row, those that are filtered out included. */
  readonly note: (judged: JudgedRow, failure: MailvetError | undefined) => void;
}

/** Writes the rows of a list as they are verified: as they were, with the results behind them. */
export async function writeList(invocation: Invocation, writing: ListWriting): Promise<void> {
  const { plan } = writing.list;
  const { options } = writing;
  const asked = askedFormat(invocation, options);
  const keepsLines = options.impliesJson && plan.format === 'jsonl';
  if (keepsLines) invocation.jsonLines();
  const format = keepsLines ? 'jsonl' : (asked ?? ownFormat(plan));
  const own = OUTPUT_FORMATS.find((each) => each === format);
  if (own === undefined || options.namesFields) await writeRecords(invocation, writing, format);
  else await writeRows(invocation, writing, own);
}

function ownFormat({ format }: ListPlan): Format {
  return format === 'lines' ? 'text' : format;
}

async function writeRows(
  invocation: Invocation,
  writing: ListWriting,
  format: OutputFormat,
): Promise<void> {
  const { list, options, judging, note } = writing;
  const { plan } = list;
  const columns = addedColumns(options);
  await prepareFormat(plan, { format, columns });
  const known = new KnownAnswers();
  const observe = (judged: JudgedRow) => note(judged, known.failureOf(judged.row));
  const output = { format, columns, judging, keep: options.keep, flat: true, observe };
  const target = await openTarget(invocation, options);
  try {
    const pieces = writeResults(known.rows(writing.verified), {
      plan,
      output,
      lookup: known.find,
      eager: format !== 'xlsx',
    });
    for await (const { chunk } of pieces) if (chunk.length > 0) await target.write(chunk);
    await target.end();
  } finally {
    await target.discard();
  }
}

/** What is added to the rows of a list where no columns are named. */
const ADDED_COLUMNS: readonly ResultColumn[] = ['verdict', 'reason', 'suggestion'];

function addedColumns({ columns, namesColumns }: VerifyCommandOptions): readonly ResultColumn[] {
  return columns ?? (namesColumns ? RESULT_COLUMNS : ADDED_COLUMNS);
}

/** Writes only the results of the rows. */
async function writeRecords(
  invocation: Invocation,
  { list: { plan }, verified, options, judging, note }: ListWriting,
  format: Format,
): Promise<void> {
  const { columns, keep, output, force } = options;
  const sink = await openSink(invocation, { output, force, columns, format, single: false });
  const known = new KnownAnswers();
  const records: JudgedRow[] = [];
  const observe = (judged: JudgedRow) => {
    note(judged, known.failureOf(judged.row));
    if (keep?.(judged) !== false) records.push(judged);
  };
  async function* rows() {
    for await (const ready of known.rows(verified)) {
      yield ready;
      await sink.addAll(records.splice(0));
    }
  }
  try {
    const shown = {
      plan,
      output: { format: 'csv', judging, observe },
      lookup: known.find,
    } as const;
    for await (const _ of writeResults(rows(), { ...shown, files: [] }));
    await sink.end();
  } finally {
    await sink.discard();
  }
}

/** What is known of the addresses of the rows that are being written. */
class KnownAnswers {
  readonly #answers = new Map<string, Answer>();

  async *rows(verified: AsyncIterable<readonly VerifiedRow[]>): AsyncGenerator<readonly ListRow[]> {
    for await (const ready of verified) {
      for (const { answers } of ready) {
        for (const [address, answer] of answers) this.#answers.set(address, answer);
      }
      yield ready.map(({ row }) => row);
      this.#answers.clear();
    }
  }

  readonly find = (address: string): Answer | undefined => this.#answers.get(address);

  failureOf({ addresses }: ListRow): MailvetError | undefined {
    const failures = addresses.map(({ address }) => address && this.find(address)?.failure);
    return failures.find((failure) => failure instanceof Error);
  }
}
