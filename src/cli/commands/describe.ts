import type { Argument, Command, Option } from 'commander';
import { build, version } from '../../lib/version.ts';
import { lowerFirst } from '../../lib/wording.ts';
import { ACCESS_SETTINGS } from '../../settings/access.ts';
import { CONFIG_SETTING, SERVE, WORK } from '../../settings/service.ts';
import { type Setting, type SettingTable, variableName } from '../../settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../settings/verifier.ts';
import { guideOf } from '../command-spec.ts';
import { EXIT_CODE_MEANINGS } from '../exit-codes.ts';
import type { Action, Invocation } from '../invocation.ts';
import { printOne } from '../io/print.ts';
import { variableOfFlag } from '../options/flag-variables.ts';
import { argumentOf, type FlagValue, valueOfFlag } from './completion/tree.ts';

/** `mailvet commands`, for those of a program. */
export function commandsOf(program: Command): Action {
  return async (invocation) => {
    const described = describeProgram(program);
    const width = Math.max(...described.commands.map(({ command }) => command.length));
    const lines = described.commands.map(
      ({ command, summary }) => `mailvet ${command.padEnd(width)}  ${summary}\n`,
    );
    await printOne(invocation, described, lines.join(''));
    return undefined;
  };
}

/** The same as `--version`: many programs have both. */
export async function runVersion(invocation: Invocation): Promise<undefined> {
  await printOne(invocation, { version: build() }, `${build()}\n`);
}

/** The command tree as data: what `mailvet commands --json` prints, and the reference is made of. */

/** `words` is one of them, `list` several of them, comma-separated. */
type FlagType = 'switch' | 'text' | 'number' | 'duration' | 'size' | 'file' | 'words' | 'list';

interface DescribedArgument {
  readonly name: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly type: FlagType;
  /** The words that it may be, where there is a choice. */
  readonly words?: readonly string[];
  readonly description: string;
}

export interface DescribedFlag {
  readonly flag: string;
  readonly short?: string;
  /** As in the help, such as `<file>`; absent for a switch. */
  readonly value?: string;
  readonly type: FlagType;
  readonly words?: readonly string[];
  /** As text; absent where nothing is assumed. */
  readonly default?: string;
  readonly repeatable?: true;
  /** The variable that is read where the flag is not given. */
  readonly variable?: string;
  readonly description: string;
  readonly group: string;
  /** Shown only by `--help --all`. */
  readonly rare?: true;
}

export interface DescribedCommand {
  readonly command: string;
  readonly summary: string;
  readonly description: string;
  /** Command lines, as the help shows them. */
  readonly examples: readonly { readonly command: string; readonly text?: string }[];
  readonly arguments: readonly DescribedArgument[];
  readonly flags: readonly DescribedFlag[];
}

export interface DescribedProgram {
  readonly version: string;
  /** Flags that every command takes; those of the verifier work where one verifies. */
  readonly flags: readonly DescribedFlag[];
  readonly commands: readonly DescribedCommand[];
  readonly exitCodes: readonly { readonly code: number; readonly meaning: string }[];
}

export function describeProgram(program: Command): DescribedProgram {
  const names = visible(program).map((command) => command.name());
  return {
    version: version(),
    flags: describeFlags(program, ''),
    commands: visible(program).flatMap((command) => describe(command, command.name(), names)),
    exitCodes: EXIT_CODE_MEANINGS.map(([code, meaning]) => ({ code, meaning })),
  };
}

/** A command, or those of a group of commands. */
function describe(command: Command, path: string, names: readonly string[]): DescribedCommand[] {
  const children = visible(command).filter((child) => child.name() !== 'help');
  if (children.length > 0)
    return children.flatMap((child) => describe(child, `${path} ${child.name()}`, names));
  const own = {
    command: path,
    summary: lowerFirst(command.summary() || command.description()),
    description: command.description(),
    examples: guideOf(command).examples.map(([line, text]) => ({
      command: line,
      ...(text && { text }),
    })),
    arguments: command.registeredArguments.map((one) => describeArgument(one, path, names)),
    flags: describeFlags(command, path),
  };
  return [own];
}

function visible(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function describeArgument(
  argument: Argument,
  path: string,
  names: readonly string[],
): DescribedArgument {
  return {
    name: argument.name(),
    required: argument.required,
    repeatable: argument.variadic,
    ...typeOf(argumentOf(path, names)),
    description: argument.description,
  };
}

/** Commands whose flags are settings of a service; the verifier's are flags of the program. */
const SETTINGS: Readonly<Record<string, SettingTable>> = {
  '': { ...ACCESS_SETTINGS, ...VERIFIER_SETTINGS },
  serve: SERVE.flags,
  work: WORK.flags,
};

function describeFlags(command: Command, path: string): DescribedFlag[] {
  const settings = SETTINGS[path] ?? {};
  const { usual } = guideOf(command);
  return command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => ({
      ...describeFlag(option, path, settings[option.long?.slice(2) ?? '']),
      ...(usual?.includes(option.long ?? option.flags) === false && { rare: true as const }),
    }));
}

function describeFlag(option: Option, path: string, setting: Setting | undefined): DescribedFlag {
  const { long, short, flags, description, helpGroupHeading = 'Options:' } = option;
  const flag = long ?? flags;
  const value = /[<[].*/.exec(flags)?.[0];
  const assumed = setting ? (setting.default ?? setting.otherwise) : statedDefault(description);
  return {
    flag,
    ...(short !== undefined && { short }),
    ...(value !== undefined && { value }),
    ...(value === undefined ? { type: 'switch' as const } : typeOf(valueOfFlag(option), value)),
    ...(assumed !== undefined && { default: assumed }),
    ...(option.parseArg && { repeatable: true }),
    ...variableOf(option, path, setting),
    description,
    group: helpGroupHeading.replace(/:$/, ''),
  };
}

/** By the placeholder of its value. */
const TYPES: Readonly<Record<string, FlagType>> = {
  '<n>': 'number',
  '<days>': 'number',
  '<duration>': 'duration',
  '<size>': 'size',
};

function typeOf(
  value: FlagValue | undefined,
  placeholder = '',
): { type: FlagType; words?: readonly string[] } {
  if (value?.kind === 'file') return { type: 'file' };
  if (value?.kind !== 'words') return { type: TYPES[placeholder] ?? 'text' };
  return { type: value.separator ? 'list' : 'words', words: value.words };
}

/** Settings that are flags of several commands, with other words. */
const SHARED: ReadonlySet<string> = new Set(['database', ...Object.keys(CONFIG_SETTING)]);

function variableOf(
  option: Option,
  path: string,
  setting: Setting | undefined,
): { variable?: string } {
  const name = option.long?.slice(2) ?? '';
  const isSetting = setting || SHARED.has(name);
  const variable = isSetting ? variableName(name) : variableOfFlag(option, path);
  return variable === undefined ? {} : { variable };
}

/** One word in brackets at the end of a description, unless it says what the value looks like. */
const STATED = /\((?!comma-separated|https\)|a\*)(\S+)\)$/;

function statedDefault(description: string): string | undefined {
  return STATED.exec(description)?.[1];
}
