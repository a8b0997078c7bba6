import type { ServiceClient } from '../../client/service-client.ts';
import { isMailvetError, MailvetError } from '../../errors.ts';
import { mapConcurrent } from '../../lib/map-concurrent.ts';
import { cellAddresses } from '../../lists/cell-addresses.ts';
import type { AddressOutcome } from '../../lists/outcome.ts';
import type { CellAddress } from '../../lists/row.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Action, type Invocation, riskyRole } from '../invocation.ts';
import { openService } from '../open-service.ts';
import { linesOf } from '../read-input.ts';
import { type Answer, recordOfCell } from '../render/record.ts';
import { openLooseReporters } from '../reporters/open-reporters.ts';
import type { Conclusion, Reporter } from '../reporters/reporter.ts';
import { openSink, type ResultSink } from '../result-sink.ts';
import { ResultCounts, shortfalls } from './batch/result-counts.ts';
import { parseVerifyOptions, type VerifyOptions } from './verify-options.ts';

/** Verifies each address and writes its result as soon as it may go out. */
export const runVerify: Action = async (invocation) => {
  const options = parseVerifyOptions(invocation);
  const { context } = invocation;
  if (readsStdin(options.addresses) && invocation.globals.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the addresses or the API key, not both');
  }
  const addresses = addressesOf(options.addresses, context);
  const single = options.addresses.length === 1 && options.addresses[0] !== '-';
  const risky = await riskyRole(invocation);
  await using service = lazyService(invocation);
  const reporter = await reporterOf(invocation, options);
  const sink = await openSink(invocation, { ...options, single });
  const tally = new Tally(options);
  const verify = (asked: Asked) => verifyOne(asked, { service, context, options, single });
  const { concurrency: limit, ordered } = options;
  const results = mapConcurrent(addresses, verify, { limit, ordered, signal: context.signal });
  try {
    await writeAll(
      results,
      (outcome) => {
        const record = recordOfCell(outcome.cell, outcome, risky);
        reporter.add(record, outcome.line);
        return tally.count(record, outcome.failure);
      },
      sink,
    );
    await reporter.end(tally.conclusion());
  } finally {
    await sink.discard();
  }
  return tally.exitCode();
};

/** The lines of stdin have numbers, arguments none. */
function reporterOf(invocation: Invocation, options: VerifyOptions): Promise<Reporter> {
  const { reporters: choices, failOn, minScore, redact, force } = options;
  const name = readsStdin(options.addresses) ? 'stdin' : 'verify';
  const list = { name, path: null };
  return openLooseReporters(invocation, {
    choices,
    redact,
    force,
    list,
    bar: { failOn, minScore },
  });
}

/** A text that was asked about. */
interface Asked {
  readonly text: string;
  /** Its line of stdin, from 1; undefined for an argument. */
  readonly line: number | undefined;
}

interface Outcome extends Answer {
  readonly line: number | undefined;
  readonly cell: CellAddress;
  readonly failure?: MailvetError | undefined;
}

async function writeAll(
  results: AsyncIterable<Outcome>,
  count: (outcome: Outcome) => AddressOutcome,
  sink: ResultSink,
): Promise<void> {
  let written = 0;
  try {
    for await (const outcome of results) {
      await sink.add(count(outcome));
      written += 1;
    }
  } catch (error) {
    // What was paid for is shown, whatever ended the run.
    if (isMailvetError(error) && written > 0) await sink.end();
    throw error;
  }
  await sink.end();
}

/** The addresses asked about: arguments, and the lines of stdin where `-` (or nothing) stands. */
async function* addressesOf(
  given: readonly string[],
  { stdin }: Pick<Context, 'stdin'>,
): AsyncGenerator<Asked> {
  if (given.length === 0 && stdin.isTTY) {
    throw new MailvetError('usage', 'There is no address to verify', {
      hint: 'Give addresses as arguments, or one per line on stdin',
    });
  }
  for (const address of given.length === 0 ? ['-'] : given) {
    if (address === '-') yield* notBlank(linesOf(stdin));
    else yield { text: address, line: undefined };
  }
}

function readsStdin(given: readonly string[]): boolean {
  return given.length === 0 || given.includes('-');
}

async function* notBlank(lines: AsyncIterable<string>): AsyncGenerator<Asked> {
  let line = 0;
  for await (const content of lines) {
    line += 1;
    const text = content.trim();
    if (text !== '') yield { text, line };
  }
}

interface Work {
  readonly service: { client(): Promise<ServiceClient> };
  readonly context: Context;
  readonly options: VerifyOptions;
  /** The only address: its failure is the run's. */
  readonly single: boolean;
}

async function verifyOne({ text, line }: Asked, work: Work): Promise<Outcome> {
  const [cell = NOTHING] = cellAddresses(text, false);
  // Costs nothing: what can't be an address is never sent.
  if (cell.address === undefined) return { cell, line };
  try {
    const client = await work.service.client();
    const { noCache } = work.options;
    const { signal } = work.context;
    return { cell, line, verification: await client.verify(cell.address, { noCache, signal }) };
  } catch (error) {
    if (work.single || !concernsOneAddress(error)) throw error;
    return { cell, line, error: error.message, failure: error };
  }
}

const NOTHING: CellAddress = { raw: '', address: undefined, problem: 'empty' };

/** True for trouble that the next address may not have. */
function concernsOneAddress(error: unknown): error is MailvetError {
  return isMailvetError(error, 'server', 'request_timeout', 'bad_answer', 'refused');
}

/** Opened with the first address that is sent: a typo alone needs no service. */
function lazyService(invocation: Invocation): Work['service'] & AsyncDisposable {
  let opened: ReturnType<typeof openService> | undefined;
  return {
    async client() {
      opened ??= openService(invocation);
      return (await opened).client;
    },
    async [Symbol.asyncDispose]() {
      const service = await opened?.catch(() => undefined);
      await service?.[Symbol.asyncDispose]();
    },
  };
}

type Rule = Pick<VerifyOptions, 'failOn' | 'minScore'>;

/** Counts what the exit code depends on. */
class Tally {
  readonly #rule: Rule;
  readonly #failures: MailvetError[] = [];
  readonly #counts = new ResultCounts();
  #total = 0;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  count(record: AddressOutcome, failure: MailvetError | undefined): AddressOutcome {
    this.#total += 1;
    if (failure) this.#failures.push(failure);
    this.#counts.add(record);
    return record;
  }

  conclusion(): Conclusion {
    return { summary: this.#counts.summary(), shortfalls: shortfalls(this.#counts, this.#rule) };
  }

  /** Throws when addresses could not be asked about: scripts must not take that for an answer. */
  exitCode(): ExitCode | undefined {
    const [first] = this.#failures;
    if (first === undefined) {
      return shortfalls(this.#counts, this.#rule).length > 0 ? EXIT.fallsShort : undefined;
    }
    const { code, hint, status } = first;
    const share = `${this.#failures.length} of ${this.#total} addresses could not be verified`;
    throw new MailvetError(code, `${share}: ${first.message}`, {
      ...(hint === undefined ? {} : { hint }),
      ...(status === undefined ? {} : { status }),
    });
  }
}
