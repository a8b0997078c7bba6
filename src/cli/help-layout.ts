import { type Command, Help, type Option } from 'commander';
import { guideOf } from './command-spec.ts';
import { VERIFIER_HEADING } from './options/global.ts';

/** How help is written. */
export interface HelpLayout {
  /** Also rare flags, and those that every command takes (`--help --all`). */
  readonly all: boolean;
  /** Marks a heading. */
  readonly heading: (text: string) => string;
}

/**
 * Help in the order of use: arguments, commands, the command's own flags, examples. Rare flags and those that
 * every command takes would bury the usual ones, so they stand behind `--all`.
 */
export function helpLayout({ all, heading }: HelpLayout): Partial<Help> {
  return {
    formatHelp(command, helper) {
      const own = ownOptions(command, all);
      const lists = [
        argumentList(command, helper),
        ...commandLists(command, helper),
        ...optionLists(own.shown, helper),
        ...optionLists(all ? sharedOptions(command) : [], helper),
      ].filter(({ items }) => items.length > 0);
      const width = Math.max(...lists.flatMap(({ items }) => items.map(([term]) => term.length)));
      const sections = lists.map(({ title, items }) => [
        heading(title),
        ...items.map(([term, text]) => helper.formatItem(term, width, text, helper)),
      ]);
      const examples = exampleLines(command, heading);
      const folded = all ? [] : [[foldedText(command, own.rare)]];
      const texts = [
        ...introduction(command, helper, heading),
        ...sections,
        ...examples,
        ...folded,
      ];
      return `${texts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
    },
  };
}

function foldedText(command: Command, rare: readonly Option[]): string {
  const name = `mailvet ${pathOf(command)}--help --all`;
  const what =
    rare.length > 0
      ? `${rare.length} more flags, and those of every command (--json, --quiet, …)`
      : 'Flags of every command (--json, --quiet, --base-url, …)';
  return `${what}: ${name}`;
}

function exampleLines(command: Command, heading: HelpLayout['heading']): Lines[] {
  const { examples } = guideOf(command);
  if (examples.length === 0) return [];
  const lines = examples.map(([line, text]) => `  $ ${line}${text ? `  # ${text}` : ''}`);
  return [[heading('Examples:'), ...lines]];
}

type Lines = readonly string[];

function introduction(command: Command, helper: Help, heading: HelpLayout['heading']): Lines[] {
  const description = helper.boxWrap(command.description(), helper.helpWidth ?? DEFAULT_WIDTH);
  return [[`${heading('Usage:')} ${helper.commandUsage(command)}`], [description]];
}

const DEFAULT_WIDTH = 80;

interface TermList {
  readonly title: string;
  /** Term and description. */
  readonly items: readonly (readonly [string, string])[];
}

function argumentList(command: Command, helper: Help): TermList {
  const items = helper
    .visibleArguments(command)
    .map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)] as const);
  return { title: 'Arguments:', items };
}

function commandLists(command: Command, helper: Help): TermList[] {
  const groups = Map.groupBy(helper.visibleCommands(command), (each) => each.helpGroup());
  return [...groups].map(([title, members]) => {
    const items = members.map(
      (each) => [commandTerm(each), toEntry(helper.subcommandDescription(each))] as const,
    );
    return { title: title || 'Commands:', items };
  });
}

/** `clean <file...>`: each command has flags. */
function commandTerm(command: Command): string {
  const words = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

/** Entries of a list begin in lower case, but for acronyms; descriptions are sentences. */
function toEntry(description: string): string {
  return description.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
}

function optionLists(options: readonly Option[], helper: Help): TermList[] {
  const groups = Map.groupBy(options, ({ helpGroupHeading }) => helpGroupHeading ?? 'Options:');
  return [...groups].map(([title, members]) => {
    const items = members.map(
      (each) => [helper.optionTerm(each), helper.optionDescription(each)] as const,
    );
    return { title, items };
  });
}

/** The program's own flags are the ones that every command takes; those stand in groups. */
function ownOptions(command: Command, all: boolean): Record<'shown' | 'rare', Option[]> {
  const options = new Help().visibleOptions(command);
  if (all) return { shown: options, rare: [] };
  if (command.parent === null) {
    return { shown: options.filter(({ helpGroupHeading }) => !helpGroupHeading), rare: [] };
  }
  const { usual } = guideOf(command);
  if (!usual) return { shown: options, rare: [] };
  const isHelp = ({ long }: Option) => long === '--help';
  const shown = usual.flatMap((flag) => options.filter(({ long }) => long === flag));
  const rare = options.filter((option) => !shown.includes(option) && !isHelp(option));
  return { shown: [...shown, ...options.filter(isHelp)].map(ungrouped), rare };
}

/** The few that are shown need no headings. */
function ungrouped(option: Option): Option {
  return Object.assign(Object.create(option), { helpGroupHeading: undefined });
}

/** Commands that may start the embedded service, or that serve. */
const VERIFYING: readonly string[] = ['verify', 'batch', 'clean', 'serve', 'work', 'mcp', 'doctor'];

/** The program's flags as a command takes them: the verifier's only where one works. */
function sharedOptions(command: Command): Option[] {
  const all = Object.assign(new Help(), { showGlobalOptions: true }).visibleGlobalOptions(command);
  const verifies = [command, command.parent].some((each) => VERIFYING.includes(each?.name() ?? ''));
  return all.filter(({ helpGroupHeading }) => verifies || helpGroupHeading !== VERIFIER_HEADING);
}

/** `batch submit `, with a space behind; empty for the program. */
function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)}${command.name()} `;
}
