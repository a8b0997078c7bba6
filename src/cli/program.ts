/**
 * The command tree. How to add a command, in a folder of its own:
 *
 * - `commands/NAME/command.ts` exports `registerNAME(parent, dependencies)`: it declares arguments
 *   and options, and ends with `perform(command, dependencies, load)`, where `load` imports the
 *   parser and the run function: `withOptions({ parse, run })`. It imports nothing heavy.
 * - `commands/NAME/options.ts` has the typed record of its options and `parseNAMEOptions(line)`, a
 *   pure function over what commander read; `options/values.ts` has a parser for each kind of value.
 *   Of a small command both stand in `run.ts`.
 * - `commands/NAME/run.ts` does the work: `runNAME(invocation, options)`. It sees no raw flags.
 * - The service: `const service = await resolveService(invocation)`, once; then `await using opened
 *   = await openService(invocation, service)`.
 * - stdout: `invocation.context.stdout.write` (resolves when taken); notices for people:
 *   `invocation.notice`; files: `createOutputFile` (commit or discard); format: `chooseFormat`.
 * - Errors: throw a MailvetError; main.ts makes words and a number of it. Codes that are no error
 *   (falls short) are returned: `EXIT.fallsShort`.
 * - Never `process` here: time, randomness, streams, directories (`directoriesOf`) and the signal
 *   come from `invocation.context`.
 */
import { Command } from 'commander';
import { build } from '../lib/version.ts';
import { registerAccuracy } from './commands/accuracy/command.ts';
import { registerAdmin } from './commands/admin/command.ts';
import { registerBatch } from './commands/batch/command.ts';
import { registerClean } from './commands/clean/command.ts';
import { registerCommands } from './commands/commands/command.ts';
import { registerCompletion } from './commands/completion/command.ts';
import { registerConfig } from './commands/config/command.ts';
import { registerDiff } from './commands/diff/command.ts';
import { registerDoctor } from './commands/doctor/command.ts';
import { registerDue } from './commands/due/command.ts';
import { registerHealth } from './commands/health/command.ts';
import { registerHelp } from './commands/help/command.ts';
import { registerHistory } from './commands/history/command.ts';
import { registerImport } from './commands/import/command.ts';
import { registerJobs } from './commands/jobs/command.ts';
import { registerLearn } from './commands/learn/command.ts';
import { registerListen } from './commands/listen/command.ts';
import { registerLogin } from './commands/login/command.ts';
import { registerLogout } from './commands/logout/command.ts';
import { registerMcp } from './commands/mcp/command.ts';
import { registerOpen } from './commands/open/command.ts';
import { registerPlan } from './commands/plan/command.ts';
import { registerPolicy } from './commands/policy/command.ts';
import { registerServe } from './commands/serve/command.ts';
import { registerVerify } from './commands/verify/command.ts';
import { registerVersion } from './commands/version/command.ts';
import { registerWhoami } from './commands/whoami/command.ts';
import { registerWork } from './commands/worker/command.ts';
import { type HelpLayout, helpLayout } from './help-layout.ts';
import type { CliDependencies } from './invocation.ts';
import { addGlobalOptions } from './options/global.ts';

type Register = (program: Command, dependencies: CliDependencies) => void;

/** In the order of the help, under its headings. */
const REGISTRATIONS: Readonly<Record<string, readonly Register[]>> = {
  'Commands:': [registerClean, registerVerify, registerServe],
  'Commands for lists:': [
    ...[registerPlan, registerBatch, registerJobs, registerDue, registerDiff],
    ...[registerHistory, registerOpen],
  ],
  'Commands for mailings:': [registerLearn, registerAccuracy, registerImport, registerPolicy],
  'Commands for a service:': [
    ...[registerWork, registerAdmin, registerListen, registerHealth, registerMcp],
  ],
  'Commands for settings:': [
    ...[registerLogin, registerLogout, registerWhoami, registerConfig, registerDoctor],
  ],
  'Commands for help:': [registerHelp, registerCommands, registerCompletion, registerVersion],
};

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
  addGlobalOptions(program);
  for (const [heading, registrations] of Object.entries(REGISTRATIONS)) {
    program.commandsGroup(heading);
    for (const register of registrations) register(program, dependencies);
  }
  nameCommandInErrors(program);
  return program;
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
