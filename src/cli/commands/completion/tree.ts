import type { Command } from 'commander';
import { argumentOf, type Value, valueOfFlag } from './values.ts';

export interface Word {
  readonly text: string;
  readonly description: string;
}

export interface Flag extends Word {
  /** `-o`, where there is one. */
  readonly short: string | undefined;
  /** Undefined for a flag without a value. */
  readonly value: Value | undefined;
}

/** What may follow one command: its subcommands, its arguments and its flags. */
export interface Node {
  /** `batch submit`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly argument: Value;
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
  readonly value: Value;
  /** The one command where it has this value; absent: the value that it has in most. */
  readonly path?: string;
}

/** All flags with a value: first where a command has other values than most, then each once. */
export function valueFlags(tree: readonly Node[]): ValueFlag[] {
  const uses = tree.flatMap(({ path, flags }) => flags.map((flag) => ({ path, ...flag })));
  const found = [...Map.groupBy(uses, ({ text }) => text).values()].map(withExceptions);
  return [...found.flatMap(({ exceptions }) => exceptions), ...found.flatMap(({ usual }) => usual)];
}

type FlagUse = Flag & Pick<Node, 'path'>;

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
export function valueCases(tree: readonly Node[], offer: (value: Value) => string): string {
  return valueFlags(tree)
    .map(({ names, value, path }) => {
      const patterns = names.map((name) =>
        path === undefined ? `*" ${name}"` : `"${path} ${name}"`,
      );
      return `    ${patterns.join(' | ')}) ${offer(value)}; return ;;`;
    })
    .join('\n');
}
