/**
 * The whole program in memory: a command line in, `{stdout, stderr, exitCode}` out. Every run has
 * a home directory of its own unless it is given one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Context, Env } from '../../src/cli/context.ts';
import { createLiveLine, toInput, toOutput } from '../../src/cli/io/terminal.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { run } from '../../src/main.ts';
import type { TerminalScreen } from './terminal-screen.ts';

export interface CliOptions {
  readonly env?: Env;
  /** A fresh one, removed afterwards, by default. */
  readonly home?: string;
  /** The home directory by default. */
  readonly cwd?: string;
  /** All of stdin, which then ends; or a stream that somebody else ends. */
  readonly stdin?: string | Uint8Array | Readable;
  /** Streams that are terminals. */
  readonly terminal?: readonly ('stdin' | 'stdout' | 'stderr')[];
  /** What is typed on the terminal, each once the program has asked for it. */
  readonly typed?: readonly string[];
  readonly columns?: number;
  /** The terminal that both outputs are on. */
  readonly screen?: TerminalScreen;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly signal?: AbortSignal;
  readonly launch?: Context['launch'];
  readonly platform?: NodeJS.Platform;
  /** Takes a copy of stdout. */
  readonly stdout?: Writable;
  /** Called with all that stdout has got so far, at each write. */
  readonly onStdout?: (text: string) => void;
  /** The same for stderr; it is called before what is typed arrives. */
  readonly onStderr?: (text: string) => void;
}

export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  if (options.home !== undefined) return await runIn(options.home, args, options);
  await using home = await temporaryHome();
  return await runIn(home.path, args, options);
}

export interface TemporaryHome extends AsyncDisposable {
  readonly path: string;
}

export async function temporaryHome(): Promise<TemporaryHome> {
  const path = await mkdtemp(join(tmpdir(), 'mailvet-home-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function runIn(
  home: string,
  args: readonly string[],
  options: CliOptions,
): Promise<CliResult> {
  const stdout = collector(options, 'stdout');
  const stderr = collector(options, 'stderr');
  const terminal = toOutput(stderr.stream);
  const live = createLiveLine(terminal, options.env ?? {});
  const context: Context = {
    env: options.env ?? {},
    cwd: options.cwd ?? home,
    home,
    platform: options.platform ?? 'linux',
    stdin: toInput(stdinOf(options, stderr.stream)),
    stdout: live.above(toOutput(stdout.stream)),
    stderr: live.above(terminal),
    live,
    clock: options.clock ?? systemClock,
    random: options.random ?? (() => 0.5),
    signal: options.signal ?? new AbortController().signal,
    ...(options.launch && { launch: options.launch }),
  };
  const exitCode = await run(args, context);
  return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
}

type TerminalLike = { isTTY?: boolean; columns?: number };

function collector(options: CliOptions, name: 'stdout' | 'stderr') {
  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).toString('utf8');
  const stream: Writable & TerminalLike = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      options.screen?.write(chunk);
      if (name === 'stdout') options.stdout?.write(chunk);
      if (name === 'stdout') options.onStdout?.(text());
      else options.onStderr?.(text());
      this.emit('wrote');
      done();
    },
  });
  if (options.terminal?.includes(name)) {
    stream.isTTY = true;
    stream.columns = options.columns ?? 80;
  }
  return { stream, text };
}

function stdinOf(options: CliOptions, stderr: Writable): Readable & TerminalLike {
  const { stdin = '' } = options;
  if (!options.terminal?.includes('stdin'))
    return stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin)]);
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal });
  const typed = [...(options.typed ?? [])];
  // A question ends without a line break: then somebody types.
  stderr.on('wrote', () => {
    const next = typed.shift();
    if (next !== undefined) terminal.write(`${next}\r`);
  });
  return terminal;
}
