/**
 * The command tree. How to add a command:
 *
 * - `commands.ts` declares it: summary, description, arguments, flags, examples, and what loads its code.
 * - A file in `commands/` does the work: `run…(invocation, { args, flags })`. It reads its flags first, each with the
 *   parser of its kind in `options/values.ts`, so that a mistake ends the run before anything is done.
 * - The service: `const service = await resolveService(invocation)`, once; then `await using opened
 *   = await openService(invocation, service)`.
 * - stdout: `invocation.context.stdout.write` (resolves when taken), `printOne` and `printList`; notices for people:
 *   `invocation.notice`; files: `createOutputFile` (commit or discard).
 * - Errors: throw a MailvetError; main.ts prints it and chooses the exit code. Codes that are no error
 *   (falls short) are returned: `EXIT.fallsShort`.
 * - Never `process` here: time, randomness, streams, directories (`directoriesOf`) and the signal
 *   come from `invocation.context`.
 */
import { Command } from 'commander';
import { build } from '../lib/version.ts';
import { type CommandSpec, setGuide } from './command-spec.ts';
import { COMMANDS } from './commands.ts';
import { type HelpLayout, helpLayout } from './help-layout.ts';
import { type CliDependencies, perform } from './invocation.ts';
import { rootOf } from './options/flag-variables.ts';
import { GLOBAL_OPTIONS } from './options/global.ts';
import { addOptions } from './options/option-spec.ts';

const MORE = '\nMore: mailvet help exit-codes, mailvet help environment, mailvet help lists';

interface ProgramOutput {
  readonly out: (text: string) => void;
  readonly help: HelpLayout;
  readonly columns: number | undefined;
}

/** The whole tree, ready to parse. What commander prints goes to `output.out`. */
export function buildProgram(dependencies: CliDependencies, output: ProgramOutput): Command {
  const program = new Command('mailvet')
    .description('Verify e-mail addresses: one, a list, or as a service of your own')
    .version(build(), '-V, --version')
    .helpOption('-h, --help', 'show help; with --all every flag')
    .configureHelp(helpLayout(output.help))
    .exitOverride()
    .configureOutput({
      writeOut: output.out,
      writeErr: output.out,
      outputError: () => {},
      getOutHelpWidth: () => output.columns ?? 80,
      getErrHelpWidth: () => output.columns ?? 80,
      // Colours are decided by the layout.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    })
    .addHelpText('after', MORE);
  addOptions(program, GLOBAL_OPTIONS);
  setGuide(program, { examples: EXAMPLES });
  program.helpCommand(false);
  for (const [heading, specs] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const spec of specs) addCommand(program, spec, dependencies);
  }
  nameCommandInErrors(program);
  return program;
}

const EXAMPLES = [
  ['mailvet verify ada@example.com'],
  ['mailvet clean contacts.csv'],
  ['mailvet scan'],
  ['mailvet serve'],
] as const;

function addCommand(parent: Command, spec: CommandSpec, dependencies: CliDependencies): void {
  const command = parent.command(spec.name).description(spec.description);
  if (spec.summary !== undefined) command.summary(spec.summary);
  if ('commands' in spec) {
    if (parent.parent === null) command.helpCommand('help [command]', 'show help on a command');
    for (const child of spec.commands) addCommand(command, child, dependencies);
    return;
  }
  for (const [name, help] of spec.arguments ?? []) command.argument(name, help);
  addOptions(command, spec.options ?? []);
  setGuide(command, spec);
  if (spec.after !== undefined) command.addHelpText('after', spec.after);
  perform(command, dependencies, () => spec.load(rootOf(command)));
}

/**
 * Gives commander's complaints the path of their command (`batch submit`), whose help is then named, and what a
 * missing argument may be.
 */
function nameCommandInErrors(command: Command, path = ''): void {
  command.exitOverride((error) => {
    const { description } =
      command.registeredArguments.find((one) => error.message.endsWith(`'${one.name()}'`)) ?? {};
    throw Object.assign(error, { path, choices: description || undefined });
  });
  for (const child of command.commands) {
    nameCommandInErrors(child, `${path} ${child.name()}`.trim());
  }
}
