import type { Command, Option } from 'commander';
import { KEY_SCOPES } from '../../../contract/key-scopes.ts';
import { LIST_CHANGES } from '../../../contract/list-changes.ts';
import { VERDICTS } from '../../../contract/verdict.ts';
import { WEBHOOK_EVENTS } from '../../../contract/webhook-events.ts';
import { COMMON_ENCODINGS, LIST_FORMATS } from '../../../formats/plan.ts';
import { FOREIGN_VERIFIERS } from '../../../formats/results/verifiers.ts';
import { COLUMN_PRESETS, LIST_COLUMNS } from '../../../formats/write/output.ts';
import { FACT_WORDS } from '../../../formats/write/row-filter.ts';
import { scopes, verdictsMeaning } from '../../../i18n/english/results.ts';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { SERVE_SETTINGS } from '../../../settings/service.ts';
import type { Setting } from '../../../settings/setting.ts';
import { CONFIG_KEYS } from '../../config-file.ts';
import { FORMATS } from '../../io/format.ts';
import { PROGRESS_MODES } from '../../render/progress.ts';
import { DEDUPE_MODES } from '../batch/options.ts';
import { HELP_TOPICS } from '../help.ts';

export interface Word {
  readonly text: string;
  readonly description: string;
}

export interface Flag extends Word {
  /** `-o`, where there is one. */
  readonly short: string | undefined;
  /** Undefined for a flag without a value. */
  readonly value: FlagValue | undefined;
}

/** What may follow one command: its subcommands, its arguments and its flags. */
export interface Node {
  /** `batch submit`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly argument: FlagValue;
  readonly flags: readonly Flag[];
}

/** The command tree, flat, the program first. */
export function buildTree(program: Command): Node[] {
  const shared = flagsOf(program);
  const names = commandsOf(program).map((command) => command.name());
  const walk = (command: Command, path: string): Node[] => {
    const children = commandsOf(command);
    const node = {
      path,
      commands: children.map((child) =>
        wordOf(child.name(), child.summary() || child.description()),
      ),
      argument: argumentOf(path, names),
      flags: [...(path === '' ? [] : flagsOf(command)), ...shared],
    };
    return [node, ...children.flatMap((child) => walk(child, `${path} ${child.name()}`.trim()))];
  };
  return walk(program, '');
}

/** Without the `help` of a group of commands: it is offered once, at the top. */
function commandsOf(command: Command): Command[] {
  const isOffered = (child: Command) => command.parent === null || child.name() !== 'help';
  return command.createHelp().visibleCommands(command).filter(isOffered);
}

function flagsOf(command: Command): Flag[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  return options.map((option) => ({
    ...wordOf(option.long ?? option.flags, option.description),
    short: option.short,
    value: valueOfFlag(option),
  }));
}

function wordOf(text: string, description: string): Word {
  // No backslash: between single quotes fish interprets it, and zsh does not.
  return { text, description: description.replace(/[\s\\]+/g, ' ') };
}

/** A flag with a value, under the names it has. */
interface ValueFlag {
  readonly names: readonly string[];
  readonly value: FlagValue;
  /** The one command where it has this value; absent: the value that it has in most. */
  readonly path?: string;
}

/** All flags with a value: first where a command has other values than most, then each once. */
export function valueFlags(tree: readonly Node[]): ValueFlag[] {
  const uses = tree.flatMap(({ path, flags }) => flags.map((flag) => ({ path, ...flag })));
  const found = [...Map.groupBy(uses, ({ text }) => text).values()].map(withExceptions);
  return [...found.flatMap(({ exceptions }) => exceptions), ...found.flatMap(({ usual }) => usual)];
}

interface FlagUse extends Flag {
  readonly path: string;
}

function withExceptions(uses: readonly FlagUse[]): Record<'usual' | 'exceptions', ValueFlag[]> {
  const flags = uses.flatMap(({ path, text, short, value }) =>
    value ? [{ path, names: short ? [short, text] : [text], value }] : [],
  );
  const alike = Map.groupBy(flags, ({ value }) => JSON.stringify(value));
  const [[most] = [], ...others] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  if (!most) return { usual: [], exceptions: [] };
  const { names, value } = most;
  return { usual: [{ names, value }], exceptions: others.flat() };
}

/** The names of all flags with a value: the word behind one is not a subcommand. */
export function valueFlagNames(tree: readonly Node[]): string[] {
  return [...new Set(valueFlags(tree).flatMap(({ names }) => names))];
}

/** The paths below the program: words that lead one step further. */
export function pathsOf(tree: readonly Node[]): string[] {
  return tree.map(({ path }) => path).filter((path) => path !== '');
}

/** The cases of a script for bash or zsh in which the word before gives a flag its value. */
export function valueCases(tree: readonly Node[], offer: (value: FlagValue) => string): string {
  return valueFlags(tree)
    .map(({ names, value, path }) => {
      const patterns = names.map((name) =>
        path === undefined ? `*" ${name}"` : `"${path} ${name}"`,
      );
      return `    ${patterns.join(' | ')}) ${offer(value)}; return ;;`;
    })
    .join('\n');
}

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** The possible values of a flag or argument: one of some words (several, where there is a separator), a file, or free text. */
export type FlagValue =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly separator?: ',' }
  | { readonly kind: 'file' }
  | { readonly kind: 'free' };

const FLAG_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--format': FORMATS,
  '--input-format': LIST_FORMATS,
  '--encoding': COMMON_ENCODINGS,
  '--progress': PROGRESS_MODES,
  '--dedupe': DEDUPE_MODES,
  '--lang': LANGUAGES,
  '--risky-role': ['true', 'false'],
  '--reporter': ['github', 'junit', 'sarif'],
  '--from <verifier>': FOREIGN_VERIFIERS,
  '--role': ['owner', 'member'],
  ...settingWords(),
};

function settingWords(): Record<string, readonly string[]> {
  const settings = Object.entries<Setting>(SERVE_SETTINGS);
  return Object.fromEntries(
    settings.flatMap(([name, { type }]) => (type.words ? [[`--${name}`, type.words]] : [])),
  );
}

/** The usual conditions: with reasons and details there would be forty. */
const FEW_CONDITIONS = [...VERDICTS, ...FACT_WORDS];

/** Flags that take several comma-separated words, by their whole text where a command has other ones. */
const FLAG_LISTS: Readonly<Record<string, readonly string[]>> = {
  '--fail-on': VERDICTS,
  '--fail-on <change,...>': LIST_CHANGES,
  '--only': FEW_CONDITIONS,
  '--exclude': FEW_CONDITIONS,
  '--scopes': KEY_SCOPES,
  '--events': WEBHOOK_EVENTS,
  '--columns': [...Object.keys(COLUMN_PRESETS), ...LIST_COLUMNS],
};

/** What a word means, for shells that show it. */
export const WORD_TEXTS: Readonly<Record<string, string>> = { ...verdictsMeaning, ...scopes };

/** Placeholders that stand for files: `<file>`, `<file.html>`, `<path>`, `<pem>`, `<directory>`. */
const FILE = /<(?:file(?:\.\w+)?|path|pem|directory)>/;

/** The value of a flag; undefined for a flag without one. */
export function valueOfFlag({ long, flags }: Option): FlagValue | undefined {
  if (!/[<[]/.test(flags)) return undefined;
  const words = FLAG_WORDS[flags] ?? FLAG_WORDS[long ?? ''];
  if (words) return { kind: 'words', words };
  const list = FLAG_LISTS[flags] ?? FLAG_LISTS[long ?? ''];
  if (list) return { kind: 'words', words: list, separator: ',' };
  return { kind: FILE.test(flags) ? 'file' : 'free' };
}

const SETTINGS: FlagValue = { kind: 'words', words: CONFIG_KEYS };

const ARGUMENTS: Readonly<Record<string, FlagValue>> = {
  clean: { kind: 'file' },
  'batch submit': { kind: 'file' },
  due: { kind: 'file' },
  import: { kind: 'file' },
  'admin backup': { kind: 'file' },
  completion: { kind: 'words', words: SHELLS },
  'config get': SETTINGS,
  'config set': SETTINGS,
  'config unset': SETTINGS,
};

/** The possible arguments of a command. `commands`: the program's, as arguments of `help`. */
export function argumentOf(path: string, commands: readonly string[]): FlagValue {
  if (path === 'help') return { kind: 'words', words: [...commands, ...HELP_TOPICS.keys()] };
  return ARGUMENTS[path] ?? { kind: 'free' };
}
