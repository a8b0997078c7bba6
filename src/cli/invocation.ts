import type { Command } from 'commander';
import { MailvetError } from '../errors.ts';
import { redactAddresses } from '../lib/redact.ts';
import { safeLine } from '../lib/safe-text.ts';
import type { LoadedConfig } from './config/config-file.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { CLEAR_LINE, isLive } from './io/status-line.ts';
import { type GlobalFlags, parseGlobalFlags, type RawFlags } from './options/global.ts';

/** One run of one command: its surroundings, the flags that every command takes, and its voice. */
export interface Invocation {
  readonly context: Context;
  readonly globals: GlobalFlags;
  /** All flags of the command and the program, as commander read them. */
  readonly flags: RawFlags;
  readonly args: readonly string[];
  /** One line on stderr, for people; silent with --quiet. */
  notice(text: string): Promise<void>;
  /** One line on stderr with --debug. */
  debug(line: string): void;
  /** The config file, read once. */
  config(): Promise<LoadedConfig>;
}

/** Does the command's work. Without a code the run is done (0). */
export type Action = (invocation: Invocation) => Promise<ExitCode | undefined>;

/** What commands are added with. */
export interface Ground {
  readonly context: Context;
  finish(code: ExitCode): void;
}

/** The command's action. `load` imports the doing, so that other commands don't pay for it. */
export function perform(command: Command, ground: Ground, load: () => Promise<Action>): Command {
  return command.action(async () => {
    const invocation = invocationOf(command, ground.context);
    const action = await load();
    const code = await action(invocation);
    if (code !== undefined) ground.finish(code);
  });
}

function invocationOf(command: Command, context: Context): Invocation {
  const flags: RawFlags = command.optsWithGlobals();
  const globals = parseGlobalFlags(flags);
  // On a terminal a status line may stand there: it is written over.
  const start = isLive(context.stderr, context.env) ? CLEAR_LINE : '';
  const masked = flags.redact === true ? redactAddresses : (text: string) => text;
  const say = (text: string) => context.stderr.write(`${start}${masked(safeLine(text))}\n`);
  const notice = async (text: string) => {
    if (!globals.quiet) await say(text);
  };
  let config: Promise<LoadedConfig> | undefined;
  return {
    context,
    globals,
    flags,
    args: command.args,
    notice,
    debug: (line) => {
      if (globals.debug) void say(`debug: ${line}`);
    },
    config: () => {
      config ??= readConfig(context, notice);
      return config;
    },
  };
}

async function readConfig(context: Context, notice: Invocation['notice']): Promise<LoadedConfig> {
  const { loadConfig } = await import('./config/config-file.ts');
  const loaded = await loadConfig(context);
  for (const path of loaded.repaired) {
    await notice(`${path} could be read by others: now it is yours alone`);
  }
  return loaded;
}

/** True when something may be asked: a terminal on both sides, nobody forbade it, no CI. */
export function mayAsk({ context, globals }: Pick<Invocation, 'context' | 'globals'>): boolean {
  const terminal = context.stdin.isTTY && context.stdout.isTTY;
  return terminal && globals.input && !context.env.CI;
}

/** Whether role addresses are risky: flag `--risky-role`, then the config file, then yes. */
export async function riskyRole({ flags, config }: Invocation): Promise<boolean> {
  const flag = flags.riskyRole;
  if (flag === undefined) return (await config()).config.riskyRole ?? true;
  if (flag === 'true' || flag === 'false') return flag === 'true';
  throw new MailvetError('usage', `--risky-role is true or false, not '${String(flag)}'`);
}
