import type {
  DescribedCommand,
  DescribedFlag,
  DescribedProgram,
} from '../../src/cli/commands/commands/run.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

export function commandsPage({ commands, flags }: DescribedProgram): string {
  const groups = Map.groupBy(flags, ({ group }) => group);
  return [
    '# Commands',
    `${generatedFrom('the command line itself')} \`mailvet commands --json\` prints the same as data.`,
    table(
      ['command', ''],
      commands.map((one) => [`[${code(one.command)}](#${anchor(one)})`, plain(one.summary)]),
    ),
    '## Flags of every command',
    'The flags of the verifier work where a command verifies on this machine.',
    ...[...groups].flatMap(([group, members]) => [`### ${group}`, flagTable(members)]),
    ...commands.flatMap(commandSection),
  ].join('\n\n');
}

const anchor = ({ command }: DescribedCommand) => `mailvet-${command.replaceAll(' ', '-')}`;

function commandSection(command: DescribedCommand): string[] {
  const words = command.arguments.map(({ name, required, repeatable }) => {
    const shown = repeatable ? `${name}…` : name;
    return required ? `<${shown}>` : `[${shown}]`;
  });
  const usage = ['mailvet', command.command, ...words].join(' ');
  return [
    `## mailvet ${command.command}`,
    `${plain(command.description)}.`,
    `\`\`\`text\n${usage}\n\`\`\``,
    `\`\`\`sh\n${command.examples.map(exampleLine).join('\n')}\n\`\`\``,
    ...(command.arguments.length === 0 ? [] : [argumentTable(command)]),
    ...(command.flags.length === 0 ? [] : [flagTable(command.flags)]),
  ];
}

function exampleLine({ command, text }: DescribedCommand['examples'][number]): string {
  return text === undefined ? command : `${command}  # ${text}`;
}

function argumentTable(command: DescribedCommand): string {
  const rows = command.arguments.map(({ name, words = [], description }) => [
    code(name),
    [plain(description), wordList(words)].filter(Boolean).join(': '),
  ]);
  return table(['argument', ''], rows);
}

function flagTable(flags: readonly DescribedFlag[]): string {
  return table(['flag', 'default', ''], flags.map(flagRow));
}

function flagRow(flag: DescribedFlag): string[] {
  const names = [flag.short, flag.flag].filter((name) => name !== undefined).join(', ');
  const notes = [
    plain(withoutDefault(flag)),
    flag.words && flag.words.length <= MOST_WORDS && `values: ${wordList(flag.words)}`,
    flag.repeatable && 'may be given several times',
    flag.variable && code(flag.variable),
  ];
  return [
    code([names, flag.value].filter(Boolean).join(' ')),
    flag.default === undefined ? '' : plain(flag.default),
    notes.filter(Boolean).join('; '),
  ];
}

/** A longer list, such as that of encodings, is for completion. */
const MOST_WORDS = 8;

/** The default has a column of its own. */
function withoutDefault({ description, default: assumed }: DescribedFlag): string {
  const stated = ` (${assumed})`;
  return description.endsWith(stated) ? description.slice(0, -stated.length) : description;
}

function wordList(words: readonly string[]): string {
  return words.map(code).join(', ');
}
