import { type Command, Help, type Option } from 'commander';
import { VERIFIER_HEADING } from './options/global.ts';

/** How help is written. */
export interface HelpLayout {
  /** Also the flags that every command takes (`--help --all`). */
  readonly all: boolean;
  /** Marks a heading. */
  readonly heading: (text: string) => string;
}

/**
 * Help in the order of use: arguments, commands, the command's own flags. The flags that every
 * command takes would bury these, so they stand behind `--all`.
 */
export function helpLayout({ all, heading }: HelpLayout): Partial<Help> {
  return {
    formatHelp(command, helper) {
      const lists = [
        argumentList(command, helper),
        commandList(command, helper),
        ...optionLists(ownOptions(command, all), helper),
        ...optionLists(all ? sharedOptions(command) : [], helper),
      ].filter(({ items }) => items.length > 0);
      const width = Math.max(...lists.flatMap(({ items }) => items.map(([term]) => term.length)));
      const sections = lists.map(({ title, items }) => [
        heading(title),
        ...items.map(([term, text]) => helper.formatItem(term, width, text, helper)),
      ]);
      const folded = all ? [] : [[`${FOLDED}: mailvet ${pathOf(command)}--help --all`]];
      const texts = [...introduction(command, helper, heading), ...sections, ...folded];
      return `${texts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
    },
  };
}

const FOLDED = 'Flags of every command (--json, --quiet, --base-url, …)';

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

function commandList(command: Command, helper: Help): TermList {
  const items = helper
    .visibleCommands(command)
    .map(
      (each) => [helper.subcommandTerm(each), toEntry(helper.subcommandDescription(each))] as const,
    );
  return { title: 'Commands:', items };
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
function ownOptions(command: Command, all: boolean): Option[] {
  const options = new Help().visibleOptions(command);
  const isFolded = !all && command.parent === null;
  return isFolded ? options.filter(({ helpGroupHeading }) => !helpGroupHeading) : options;
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
