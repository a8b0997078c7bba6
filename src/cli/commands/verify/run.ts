import { resolve } from 'node:path';
import { MailvetError, withMessage } from '../../../errors.ts';
import type { AddressOutcome } from '../../../formats/write/outcome.ts';
import { counted } from '../../../lib/wording.ts';
import type { Baseline } from '../../baseline.ts';
import { UNASKED } from '../../confirmation.ts';
import { BlindRun, blindError } from '../../connect/blind-run.ts';
import { openService } from '../../connect/open.ts';
import type { OpenService } from '../../connect/remote.ts';
import { resolveService } from '../../connect/resolve.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { printSummary } from '../../io/print-summary.ts';
import { openSink } from '../../io/result-sink.ts';
import { shortPath } from '../../io/short-path.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import { cellToRecord } from '../../render/record.ts';
import { openLooseReporters } from '../../reporters/open-reporters.ts';
import type { Conclusion, Reporter } from '../../reporters/reporter.ts';
import { ResultCounts, shortfalls } from '../../result-counts.ts';
import { shellQuote } from '../../shell-quote.ts';
import { tuneV8 } from '../../tune-v8.ts';
import { serviceFlags } from '../batch/next-command.ts';
import { AddressVerifier, type InputAddress } from './address-verifier.ts';
import { refuseFiles, severalInOne } from './check-arguments.ts';
import { readsStdin, type VerifyOptions } from './options.ts';

/** Verifies each address and writes its result as soon as its turn has come. */
export async function runVerify(
  invocation: Invocation,
  given: VerifyOptions,
): Promise<ExitCode | undefined> {
  const { context } = invocation;
  await refuseFiles(invocation, given.addresses);
  const judging = await judgingOf(invocation, given);
  const options = withPolicyDefaults(given, judging.policy);
  const single = options.addresses.length === 1 && options.addresses[0] !== '-';
  await using service = lazyService(invocation);
  const baseline = await baselineOf(invocation, options);
  if (!single) invocation.files.noteStdin(context.stdin);
  const reporter = await openReporter(invocation, options, baseline);
  const sink = await openSink(invocation, { ...options, single });
  const tally = new VerifyCounts(options, baseline);
  const { clock } = context;
  const { timeout } = invocation.globals;
  if (!single)
    context.signal.addEventListener('abort', () => void invocation.notice(STOPPING), {
      once: true,
    });
  using blind = new BlindRun(invocation, {
    stop: options.stopWhenBlind,
    addresses: () => options.addresses,
    asksForFew: false,
    say: invocation.notice,
    apart: (dialogue) => dialogue(),
  });
  const client = async () => {
    const opened = await service.open();
    blind.attach(opened.reachability);
    await blind.answered();
    return opened.client;
  };
  const signal = AbortSignal.any([context.signal, blind.signal]);
  const verifier = new AddressVerifier({
    ...options,
    ...{ client, clock, signal, timeout, single },
    tableHint: () => listHint(invocation),
  });
  let mistaken: MailvetError | undefined;
  try {
    for await (const outcome of verifier.outcomes(addressesOf(invocation, { options, service }))) {
      await blind.answered();
      if (blind.stopped && !options.stopWhenBlind) throw blind.stopped;
      const record = cellToRecord(outcome.cell, outcome, judging);
      reporter.add(record, outcome.line);
      tally.count(record, outcome.failure);
      await sink.add(record);
      if (outcome.line === undefined && outcome.cell.problem === 'several_addresses') {
        mistaken ??= severalInOne(outcome.cell.raw);
      }
    }
    if (tally.total === 0 && verifier.ending === undefined) await reportEmpty(invocation, options);
    await sink.end();
    const conclusion = tally.conclusion();
    await reporter.end(conclusion);
    if (!single && context.live.isLive) {
      const subject = { name: undefined, addresses: tally.total };
      await printSummary(invocation, { subject, summary: conclusion.summary });
    }
  } finally {
    await sink.discard();
  }
  await blind.settled();
  if (verifier.ending) throw verifier.ending;
  if (mistaken) throw mistaken;
  const { reachability } = (await service.opened()) ?? {};
  const code = tally.exitCode();
  const isBlind = blindError(
    reachability,
    'What is unknown is not kept: verify again once that is mended',
  );
  if (isBlind) throw isBlind;
  return code;
}

const EMPTY = 'stdin is empty: there is no address to verify';

/** An empty input passes no check: what comes before it in a pipeline may have failed. */
async function reportEmpty(
  invocation: Invocation,
  { failOn, minScore, baseline }: VerifyOptions,
): Promise<void> {
  if ((failOn ?? []).length === 0 && minScore === undefined && baseline === undefined) {
    return await invocation.notice(EMPTY);
  }
  throw new MailvetError('input', EMPTY, { hint: 'Nothing was checked against the thresholds' });
}

const STOPPING = 'Stopping: what is under way is still waited for; stopping again ends at once';

async function baselineOf({ context }: Invocation, options: VerifyOptions) {
  if (options.baseline === undefined) return undefined;
  const { loadBaseline } = await import('../../baseline.ts');
  return await loadBaseline({ ...options, baseline: resolve(context.cwd, options.baseline) });
}

/** Lines of stdin have line numbers, arguments have none. */
function openReporter(
  invocation: Invocation,
  options: VerifyOptions,
  baseline: Baseline | undefined,
): Promise<Reporter> {
  const { reporters: choices, failOn = [], minScore, force } = options;
  const name = readsStdin(options.addresses) ? 'stdin' : 'verify';
  const list = { name, path: null };
  return openLooseReporters(invocation, {
    choices,
    force,
    list,
    thresholds: { failOn, minScore, baseline },
  });
}

/** The addresses to verify: arguments, and the lines of stdin for `-` or without arguments. */
async function* addressesOf(
  invocation: Invocation,
  { options: { addresses: given, yes }, service }: AddressSources,
): AsyncGenerator<InputAddress> {
  const { stdin } = invocation.context;
  if (given.length === 0 && stdin.isTTY) {
    throw new MailvetError('usage', 'There is no address to verify', {
      hint: 'Give addresses as arguments, or one per line on stdin',
    });
  }
  for (const address of given.length === 0 ? ['-'] : given) {
    if (address !== '-') yield { text: address, line: undefined };
    else if (yes || !(await service.isCharged())) yield* linesOfStdin(invocation);
    else yield* confirmedLines(invocation);
  }
}

interface AddressSources {
  readonly options: Pick<VerifyOptions, 'addresses' | 'yes'>;
  readonly service: Pick<LazyService, 'isCharged'>;
}

/** The lines of stdin up to the number that needs no confirmation: nobody sees how long a pipe is. */
async function* confirmedLines(invocation: Invocation): AsyncGenerator<InputAddress> {
  const { limitInput } = await import('./large-input.ts');
  const { clock } = invocation.context;
  const most = UNASKED;
  yield* limitInput(linesOfStdin(invocation), { most, clock, refusal: unconfirmed });
}

function unconfirmed(sent: number): MailvetError {
  const begin = sent === 0 ? 'Nothing was sent.' : `The first ${counted(sent)} were verified.`;
  const message = `stdin has more than ${counted(UNASKED)} addresses, and the service charges for each`;
  return new MailvetError('input', message, {
    hint: [
      `${begin} Say that all are meant: `,
      { code: 'terminal', text: 'mailvet verify --yes' },
      '; a list is better verified with: ',
      { code: 'terminal', text: 'mailvet batch submit -' },
    ],
  });
}

async function* linesOfStdin(invocation: Invocation): AsyncGenerator<InputAddress> {
  const { addressLines } = await import('./address-lines.ts');
  tuneV8();
  const { stream } = invocation.context.stdin;
  const hint = listHint(invocation);
  yield* addressLines({ stream, hint, notice: invocation.notice });
}

/** Opened with the first address that is sent: a typo alone needs no service. */
function lazyService(invocation: Invocation): LazyService {
  let opening: Promise<OpenService> | undefined;
  let resolving: ReturnType<typeof resolveService> | undefined;
  const resolved = () => (resolving ??= resolveService(invocation));
  const opened = async () => await opening?.catch(() => undefined);
  return {
    async open() {
      opening ??= resolved().then((service) => openService(invocation, service));
      return await opening;
    },
    opened,
    // What is wrong with its settings is said with the first address that is sent.
    isCharged: () =>
      resolved().then(
        ({ kind }) => kind === 'remote',
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      await (await opened())?.[Symbol.asyncDispose]();
    },
  };
}

interface LazyService extends AsyncDisposable {
  open(): Promise<OpenService>;
  /** Whether it counts each address. */
  isCharged(): Promise<boolean>;
  /** Undefined until an address was sent. */
  opened(): Promise<OpenService | undefined>;
}

type Thresholds = Pick<VerifyOptions, 'failOn' | 'minScore'>;

/** Counts what the exit code depends on. */
class VerifyCounts {
  readonly #rule: Thresholds;
  readonly #counts: ResultCounts;
  #total = 0;
  #failed = 0;
  #firstFailure: MailvetError | undefined;

  constructor(rule: Thresholds, baseline: Baseline | undefined) {
    this.#rule = rule;
    this.#counts = new ResultCounts(baseline);
  }

  count(record: AddressOutcome, failure: MailvetError | undefined): void {
    this.#total += 1;
    if (failure) this.#failed += 1;
    this.#firstFailure ??= failure;
    this.#counts.add(record);
  }

  get total(): number {
    return this.#total;
  }

  conclusion(): Conclusion {
    return { summary: this.#counts.summary(), shortfalls: shortfalls(this.#counts, this.#rule) };
  }

  /** Throws when addresses could not be verified: scripts must not take that for a result. */
  exitCode(): ExitCode | undefined {
    const first = this.#firstFailure;
    if (first === undefined) {
      return shortfalls(this.#counts, this.#rule).length > 0 ? EXIT.fallsShort : undefined;
    }
    const share = `${this.#failed} of ${this.#total} addresses could not be verified`;
    throw withMessage(first, `${share}: ${first.message}`);
  }
}

/** The command that verifies the list on stdin, where it is more than one address per line. */
function listHint(invocation: Invocation): string {
  const { context, globals } = invocation;
  const flags = serviceFlags(invocation);
  const { path } = context.stdin;
  if (path !== undefined) {
    const word = shellQuote(shortPath(path, context)).replace(/^'~\/'/, "~/'");
    return `Verify it with: mailvet clean ${word}${flags}`;
  }
  const format = globals.format === undefined ? '' : ` --format ${globals.format}`;
  const piped = `mailvet batch submit - --wait${format}${flags}`;
  return `Verify a file with: mailvet clean <file>${flags}; a pipe with: … | ${piped}`;
}
