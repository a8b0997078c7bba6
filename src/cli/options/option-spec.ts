import { type Command, Option } from 'commander';

/** A flag as commander reads it (`-o, --output <file>`), and its help. */
export type OptionSpec = readonly [flags: string, help: string, kind?: OptionKind];

interface OptionKind {
  /** Its heading in the help; `Options:` by default. */
  readonly group?: string;
  /** It may be given several times. */
  readonly repeatable?: true | undefined;
  readonly required?: true;
  readonly hidden?: true;
}

/** The same flags under a heading. */
export function inGroup(group: string, options: readonly OptionSpec[]): OptionSpec[] {
  return options.map(([flags, help, kind]) => [flags, help, { ...kind, group }]);
}

export function addOptions(command: Command, options: readonly OptionSpec[]): void {
  for (const [flags, help, kind = {}] of options) {
    const { group, repeatable, required = false, hidden = false } = kind;
    const option = new Option(flags, help).makeOptionMandatory(required).hideHelp(hidden);
    if (repeatable) option.argParser((value: string, before: string[] = []) => [...before, value]);
    command.addOption(group === undefined ? option : option.helpGroup(group));
  }
}
