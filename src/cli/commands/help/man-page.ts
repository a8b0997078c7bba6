import { type Command, Help } from 'commander';
import { lowerFirst } from '../../../lib/wording.ts';
import { EXIT_CODE_MEANINGS } from '../../exit-codes.ts';
import { EXAMPLES } from '../../help-guide.ts';
import { HELP_TOPICS } from './topics.ts';

/** `mailvet(1)` in man(7) macros, from the command tree that the help is made of. */
export function manPage(program: Command, version: string): string {
  return [
    `.TH MAILVET 1 "" "mailvet ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `mailvet \\- ${escaped(lowerFirst(program.description()))}`,
    '.SH SYNOPSIS',
    '.B mailvet',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...leavesOf(program).flatMap(commandLines),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionLines(program),
    ...['environment', 'lists'].flatMap(topicLines),
    '.SH EXIT STATUS',
    ...EXIT_CODE_MEANINGS.flatMap(([code, meaning]) => ['.TP', String(code), escaped(meaning)]),
    '',
  ].join('\n');
}

/** The commands that do something, in the order of the help. */
function leavesOf(command: Command): Command[] {
  if (command.commands.length === 0) return [command];
  return command.commands.flatMap(leavesOf);
}

function commandLines(command: Command): string[] {
  const usage = new Help().commandUsage(command);
  return [
    `.SS "${escaped(usage)}"`,
    escaped(`${command.description()}.`),
    ...exampleLines(usage),
    ...optionLines(command),
  ];
}

function exampleLines(usage: string): string[] {
  const path = usage.replace(/^mailvet | [[<].*/g, '');
  const lines = (EXAMPLES[path] ?? []).map(([line, text]) => (text ? `${line}  # ${text}` : line));
  return lines.length === 0 ? [] : ['.RS', '.nf', ...lines.map(escaped), '.fi', '.RE'];
}

function optionLines(command: Command): string[] {
  const help = new Help();
  const isOwn = (flags: string) => !flags.includes('--help');
  return help
    .visibleOptions(command)
    .filter(({ flags }) => isOwn(flags))
    .flatMap((option) => [
      '.TP',
      `\\fB${escaped(help.optionTerm(option))}\\fR`,
      escaped(help.optionDescription(option)),
    ]);
}

/** A help topic as it is: its tables are laid out by hand. */
function topicLines(topic: string): string[] {
  const text = HELP_TOPICS.get(topic) ?? '';
  const [title = '', ...lines] = text.trimEnd().split('\n');
  return [`.SH ${title.toUpperCase()}`, '.nf', ...lines.map(escaped), '.fi'];
}

/** Text that troff takes literally: no control line, no escape, hyphens that can be searched. */
function escaped(text: string): string {
  const literal = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq');
  return /^[.']/.test(literal) ? `\\&${literal}` : literal;
}
