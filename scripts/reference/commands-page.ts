import type {
  DescribedCommand,
  DescribedFlag,
  DescribedProgram,
} from '../../src/cli/commands/describe.ts';
import { code, generatedFrom, plain } from './markdown.ts';

export function commandsPage({ commands, flags }: DescribedProgram): string {
  const groups = Map.groupBy(flags, ({ group }) => group);
  const shared = sharedFlags(commands);
  return [
    '# Commands',
    `${generatedFrom('the command line itself')} \`mailvet commands --json\` prints the same as data.`,
    `${commands.map((one) => `[${code(one.command)}](#${anchor(one)})`).join(' · ')}`,
    'Most flags can also be given as a variable: `--max-retries 2` is `MAILVET_MAX_RETRIES=2` ' +
      '(`mailvet help environment` lists them).',
    '## Flags of every command',
    'The flags of the verifier work where a command verifies on this machine.',
    ...[...groups].flatMap(([group, members]) => [`### ${group}`, flagList(members)]),
    '## Shared flags',
    `Flags of ${FEWEST} commands or more. Each command names those that it takes.`,
    flagList([...shared.values()]),
    ...commands.flatMap((one) => commandSection(one, shared)),
  ].join('\n\n');
}

/** How many commands have a flag, word for word, for it to be described once. */
const FEWEST = 4;

function sharedFlags(commands: readonly DescribedCommand[]): ReadonlyMap<string, DescribedFlag> {
  const lines = Map.groupBy(
    commands.flatMap(({ flags }) => flags),
    flagLine,
  );
  return new Map(
    [...lines].flatMap(([line, [flag, ...others]]) =>
      flag && others.length >= FEWEST - 1 ? [[line, flag]] : [],
    ),
  );
}

const anchor = ({ command }: DescribedCommand) => `mailvet-${command.replaceAll(' ', '-')}`;

function commandSection(
  command: DescribedCommand,
  shared: ReadonlyMap<string, DescribedFlag>,
): string[] {
  const words = command.arguments.map(({ name, required, repeatable }) => {
    const shown = repeatable ? `${name}…` : name;
    return required ? `<${shown}>` : `[${shown}]`;
  });
  const usage = ['mailvet', command.command, ...words].join(' ');
  const own = command.flags.filter((flag) => !shared.has(flagLine(flag)));
  const others = command.flags.filter((flag) => !own.includes(flag));
  return [
    `## mailvet ${command.command}`,
    `${plain(command.description)}.`,
    `\`\`\`text\n${usage}\n\`\`\``,
    `\`\`\`sh\n${command.examples.map(exampleLine).join('\n')}\n\`\`\``,
    ...(command.arguments.length === 0 ? [] : [argumentList(command)]),
    ...(own.length === 0 ? [] : [flagList(own)]),
    ...(others.length === 0
      ? []
      : [`[Shared](#shared-flags): ${others.map(({ flag }) => code(flag)).join(' ')}`]),
  ];
}

function exampleLine({ command, text }: DescribedCommand['examples'][number]): string {
  return text === undefined ? command : `${command}  # ${text}`;
}

function argumentList(command: DescribedCommand): string {
  return command.arguments
    .map(({ name, words = [], description }) =>
      [`- ${code(name)}: ${plain(description)}`, wordList(words)].filter(Boolean).join(': '),
    )
    .join('\n');
}

const flagList = (flags: readonly DescribedFlag[]) => flags.map(flagLine).join('\n');

function flagLine(flag: DescribedFlag): string {
  const names = [flag.short, flag.flag].filter((name) => name !== undefined).join(', ');
  const { words = [], description } = flag;
  const notes = [
    plain(withoutDefault(flag)),
    words.length <= MOST_WORDS && !words.every((word) => description.includes(word))
      ? `values: ${wordList(words)}`
      : '',
    flag.repeatable && !/repeat/.test(description) && 'repeatable',
    flag.default !== undefined && `default ${code(flag.default)}`,
  ];
  return `- ${code([names, flag.value].filter(Boolean).join(' '))}: ${notes.filter(Boolean).join('; ')}`;
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
