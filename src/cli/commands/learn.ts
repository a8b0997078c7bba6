import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { fitOutcome, type Outcome, type OutcomeWord } from '../../contract/outcomes.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeJson } from '../../lib/safe-text.ts';
import { reasonOf } from '../../lib/system-reason.ts';
import { counted, plural } from '../../lib/wording.ts';
import { ContentSet } from '../../outcomes/content-set.ts';
import { readSource, type SourceReading } from '../../outcomes/read-source.ts';
import { OutcomeTally } from '../../outcomes/tally.ts';
import type { OpenService } from '../connect/client.ts';
import { openService } from '../connect/open.ts';
import { type ResolvedService, resolveService } from '../connect/resolve.ts';
import { printUnreadable } from '../error-report.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandLine, Invocation } from '../invocation.ts';

/** Reads outcomes and prints them with --json, one a line; a summary and what could not be read go to stderr. */
export async function runLearn(
  invocation: Invocation,
  { args, flags }: CommandLine,
): Promise<ExitCode | undefined> {
  const paths = args.length === 0 ? ['-'] : args;
  const dryRun = flags.dryRun === true;
  requireSources(invocation, paths);
  // Messages live shortly. V8 would give young objects 128 MB in the course of a large mailbox, for no gain in time.
  setFlagsFromString('--semi-space-growth-factor=1');
  await using sender = dryRun
    ? NO_SENDER
    : new ServiceSender(invocation, await resolveService(invocation));
  const run = new LearnRun(invocation, sender);
  {
    await using _ = invocation.underWay(() => `Reading: ${counted(run.tally.read)} messages`);
    for (const path of paths) await run.readPath(path);
  }
  const { tally } = run;
  if (tally.read === 0) throw nothingRead(paths);
  const stored = await sender.finish();
  for (const line of tallyLines(tally)) await invocation.notice(line);
  if (!dryRun) await invocation.notice(`New: ${counted(stored)}`);
  return tally.unreadable > 0 ? EXIT.partial : undefined;
}

/** Before anything is read, so that nothing is learned of half a command line. */
function requireSources({ context, globals }: Invocation, paths: readonly string[]): void {
  const isJson = [undefined, 'text', 'json', 'jsonl'].includes(globals.format);
  if (!isJson)
    throw new MailvetError('usage', `learn writes no ${globals.format}`, { hint: 'Use --json' });
  const missing = paths.find((path) => path !== '-' && !existsSync(resolve(context.cwd, path)));
  if (missing !== undefined) throw new MailvetError('input', `${missing} does not exist`);
  if (paths.includes('-') && globals.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the outcomes or the API key, not both');
  }
  if (paths.includes('-') && context.stdin.isTTY) {
    throw new MailvetError('usage', 'There is nothing to read', {
      hint: 'Name files or folders, or pipe mail into stdin',
    });
  }
}

function nothingRead(paths: readonly string[]): MailvetError {
  const names = paths.map((path) => (path === '-' ? 'stdin' : path)).join(', ');
  return new MailvetError('input', `Nothing could be read in ${names}`, {
    hint: 'Give mail (mbox, Maildir, .eml), or CSV or JSON of a provider: see mailvet learn --help',
  });
}

/** Milliseconds between the lines of progress where there is no terminal. */
const PROGRESS_MS = 30_000;

class LearnRun {
  readonly tally = new OutcomeTally();
  readonly #invocation: Invocation;
  readonly #seen = new ContentSet();
  readonly #sender: OutcomeSender;
  #lastLine: number;

  constructor(invocation: Invocation, sender: OutcomeSender) {
    this.#invocation = invocation;
    this.#sender = sender;
    this.#lastLine = invocation.context.clock.monotonic();
  }

  async readPath(path: string): Promise<void> {
    const { context } = this.#invocation;
    if (path === '-') return await this.#readFrom('stdin', context.stdin.stream);
    for await (const file of findFiles(path, (one) => resolve(context.cwd, one))) {
      context.signal.throwIfAborted();
      await this.#readFile(file);
    }
  }

  async #readFile({ path, error }: FoundFile): Promise<void> {
    if (error !== undefined) return await this.#complain(path, reasonOf(error));
    try {
      await using file = await openFile(resolve(this.#invocation.context.cwd, path));
      if (file === undefined) return await this.#complain(path, NOT_REGULAR);
      await this.#readFrom(path, file.createReadStream({ autoClose: false }));
    } catch (cause) {
      if (typeof (cause as NodeJS.ErrnoException).syscall !== 'string') throw cause;
      await this.#complain(path, reasonOf(cause));
    }
  }

  async #readFrom(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { signal } = this.#invocation.context;
    for await (const reading of readSource({ chunks, seen: this.#seen })) {
      signal.throwIfAborted();
      await this.#take(path, reading);
      await this.#showProgress();
    }
  }

  async #take(path: string, { number, read }: SourceReading): Promise<void> {
    const source = number === undefined ? path : `${path}:${number}`;
    if (read !== 'repeated' && 'unreadable' in read)
      return await this.#complain(source, read.unreadable);
    for (const observed of this.tally.note(read))
      await this.#learn(fitOutcome({ ...observed, source }));
  }

  async #learn(outcome: Outcome): Promise<void> {
    await this.#print(outcome);
    await this.#sender.add(outcome);
  }

  async #print(outcome: Outcome): Promise<void> {
    const { context, globals, mask } = this.#invocation;
    if (globals.format !== 'json' && globals.format !== 'jsonl') return;
    const { email, code, status, host, reply, at, source, hint } = outcome;
    const shown = {
      email: email && mask(email),
      outcome: outcome.outcome,
      ...{ code, status, host, reply: reply && mask(reply), at, source },
      ...(hint && { hint }),
    };
    await context.stdout.write(`${safeJson(shown)}\n`);
  }

  async #complain(place: string, why: string): Promise<void> {
    this.tally.unreadable += 1;
    await printUnreadable(this.#invocation, place, why);
  }

  async #showProgress(): Promise<void> {
    const { context, notice } = this.#invocation;
    const now = context.clock.monotonic();
    if (context.live.isLive || now - this.#lastLine < PROGRESS_MS) return;
    this.#lastLine = now;
    await notice(
      `Read ${counted(this.tally.read)} messages: ${counted(this.tally.outcomes)} outcomes`,
    );
  }
}

const NOT_REGULAR = 'it is a device, a pipe or a socket';

/** Without waiting for somebody to write into a pipe. Undefined for what is no regular file. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/** Lines for people: each outcome with its count, then what was not an outcome. */
function tallyLines(tally: OutcomeTally): string[] {
  const { read, kinds, silent, repeated, unreadable } = tally;
  const head = `Outcomes: ${counted(tally.outcomes)} of ${plural(read, 'message or entry', 'messages and entries')}`;
  const lines = kinds.map(
    ([kind, count]) => `${WORDS[kind]}: ${counted(count)}${RESULT[kind] ?? ''}`,
  );
  const rest = [
    silent > 0 ? `${counted(silent)} without an outcome` : '',
    repeated > 0 ? `${counted(repeated)} read before` : '',
    unreadable > 0 ? `${counted(unreadable)} unreadable` : '',
  ].filter((text) => text !== '');
  return [head, ...lines, ...hintText(tally), ...(rest.length > 0 ? [rest.join(', ')] : [])];
}

/** What becomes of addresses that no proof is about. */
function hintText({ hints }: OutcomeTally): string[] {
  if (hints === 0) return [];
  const of = hints === 1 ? '1 of them is a hint' : `${counted(hints)} of them are hints`;
  return [`${of}: nothing shows a message of yours, so the host decides`];
}

/** What an outcome means for its addresses, where the word does not say it. */
const RESULT: Partial<Record<OutcomeWord, string>> = {
  hard: ' (undeliverable: the provider gave up)',
  undecided: ' (nothing about the mailbox: no result changes)',
};

const WORDS: Readonly<Record<OutcomeWord, string>> = {
  delivered: 'delivered',
  no_mailbox: 'no mailbox',
  full: 'mailbox full',
  disabled: 'mailbox disabled',
  blocked: 'blocked',
  deferred: 'deferred',
  complaint: 'complaint',
  hard: 'hard bounce',
  undecided: 'undecided',
};

/** Where outcomes go as they are read. */
interface OutcomeSender extends AsyncDisposable {
  add(outcome: Outcome): Promise<void>;
  /** Sends what is left. Returns how many outcomes were new. */
  finish(): Promise<number>;
}

/** A request may have 1 MiB, and a character four bytes. */
const MOST_CHARACTERS = 200_000;

class ServiceSender implements OutcomeSender {
  readonly #invocation: Invocation;
  readonly #service: ResolvedService;
  #opened: OpenService | undefined;
  #held: Outcome[] = [];
  #characters = 0;
  #stored = 0;

  constructor(invocation: Invocation, service: ResolvedService) {
    this.#invocation = invocation;
    this.#service = service;
  }

  /** Ignores complaints without an address. */
  async add(outcome: Outcome): Promise<void> {
    if (outcome.email === null) return;
    const held = this.#withPast(outcome);
    this.#held.push(held);
    this.#characters += JSON.stringify(held).length;
    const isFull = this.#held.length >= MAX_BATCH_SIZE || this.#characters >= MOST_CHARACTERS;
    if (isFull) await this.#send();
  }

  /** Removes a time in the future: the clock of a mail server may be wrong. */
  #withPast(outcome: Outcome): Outcome {
    const isPast =
      outcome.at !== null && Date.parse(outcome.at) <= this.#invocation.context.clock.now();
    return isPast ? outcome : { ...outcome, at: null };
  }

  async finish(): Promise<number> {
    await this.#send();
    return this.#stored;
  }

  async #send(): Promise<void> {
    if (this.#held.length === 0) return;
    this.#opened ??= await openService(this.#invocation, this.#service);
    const { stored } = await this.#opened.client.learnOutcomes(this.#held, {
      signal: this.#invocation.context.signal,
    });
    this.#stored += stored;
    this.#held = [];
    this.#characters = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }
}

/** Stores nothing, for --dry-run. */
const NO_SENDER: OutcomeSender = {
  add: async () => {},
  finish: async () => 0,
  [Symbol.asyncDispose]: async () => {},
};

/** A file to be read, or a place that can't be looked into. */
interface FoundFile {
  /** The path as it was given, with what lies below it. */
  readonly path: string;
  readonly error?: unknown;
}

/** The files of a path that exists: itself, or what is in the folder and below it. */
async function* findFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  try {
    const found = await stat(resolve(path));
    if (!found.isDirectory()) return yield { path };
    yield* isMaildir(resolve(path)) ? maildirFiles(path, resolve) : folderFiles(path, resolve);
  } catch (error) {
    yield { path, error };
  }
}

/** A path as it was given → absolute. */
type Resolve = (path: string) => string;

function isMaildir(folder: string): boolean {
  return existsSync(join(folder, 'cur')) && existsSync(join(folder, 'new'));
}

/** Its messages, and those of its folders (Maildir++), whose names begin with a dot; nothing of `tmp`. */
async function* maildirFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  for (const name of ['cur', 'new']) yield* folderFiles(join(path, name), resolve);
  for await (const name of namesIn(resolve(path))) {
    const folder = join(path, name);
    if (name.startsWith('.') && isMaildir(resolve(folder))) yield* maildirFiles(folder, resolve);
  }
}

async function* folderFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  for await (const name of namesIn(resolve(path))) {
    if (!name.startsWith('.')) yield* findFiles(join(path, name), resolve);
  }
}

/** Names held at once, which are sorted: folders of any size are read in flat memory. */
const MOST_NAMES = 10_000;

async function* namesIn(folder: string): AsyncGenerator<string> {
  let names: string[] = [];
  for await (const { name } of await opendir(folder, { bufferSize: 256 })) {
    names.push(name);
    if (names.length < MOST_NAMES) continue;
    yield* names.sort();
    names = [];
  }
  yield* names.sort();
}
