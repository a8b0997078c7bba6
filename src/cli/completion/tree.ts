import type { Command } from 'commander';

export interface Word {
  readonly text: string;
  readonly description: string;
}

/** What may follow one command: its subcommands and its flags. */
export interface Node {
  /** `batch submit`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly flags: readonly Word[];
}

/** The command tree, flat, the program first. */
export function treeOf(program: Command): Node[] {
  const shared = flagsOf(program);
  return walk(program, '', shared);
}

function walk(command: Command, path: string, shared: readonly Word[]): Node[] {
  const children = command.createHelp().visibleCommands(command);
  const own = path === '' ? [] : flagsOf(command);
  const commands = children.map((child) =>
    wordOf(child.name(), child.summary() || child.description()),
  );
  const node = { path, commands, flags: [...own, ...shared] };
  const below = children.flatMap((child) => walk(child, `${path} ${child.name()}`.trim(), shared));
  return [node, ...below];
}

function flagsOf(command: Command): Word[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  return options.map((option) => wordOf(option.long ?? option.flags, option.description));
}

/** Descriptions end up in scripts: one line without quotes of any shell. */
function wordOf(text: string, description: string): Word {
  return { text, description: description.replace(/[\s]+/g, ' ').replace(/['"`$\\]/g, '') };
}
