import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cellAddress, cellAddresses } from '../../../formats/read/cell-addresses.ts';
import type { JudgedAddress } from '../../../formats/write/judged-row.ts';
import { orAborted } from '../../../lib/abort.ts';
import { MailvetError, withMessage } from '../../../lib/errors.ts';
import { counted } from '../../../lib/wording.ts';
import type { Baseline } from '../../baseline.ts';
import { BlindRun, blindError } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/client.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveEmbedded, resolveService } from '../../connect/resolve.ts';
import { shortPath } from '../../directories.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { refuseExisting } from '../../io/output-file.ts';
import { UNASKED } from '../../io/prompt.ts';
import { openSink } from '../../io/result-sink.ts';
import { serviceFlags } from '../../options/service-flags.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import { cellToRecord } from '../../render/results.ts';
import { printSummary } from '../../render/summary.ts';
import { openLooseReporters } from '../../reporters/open-reporters.ts';
import type { Conclusion, Reporter } from '../../reporters/reporter.ts';
import { ResultCounts, shortfalls } from '../../result-counts.ts';
import { shellQuote } from '../../shell-quote.ts';
import { tuneV8 } from '../../tune-v8.ts';
import { AddressVerifier, type InputAddress } from './address-verifier.ts';
import { readsStdin, type VerifyCommandOptions } from './options.ts';
import type { PipedInput, PipedLines } from './piped-input.ts';

const DEFAULT_CONCURRENCY = 5;
/** Addresses of stdin that the embedded service has under way at once. */
const EMBEDDED_CONCURRENCY = 200;

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
  const piped = isPiped(options) ? await openStdin(invocation, options) : undefined;
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
  const concurrency = options.concurrency ?? (await suitedConcurrency(options, service));
  const verifier = new AddressVerifier({
    ...options,
    ...{ client, clock, signal, timeout, single, concurrency },
    tableHint: () => listHint(invocation),
  });
  let mistaken: MailvetError | undefined;
  const note = (record: JudgedAddress, line: number | undefined, failure?: MailvetError) => {
    reporter.add(record, line);
    tally.count(record, failure);
  };
  async function* sighted<T>(answers: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const answer of answers) {
      await blind.answered();
      if (blind.stopped && !options.stopWhenBlind) throw blind.stopped;
      yield answer;
    }
  }
  const checkEmpty = async () => {
    if (tally.total === 0 && verifier.ending === undefined) await reportEmpty(invocation, options);
  };
  if (piped?.kind === 'list') {
    const rows = await withinLimit(invocation, piped.rows, { options, service });
    const { writeList } = await import('./write-list.ts');
    await writeList(invocation, {
      ...{ list: piped, options, judging },
      verified: sighted(verifier.rows(rows)),
      note: (judged, failure) => note(judged, judged.row.line, failure),
    });
    await checkEmpty();
  } else {
    const inputs = addressesOf(invocation, { options, piped, service });
    const sink = await openSink(invocation, { ...options, single });
    try {
      for await (const answer of sighted(verifier.answers(inputs))) {
        const record = cellToRecord(answer.cell, answer, judging);
        note(record, answer.line, answer.failure);
        if (options.keep?.(record) !== false) await sink.add(record);
        if (answer.line === undefined && answer.cell.problem === 'several_addresses') {
          mistaken ??= severalInOne(answer.cell.raw);
        }
      }
      await checkEmpty();
      await sink.end();
    } finally {
      await sink.discard();
    }
  }
  const conclusion = tally.conclusion();
  await reporter.end(conclusion);
  if (!single && context.live.isLive) {
    const subject = { name: undefined, addresses: tally.total };
    await printSummary(invocation, { subject, summary: conclusion.summary });
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

/** Whether stdin is all that is verified. */
function isPiped({ addresses }: VerifyCommandOptions): boolean {
  return addresses.length === 0 || (addresses.length === 1 && addresses[0] === '-');
}

/** Finds out what stdin holds. Throws before that where there is nothing to read, or nowhere to write. */
async function openStdin(
  invocation: Invocation,
  { addresses, reading, output, force }: VerifyCommandOptions,
): Promise<PipedInput> {
  const { context, files, notice } = invocation;
  const { stdin, clock, signal, cwd } = context;
  if (addresses.length === 0 && stdin.isTTY) {
    throw new MailvetError('usage', 'There is no address to verify', {
      hint: 'Give addresses as arguments, or a list on stdin',
    });
  }
  if (output !== undefined) await refuseExisting(resolve(cwd, output), { force, files });
  const { openPipe } = await import('./piped-input.ts');
  tuneV8();
  const hint = listHint(invocation);
  const pipe = openPipe({ stream: stdin.stream, reading, clock, signal, hint, notice });
  return await orAborted(pipe, signal);
}

interface AddressSource {
  readonly options: VerifyCommandOptions;
  /** Undefined where there are arguments. */
  readonly piped: PipedLines | undefined;
  readonly service: LazyService;
}

/** The addresses to verify: arguments, and the lines of stdin for `-` or without arguments. */
async function* addressesOf(
  invocation: Invocation,
  { options, piped, service }: AddressSource,
): AsyncGenerator<InputAddress> {
  const given = options.addresses.length === 0 ? ['-'] : options.addresses;
  for (const address of given) {
    if (address !== '-') yield { text: address, line: undefined };
    else {
      const { lines } = piped ?? (await openLines(invocation, options));
      yield* await withinLimit(invocation, lines, { options, service });
    }
  }
}

/** Beside arguments, stdin has lines of addresses. */
async function openLines(
  invocation: Invocation,
  options: VerifyCommandOptions,
): Promise<PipedLines> {
  const piped = await openStdin(invocation, { ...options, output: undefined });
  if (piped.kind === 'lines') return piped;
  throw new MailvetError('usage', 'stdin has a list: it can not go with addresses as arguments', {
    hint: 'Verify the list by itself: … | mailvet verify',
  });
}

/** What comes from stdin up to the number that needs no confirmation: nobody sees how long a pipe is. */
async function withinLimit<T>(
  { context: { clock } }: Invocation,
  items: AsyncIterable<T>,
  { options: { yes }, service }: Pick<AddressSource, 'options' | 'service'>,
): Promise<AsyncIterable<T>> {
  if (yes || !(await service.isCharged())) return items;
  const { limitInput } = await import('./limit-input.ts');
  return limitInput(items, { most: UNASKED, clock, refusal: unconfirmed });
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

/** What the service charges for goes out slowly; the embedded one works on many at once. */
async function suitedConcurrency(
  { addresses }: VerifyCommandOptions,
  service: LazyService,
): Promise<number> {
  const isLong = readsStdin(addresses) && !(await service.isCharged());
  return isLong ? EMBEDDED_CONCURRENCY : DEFAULT_CONCURRENCY;
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
  const lines = (await isText(path)) ? `, or mailvet verify < ${word}` : '';
  throw new MailvetError('usage', `${name} is a file, not an address`, {
    hint: ['Verify it with: ', { code: 'terminal', text: `mailvet clean ${word}${lines}` }],
  });
}

/** Whether `verify <` reads a file, by its first bytes. */
async function isText(path: string): Promise<boolean> {
  const { refuseForeignFile } = await import('../../../formats/inspect/foreign-file.ts');
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_SIZE));
  try {
    refuseForeignFile(path, buffer.subarray(0, bytesRead));
    return true;
  } catch {
    return false;
  }
}

/** Bytes that show what a file is. */
const START_SIZE = 4096;
