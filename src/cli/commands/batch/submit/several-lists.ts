import { plural } from '../../../../lib/wording.ts';
import { resolveService } from '../../../connect/resolve.ts';
import { directoriesOf } from '../../../directories.ts';
import { asMailvetError, printError } from '../../../error-report.ts';
import { EXIT, EXIT_CODES, type ExitCode } from '../../../exit-codes.ts';
import type { Invocation } from '../../../invocation.ts';
import { ClosedPipe } from '../../../io/terminal.ts';
import { printSummary } from '../../../render/summary.ts';
import type { SubmitOptions } from '../options.ts';
import { ListsTotal } from './lists-total.ts';
import { runSubmit } from './submit.ts';

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
    : await resolveService(invocation);
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
