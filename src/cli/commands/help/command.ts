import type { Command } from 'commander';
import { MailvetError } from '../../../errors.ts';
import { closestWord } from '../../../lib/did-you-mean.ts';
import { version } from '../../../lib/version.ts';
import { type CliDependencies, perform } from '../../invocation.ts';
import { inLocale } from '../../io/ascii.ts';
import { printLines } from '../../io/print-lines.ts';

export function registerHelp(program: Command, dependencies: CliDependencies): void {
  const command = program
    .helpCommand(false)
    .command('help')
    .summary('help on a command, exit-codes, environment, lists; man')
    .description(
      'Show help on a command, or on exit-codes, environment or lists; man is all of it as a man page',
    )
    .argument('[topic...]', 'a command, exit-codes, environment, lists or man')
    .option('--all', 'also rare flags, and those that every command takes');
  perform(command, dependencies, async () => {
    const { HELP_TOPICS } = await import('./topics.ts');
    const { manPage } = await import('./man-page.ts');
    return async ({ context }, { args }) => {
      const name = args.join(' ');
      const topic = name === 'man' ? manPage(program, version()) : HELP_TOPICS.get(name);
      if (topic === undefined) findCommand(program, args).outputHelp();
      else await printLines(context.stdout, inLocale(context.env, topic).trimEnd().split('\n'));
      return undefined;
    };
  });
}

/** Beside the commands. */
const TOPICS = ['exit-codes', 'environment', 'lists', 'man'];

function findCommand(program: Command, names: readonly string[]): Command {
  return names.reduce((command, name) => {
    const found = command.commands.find((each) => each.name() === name);
    if (found) return found;
    throw unknownTopic(names, command, name);
  }, program);
}

/** The error for a `word` that is neither a command under `parent` nor a topic. */
function unknownTopic(names: readonly string[], parent: Command, word: string): MailvetError {
  const isTop = parent.parent === null;
  const known = parent.commands.map((each) => each.name());
  const near = closestWord(word, [...known, ...(isTop ? TOPICS : [])]);
  const path = isTop ? '' : ` ${parent.name()}`;
  return new MailvetError('usage', `There is no help on '${names.join(' ')}'`, {
    hint: near
      ? `Did you mean: mailvet help${path} ${near}`
      : `See: mailvet --help; further topics: ${TOPICS.join(', ')}`,
  });
}
