import type { Command, Option } from 'commander';
import { closestWord } from '../../lib/did-you-mean.ts';
import { isMailvetError, MailvetError, withMessage } from '../../lib/errors.ts';
import { ACCESS_SETTINGS } from '../../settings/access.ts';
import { CONFIG_SETTING, SERVE_SETTINGS } from '../../settings/service.ts';
import { variableName } from '../../settings/setting.ts';
import type { Env } from '../context.ts';

/** Commands whose flags say what to do once: a variable that is always set would do it each time. */
const WITHOUT =
  /^(?:admin|config|login|logout|completion|help|version|commands|mcp|listen|serve|work|jobs forget|batch cancel)\b/;

/** Flags for which the same holds, those that are asked for, and those that have another meaning there. */
const EXCLUDED: ReadonlySet<string> = new Set([
  ...['--help', '--version', '--all', '--explain', '--json-fields', 'batch retry --only'],
]);

/** The path of a command, such as `batch list`; empty for the program. */
export function commandPath(command: Command): string {
  const { parent } = command;
  if (!parent) return '';
  return `${commandPath(parent)} ${command.name()}`.trim();
}

/**
 * The variable of a flag that is no setting; undefined for a flag without one, also where a setting of
 * the service has the name. `path`: of its command.
 */
export function variableOfFlag({ long }: Option, path: string): string | undefined {
  if (!long || WITHOUT.test(path)) return undefined;
  if (EXCLUDED.has(long) || EXCLUDED.has(`${path} ${long}`)) return undefined;
  const variable = variableName(long.slice(2));
  return SETTING_VARIABLES.has(variable) ? undefined : variable;
}

/** Every variable that stands for a flag of the program or of one of its commands. */
export function flagVariables(program: Command): readonly string[] {
  const path = commandPath(program);
  return [
    ...program.options.flatMap((option) => variableOfFlag(option, path) ?? []),
    ...program.commands.flatMap((command) => flagVariables(command)),
  ];
}

/** The flags of a command with those that variables give, where the command line gives none. */
export function withVariables(command: Command, env: Env) {
  const flags: Record<string, unknown> = command.optsWithGlobals();
  const variables = new Map<string, string>();
  const path = commandPath(command);
  for (const option of [...command.options, ...rootOf(command).options]) {
    const variable = WITHOUT.test(path) ? undefined : variableOfFlag(option, path);
    const text = variable && env[variable];
    const name = option.attributeName();
    if (!variable || !text || isGiven(command, name)) continue;
    flags[name] = flagValue(option, text, variable);
    variables.set(option.long ?? '', variable);
  }
  return { flags, variables };
}

function isGiven(command: Command, name: string): boolean {
  return command.getOptionValueSourceWithGlobals(name) === 'cli';
}

export function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

function flagValue(option: Option, text: string, variable: string): unknown {
  if (option.required || option.optional) return option.parseArg ? text.split(',') : text;
  const isOn = WORDS.get(text.toLowerCase());
  if (isOn === undefined) {
    throw new MailvetError('config', `${variable} is true or false, not '${text}'`);
  }
  return option.negate ? !isOn : isOn;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
]);

/** The error of a value, by the name that the user gave it. */
export function namingVariables(error: unknown, variables: ReadonlyMap<string, string>): unknown {
  if (!isMailvetError(error, 'usage')) return error;
  const found = [...variables].find(([flag]) =>
    new RegExp(`${flag}(?![\\w-])`).test(error.message),
  );
  return found ? withMessage(error, error.message.replace(...found)) : error;
}

/** The variables of settings. They are read where the settings are used. */
const SETTING_VARIABLES: ReadonlySet<string> = new Set(
  Object.keys({ ...ACCESS_SETTINGS, ...CONFIG_SETTING, ...SERVE_SETTINGS }).map(variableName),
);

/** The launcher sets them for its child. */
const OWN = ['MAILVET_LIFELINE', 'MAILVET_PARENT'];

/**
 * A line for each MAILVET_ variable that nothing reads: a misspelt one has no effect. `flags`: those of
 * the flags of all commands.
 */
export function unknownVariables(env: Env, flags: readonly string[] = []): string[] {
  const known = [...SETTING_VARIABLES, ...OWN, ...flags];
  return Object.keys(env)
    .filter((name) => name.startsWith('MAILVET_') && !known.includes(name))
    .map((name) => {
      const near = closestWord(name, known);
      const hint = near ? `Did you mean ${near}?` : 'See: mailvet help environment';
      return `Unknown variable ${name} is ignored. ${hint}`;
    });
}
