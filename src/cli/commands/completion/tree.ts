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

/** All flags with a value, each with its names, once. */
export function valueFlags(tree: readonly Node[]): { names: string[]; value: Value }[] {
  const found = new Map<string, { names: string[]; value: Value }>();
  for (const { text, short, value } of tree.flatMap(({ flags }) => flags)) {
    if (value) found.set(text, { names: short ? [short, text] : [text], value });
  }
  return [...found.values()];
}

/** The names of all flags with a value: the word behind one is not a subcommand. */
export function valueFlagNames(tree: readonly Node[]): string[] {
  return valueFlags(tree).flatMap(({ names }) => names);
}

/** The paths below the program: words that lead one step further. */
export function pathsOf(tree: readonly Node[]): string[] {
  return tree.map(({ path }) => path).filter((path) => path !== '');
}
