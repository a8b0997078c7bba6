import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBatches } from '../../../formats/read/read-rows.ts';
import type { GivenRow } from '../../../formats/results/given-result.ts';
import { columnNames } from '../../../formats/results/open-results.ts';
import { createOutcomes } from '../../../formats/write/outcome.ts';
import { plural } from '../../../lib/wording.ts';
import type { ListedResult } from '../../../lists/compare/comparison.ts';
import { isJobId, openJob } from '../../../lists/directory/job-directory.ts';
import { lookupInOrder } from '../../../lists/file/lookup-in-order.ts';
import type { Judging } from '../../../policy/policy.ts';
import type { Invocation } from '../../invocation.ts';
import { openGivenResults } from '../../io/given-results.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';

/** One of the two lists. */
interface Side {
  readonly given: string;
  readonly judging: Judging;
  /** Called with the columns whose addresses have results, before the first of them. */
  readonly onColumns: (names: readonly string[]) => void;
}

/** The results of a job or a file in their order, many at a time. */
export function readSide(
  invocation: Invocation,
  side: Side,
): AsyncGenerator<readonly ListedResult[]> {
  const { given } = side;
  const isJob = isJobId(given) && !existsSync(resolve(invocation.context.cwd, given));
  return isJob ? readJob(invocation, side) : readFile(invocation, side);
}

async function* readJob(
  invocation: Invocation,
  { given, judging, onColumns }: Side,
): AsyncGenerator<readonly ListedResult[]> {
  using job = openJob(jobsDirectory(invocation), given);
  onColumns(columnNames(job.record.plan));
  const toOutcome = createOutcomes({ lookup: lookupInOrder(job), judging });
  for await (const rows of readBatches(job.input(), job.record.plan)) {
    invocation.context.signal.throwIfAborted();
    const outcomes = rows.flatMap(({ addresses }) => addresses.map(toOutcome));
    yield outcomes.flatMap(({ email, verdict, reason, detail }) =>
      // What has no answer yet was not found out.
      verdict === undefined || reason === 'incomplete' ? [] : [{ email, verdict, reason, detail }],
    );
  }
}

async function* readFile(
  invocation: Invocation,
  { given, onColumns }: Side,
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
