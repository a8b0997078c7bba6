/** How a command is declared. Help, man page, completion, `mailvet commands --json` and the reference follow. */
import type { Command } from 'commander';
import type { Action } from './invocation.ts';
import type { OptionSpec } from './options/option-spec.ts';

interface SpecBase {
  readonly name: string;
  /** For lists of commands; the description by default. */
  readonly summary?: string;
  readonly description: string;
}

/** What the help shows of a command beside its arguments and flags. */
interface Guide {
  /** Command lines, each with what it does where that is not plain. */
  readonly examples: readonly (readonly [command: string, text?: string])[];
  /** The flags that most people need, in the order of the help; `--all` shows the others. Default: all. */
  readonly usual?: readonly string[];
}

/** A command that does something. */
export interface LeafSpec extends SpecBase, Guide {
  /** `<name>`, `[name]` or `[name...]`, and its help. */
  readonly arguments?: readonly (readonly [name: string, help?: string])[];
  readonly options?: readonly OptionSpec[];
  /** Text below the help. */
  readonly after?: string;
  /** Imports the code of the command, so that other commands don't load it. */
  readonly load: (program: Command) => Promise<Action>;
}

interface GroupSpec extends SpecBase {
  readonly commands: readonly CommandSpec[];
}

export type CommandSpec = LeafSpec | GroupSpec;

const GUIDE = Symbol('guide');

/** Keeps the guide of a command with the command that commander has. */
export function setGuide(command: Command, guide: Guide): void {
  Object.assign(command, { [GUIDE]: guide });
}

/** Groups have none. */
export function guideOf(command: Command): Guide {
  return (command as { readonly [GUIDE]?: Guide })[GUIDE] ?? { examples: [] };
}
