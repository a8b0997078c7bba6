import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MAX_SCORE } from '../../../contract/limits.ts';
import { VERDICTS } from '../../../contract/verdict.ts';
import { cellAddress, cellAddresses } from '../../../formats/read/cell-addresses.ts';
import type { JudgedAddress } from '../../../formats/write/judged-row.ts';
import { LIST_COLUMNS } from '../../../formats/write/output.ts';
import { MailvetError, withMessage } from '../../../lib/errors.ts';
import { counted } from '../../../lib/wording.ts';
import type { Baseline } from '../../baseline.ts';
import { BlindRun, blindError } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/client.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveEmbedded, resolveService } from '../../connect/resolve.ts';
import { shortPath } from '../../directories.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf } from '../../invocation.ts';
import { chooseFormat } from '../../io/format.ts';
import { outputFlag } from '../../io/output-target.ts';
import { UNASKED } from '../../io/prompt.ts';
import { openSink } from '../../io/result-sink.ts';
import { serviceFlags } from '../../options/service-flags.ts';
import { booleanFlag, columnsFlag, listFlag, textFlag, wholeFlag } from '../../options/values.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import { cellToRecord } from '../../render/results.ts';
import { printSummary } from '../../render/summary.ts';
import { reporterChoices } from '../../reporters/choice.ts';
import { openLooseReporters } from '../../reporters/open-reporters.ts';
import type { Conclusion, Reporter } from '../../reporters/reporter.ts';
import { ResultCounts, shortfalls } from '../../result-counts.ts';
import { shellQuote } from '../../shell-quote.ts';
import { tuneV8 } from '../../tune-v8.ts';
import { AddressVerifier, type InputAddress } from './address-verifier.ts';

/** The options of `mailvet verify`, beside the flags that every command takes. */
export type VerifyCommandOptions = ReturnType<typeof parseVerifyOptions>;

const DEFAULT_CONCURRENCY = 5;
/** `others` and `original` are of a list's cell. */
const VERIFY_COLUMNS = LIST_COLUMNS.filter(
  (column) => column !== 'others' && column !== 'original',
);

export function parseVerifyOptions({ args, flags, context }: CommandLine) {
  const output = outputFlag(flags);
  // A name that can't be written to is refused before anything is verified.
  if (flags.json !== true && flags.format === undefined) chooseFormat({ output, takesText: true });
  if (readsStdin(args) && flags.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the addresses or the API key, not both');
  }
  if (flags.explain === true) checkExplain(args, flags.output);
  return {
    /** Addresses and `-`, in order; none = stdin. */
    addresses: args,
    explain: flags.explain === true,
    noCache: flags.cache === false,
    mode: flags.smtp === false ? ('dns' as const) : undefined,
    yes: flags.yes === true,
    concurrency: wholeFlag(flags, 'concurrency', { least: 1, most: 100 }) ?? DEFAULT_CONCURRENCY,
    ordered: flags.unordered !== true,
    output,
    force: flags.force === true,
    riskyRole: booleanFlag(flags, 'riskyRole'),
    stopWhenBlind: flags.stopWhenBlind === true,
    failOn: listFlag(flags, 'failOn', { noun: 'verdict', words: VERDICTS }),
    minScore: wholeFlag(flags, 'minScore', { least: 0, most: MAX_SCORE }),
    reporters: reporterChoices(flags, context.cwd),
    baseline: textFlag(flags, 'baseline'),
    columns: columnsFlag(flags, VERIFY_COLUMNS),
    namesColumns: flags.columns !== undefined,
  };
}

function checkExplain(args: readonly string[], output: unknown): void {
  if (args.length !== 1 || args[0] === '-') {
    throw new MailvetError('usage', '--explain takes exactly one address', {
      hint: 'mailvet verify --explain someone@example.com',
    });
  }
  if (output !== undefined) {
    throw new MailvetError('usage', '--explain writes to stdout; --output does not go with it');
  }
}

function readsStdin(addresses: readonly string[]): boolean {
  return addresses.length === 0 || addresses.includes('-');
}

/** Verifies each address and writes its result as soon as its turn has come. */
export async function runVerify(
  invocation: Invocation,
  given: VerifyCommandOptions,
): Promise<ExitCode | undefined> {
  const { context } = invocation;
  await refuseFiles(invocation, given.addresses);
  const judging = await judgingOf(invocation, given);
  const options = withPolicyDefaults(given, judging.policy);
  const single = options.addresses.length === 1 && options.addresses[0] !== '-';
  await using service = lazyService(invocation, options);
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
    for await (const answer of verifier.answers(addressesOf(invocation, options, service))) {
      await blind.answered();
      if (blind.stopped && !options.stopWhenBlind) throw blind.stopped;
      const record = cellToRecord(answer.cell, answer, judging);
      reporter.add(record, answer.line);
      tally.count(record, answer.failure);
      await sink.add(record);
      if (answer.line === undefined && answer.cell.problem === 'several_addresses') {
        mistaken ??= severalInOne(answer.cell.raw);
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
  { failOn, minScore, baseline }: VerifyCommandOptions,
): Promise<void> {
  if ((failOn ?? []).length === 0 && minScore === undefined && baseline === undefined) {
    return await invocation.notice(EMPTY);
  }
  throw new MailvetError('input', EMPTY, { hint: 'Nothing was checked against the thresholds' });
}

const STOPPING = 'Stopping: what is under way is still waited for; stopping again ends at once';

async function baselineOf({ context }: Invocation, options: VerifyCommandOptions) {
  if (options.baseline === undefined) return undefined;
  const { loadBaseline } = await import('../../baseline.ts');
  return await loadBaseline({ ...options, baseline: resolve(context.cwd, options.baseline) });
}

/** Lines of stdin have line numbers, arguments have none. */
function openReporter(
  invocation: Invocation,
  options: VerifyCommandOptions,
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
  { addresses: given, yes }: VerifyCommandOptions,
  service: LazyService,
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

/** The lines of stdin up to the number that needs no confirmation: nobody sees how long a pipe is. */
async function* confirmedLines(invocation: Invocation): AsyncGenerator<InputAddress> {
  const { limitInput } = await import('./address-lines.ts');
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

/** Opens the service with the first address that is sent: if all are typos, none is needed. */
function lazyService(
  invocation: Invocation,
  { mode }: Pick<VerifyCommandOptions, 'mode'>,
): LazyService {
  let opening: Promise<OpenService> | undefined;
  let resolving: Promise<ResolvedService> | undefined;
  // Another service might ask mail hosts all the same, and charge for it.
  const resolved = () =>
    (resolving ??= mode ? resolveEmbedded(invocation) : resolveService(invocation));
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

/** Counts what the exit code depends on. */
class VerifyCounts {
  readonly #rule: VerifyCommandOptions;
  readonly #counts: ResultCounts;
  #total = 0;
  #failed = 0;
  #firstFailure: MailvetError | undefined;

  constructor(rule: VerifyCommandOptions, baseline: Baseline | undefined) {
    this.#rule = rule;
    this.#counts = new ResultCounts(baseline);
  }

  count(record: JudgedAddress, failure: MailvetError | undefined): void {
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

/** Throws a usage error for an argument that is the name of a file, which `clean` takes. */
export async function refuseFiles(
  { context: { cwd } }: Invocation,
  addresses: readonly string[],
): Promise<void> {
  for (const text of addresses) {
    const { problem } = cellAddress(text);
    if (text !== '-' && problem !== undefined) await refuseFile(text.trim(), cwd);
  }
}

/** The usage error for an argument that holds several addresses: none of them was verified. */
export function severalInOne(text: string): MailvetError {
  const each = cellAddresses(text, true).map(({ address, raw }) => shellQuote(address ?? raw));
  return new MailvetError('usage', `"${text}" holds ${each.length} addresses: none was verified`, {
    hint: [
      'Give each as its own argument: ',
      { code: 'terminal', text: `mailvet verify ${each.join(' ')}` },
    ],
  });
}

async function refuseFile(name: string, cwd: string): Promise<void> {
  const path = resolve(cwd, name);
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return;
  const word = shellQuote(name);
  const lines = (await isAddressLines(path)) ? `, or mailvet verify < ${word}` : '';
  throw new MailvetError('usage', `${name} is a file, not an address`, {
    hint: ['Verify it with: ', { code: 'terminal', text: `mailvet clean ${word}${lines}` }],
  });
}

/** Whether `verify <` reads a file: its first bytes show no table. */
async function isAddressLines(path: string): Promise<boolean> {
  const { addressLines } = await import('./address-lines.ts');
  const stream = createReadStream(path, { end: 64 * 1024 });
  try {
    for await (const _ of addressLines({ stream, hint: '', notice: async () => {} })) return true;
    return false;
  } catch {
    return false;
  } finally {
    stream.destroy();
  }
}
