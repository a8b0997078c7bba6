import { appendFileSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Hint, hintParts, isMailvetError, MailvetError } from '../lib/errors.ts';
import { isoTime } from '../lib/iso-time.ts';
import { maskAddresses } from '../lib/mask.ts';
import { safeJson, safeLine } from '../lib/safe-text.ts';
import type { Judging, Policy } from '../policy/policy.ts';
import type { LoadedConfig } from './config-file.ts';
import type { Context, UserEnvironment } from './context.ts';
import { shortPath } from './directories.ts';
import type { ExitCode } from './exit-codes.ts';
import { type FileAccess, RunFiles, unwritable } from './io/file-place.ts';
import {
  commandPath,
  flagVariables,
  namingVariables,
  rootOf,
  unknownVariables,
  withVariables,
} from './options/flag-variables.ts';
import { type GlobalFlags, parseGlobalFlags } from './options/global.ts';
import type { RawFlags } from './options/values.ts';
import { hintText } from './render/hint-text.ts';
import { printLines } from './render/wrap.ts';

/** One run of one command: its context, the flags that every command takes, and what it tells the reader. */
export interface Invocation {
  readonly context: Context;
  readonly globals: GlobalFlags;
  /** Which lists may be read and which results written; all by default. */
  readonly access?: FileAccess;
  /** What the run reads, so that nothing of it is written. */
  readonly files: RunFiles;
  /** Masks the addresses of a text with --redact. */
  mask(text: string): string;
  /** One line on stderr, for people; silent with --quiet. */
  notice(text: Hint): Promise<void>;
  /** Shows on a terminal what is under way, until it is disposed of; nothing with --quiet. */
  underWay(text: () => string): AsyncDisposable;
  /** Says before anything is written that the JSON on stdout is a value a line, for --jq and --json=<fields>. */
  jsonLines(): void;
  /** One line on stderr with --debug. */
  debug(line: string): void;
  /** The config file, read once. */
  config(): Promise<LoadedConfig>;
  /**
   * The policy in force, read once; undefined without one. Throws `config` for one with a fault. The files of lists
   * that it names lie below its folder, or where an `access` opens them.
   */
  policy(access?: () => Promise<FileAccess>): Promise<Policy | undefined>;
}

/** What was typed for one command. Option parsers turn it into a typed record; nothing else sees it. */
export interface CommandLine {
  readonly args: readonly string[];
  /** All flags of the command and the program, as commander read them. */
  readonly flags: RawFlags;
  readonly context: UserEnvironment & { readonly stderr?: { readonly isTTY: boolean } };
}

/** Does the command's work. Without a code the run is done (0). */
export type Action = (invocation: Invocation, line: CommandLine) => Promise<ExitCode | undefined>;

/** A command's options, parsed once from its command line, and the function that runs it. */
interface CommandHandler<Options> {
  readonly parse: (line: CommandLine) => Options | Promise<Options>;
  readonly run: (invocation: Invocation, options: Options) => Promise<ExitCode | undefined>;
}

export function withOptions<Options>({ parse, run }: CommandHandler<Options>): Action {
  return async (invocation, line) => await run(invocation, await parse(line));
}

/** What commands are added with. */
export interface CliDependencies {
  readonly context: Context;
  finish(code: ExitCode): void;
}

/** The command's action. `load` imports its code, so that other commands don't load it. */
export function perform(
  command: Command,
  { context, finish }: CliDependencies,
  load: () => Promise<Action>,
): Command {
  return command.action(async () => {
    const { flags, variables } = withVariables(command, context.env);
    try {
      const code = await act(command, flags, context, load);
      if (code !== undefined) finish(code);
    } catch (error) {
      throw namingVariables(error, variables);
    }
  });
}

async function act(
  command: Command,
  given: RawFlags,
  context: Context,
  load: () => Promise<Action>,
): Promise<ExitCode | undefined> {
  const { flags, stdout, end, close, toLines } = await openStdout(
    given,
    commandPath(command),
    context,
  );
  const own = { ...context, stdout };
  const invocation = createInvocation(flags, own, toLines);
  const known = flagVariables(rootOf(command));
  for (const line of unknownVariables(context.env, known)) await invocation.notice(line);
  try {
    const action = await load();
    const code = await action(invocation, { args: command.args, flags, context: own });
    await end();
    return code;
  } finally {
    await close();
  }
}

/** stdout as `--json=<fields>` and `--jq` make it, with the flags that they stand for. */
async function openStdout(flags: RawFlags, path: string, { stdout, signal }: Context) {
  const asItIs = { flags, stdout, end: async () => {}, close: async () => {}, toLines: () => {} };
  if (flags.jsonFields === undefined && flags.jq === undefined) return asItIs;
  const { parseJsonFlags } = await import('./json/json-output.ts');
  const wanted = parseJsonFlags(flags, path);
  if (!wanted) return asItIs;
  const { expression, fields } = wanted;
  const jq = expression && (await (await import('./json/jq.ts')).compileJq(expression, signal));
  const { chooseJson } = await import('./json/json-output.ts');
  const isLines = flags.format === 'jsonl';
  return {
    ...chooseJson(stdout, { fields, jq: jq || undefined, isLines }),
    close: async () => (jq ? await jq[Symbol.asyncDispose]() : undefined),
    flags: wanted.flags,
  };
}

function createInvocation(flags: RawFlags, context: Context, jsonLines: () => void): Invocation {
  const globals = parseGlobalFlags(flags);
  const mask = globals.redact ? maskAddresses : (text: string) => text;
  const say = (kind: 'notice' | 'debug', text: string) => {
    const line = mask(safeLine(text));
    if (globals.jsonStderr)
      return context.stderr.write(`${safeJson({ [kind]: { text: line } })}\n`);
    return printLines(context.stderr, [kind === 'debug' ? `debug: ${line}` : line]);
  };
  const notice = async (text: Hint) => {
    if (!globals.quiet) await say('notice', hintText(text));
  };
  const files = new RunFiles();
  const debugFile = openDebugFile(context, globals.debugFile);
  let config: Promise<LoadedConfig> | undefined;
  let policy: Promise<Policy | undefined> | undefined;
  const invocation: Invocation = {
    context,
    globals,
    files,
    mask,
    notice,
    jsonLines,
    underWay: (text) => (globals.quiet || globals.jsonStderr ? NOTHING : context.live.spin(text)),
    debug: (line) => {
      if (globals.debug) void say('debug', line);
      debugFile?.(mask(safeLine(line)));
    },
    config: () => {
      config ??= readConfig(invocation);
      return config;
    },
    policy: (access) => {
      policy ??= readPolicy(invocation, access);
      return policy;
    },
  };
  return invocation;
}

async function readPolicy(
  { context, globals: { policy }, notice, files }: Invocation,
  access?: () => Promise<FileAccess>,
): Promise<Policy | undefined> {
  if (policy === false) return undefined;
  const { loadPolicy } = await import('./policy-file.ts');
  const loaded = await loadPolicy(context, { named: policy, access: await access?.() });
  if (!loaded) return undefined;
  files.noteInput(loaded.path);
  // A file that was found must not judge in silence.
  if (policy === undefined) await notice(`Judging by ${shortPath(loaded.path, context)}`);
  return loaded.policy;
}

const NOTHING: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

async function readConfig({ context, notice }: Invocation): Promise<LoadedConfig> {
  const { loadConfig } = await import('./config-file.ts');
  const loaded = await loadConfig(context);
  for (const path of loaded.repaired) {
    await notice(`${path} could be read by others: now it is yours alone`);
  }
  return loaded;
}

/** True when prompts are allowed: stdin and stdout are terminals, without --no-input and CI. */
export function mayAsk({ context, globals }: Invocation): boolean {
  const terminal = context.stdin.isTTY && context.stdout.isTTY;
  return terminal && globals.input && !globals.jsonStderr && !context.env.CI;
}

/**
 * How results are judged: whether role addresses are risky, by the flag, else the config file, else true;
 * and the policy in force.
 */
export async function judgingOf(
  { config, policy }: Invocation,
  flags: { readonly riskyRole?: boolean | undefined } = {},
): Promise<Judging> {
  const riskyRole = flags.riskyRole ?? (await config()).config.riskyRole ?? true;
  return { riskyRole, policy: await policy() };
}

/** The same run with addresses masked, where the job remembers --redact. */
export function withRedaction(invocation: Invocation): Invocation {
  return {
    ...invocation,
    globals: { ...invocation.globals, redact: true },
    mask: maskAddresses,
    notice: (text) => invocation.notice(maskHint(text)),
    debug: (line) => invocation.debug(maskAddresses(line)),
  };
}

/** Remedies hold no address. */
function maskHint(hint: Hint): Hint {
  return hintParts(hint).map((part) => (typeof part === 'string' ? maskAddresses(part) : part));
}

/**
 * Adds a line with its time to the file of `--debug-file`, at once, so that it is there after a crash.
 * Only the user may read the file: it names addresses and hosts.
 */
function openDebugFile(
  { cwd, clock }: Context,
  name: string | undefined,
): ((line: string) => void) | undefined {
  if (name === undefined) return undefined;
  const path = resolve(cwd, name);
  try {
    if (isOtherFile(path)) throw notOurs(name);
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw isMailvetError(error) ? error : unwritable(path, error);
  }
  return (line) => appendLine(path, `${isoTime(clock.now())} ${line}\n`);
}

/** How each line begins that was written here. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether the file has something else, a list say. Nothing is added to it. */
function isOtherFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return false;
  const start = Buffer.alloc(16);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return !TIME.test(start.toString('latin1'));
}

function notOurs(name: string): MailvetError {
  return new MailvetError('input', `${name} exists already and is not a debug log of mailvet`, {
    hint: [{ code: 'elsewhere', flag: '--debug-file', isStart: true }],
  });
}

/** The work goes on where the disk is full. */
function appendLine(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // Nothing else is lost.
  }
}
