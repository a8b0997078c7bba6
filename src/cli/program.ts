/**
 * The command tree. How to add a command:
 *
 * - `commands/NAME.ts` exports `registerNAME(parent: Command, dependencies: CliDependencies)`: it declares
 *   arguments and options, and ends with `perform(command, dependencies, async () => (await
 *   import('./run-NAME.ts')).runNAME)`. It imports commander's types and nothing heavy.
 * - `commands/run-NAME.ts` holds the doing: an `Action`, `(invocation) => Promise<ExitCode |
 *   undefined>`. It turns `invocation.flags` into typed options with a pure function of its own
 *   (`wholeFlag`, `durationFlag` and the rest of global-flags.ts help), then does the work.
 * - The service: `await using service = await openService(invocation)` gives `client`, `identity`
 *   and `embedded`; `identityOfService` gives the identity without opening anything.
 * - stdout: `invocation.context.stdout.write` (resolves when taken); notices for people:
 *   `invocation.notice`; files: `createOutputFile` (commit or discard); format: `chooseFormat`.
 * - Errors: throw a MailvetError; main.ts makes words and a number of it. Codes that are no error
 *   (falls short, partial) are returned: `EXIT.fallsShort`.
 * - Never `process` here: time, randomness, streams, directories (`directoriesOf`) and the signal
 *   come from `invocation.context`.
 */
import { Command, Help, type Option } from 'commander';
import { registerAdmin } from './commands/admin/command.ts';
import { registerBatch } from './commands/batch/command.ts';
import { registerClean } from './commands/clean/command.ts';
import { registerCompletion } from './commands/completion/command.ts';
import { registerConfig } from './commands/config/command.ts';
import { registerDoctor } from './commands/doctor/command.ts';
import { registerHelp } from './commands/help/command.ts';
import { registerHistory } from './commands/history/command.ts';
import { registerJobs } from './commands/jobs/command.ts';
import { registerLogin } from './commands/login/command.ts';
import { registerLogout } from './commands/logout/command.ts';
import { registerServe } from './commands/serve/command.ts';
import { registerVerify } from './commands/verify/command.ts';
import { registerWhoami } from './commands/whoami/command.ts';
import type { CliDependencies } from './invocation.ts';
import { addGlobalOptions, VERIFIER_HEADING } from './options/global.ts';
import { version } from './version.ts';

/** In the order of the help. */
const REGISTRATIONS: readonly ((program: Command, dependencies: CliDependencies) => void)[] = [
  registerVerify,
  registerBatch,
  registerClean,
  registerHistory,
  registerJobs,
  registerLogin,
  registerLogout,
  registerWhoami,
  registerConfig,
  registerServe,
  registerAdmin,
  registerDoctor,
  registerCompletion,
  registerHelp,
];

const EXAMPLES = `
Examples:
  $ mailvet verify ada@example.com
  $ mailvet clean contacts.csv
  $ mailvet batch submit contacts.csv --wait -o verified.csv

More: mailvet help exit-codes, mailvet help environment, mailvet help lists`;

export interface ProgramOutput {
  readonly out: (text: string) => void;
  readonly columns: number | undefined;
}

/** The whole tree, ready to parse. What commander prints goes to `output.out`. */
export function buildProgram(dependencies: CliDependencies, output: ProgramOutput): Command {
  const program = new Command('mailvet')
    .description('Verify e-mail addresses: one, a list, or as a service of your own')
    .version(version(), '-V, --version')
    .helpOption('-h, --help', 'show help')
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions: sharedOptionsOf })
    .exitOverride()
    .configureOutput({
      writeOut: output.out,
      writeErr: output.out,
      outputError: () => {},
      getOutHelpWidth: () => output.columns ?? 80,
      getErrHelpWidth: () => output.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', EXAMPLES);
  addGlobalOptions(program);
  for (const register of REGISTRATIONS) register(program, dependencies);
  return program;
}

/** Commands that may start the embedded service, or that serve. */
const VERIFYING: readonly string[] = ['verify', 'batch', 'clean', 'serve', 'doctor'];

/** The program's options in the help of a command: the verifier's only where one works. */
function sharedOptionsOf(command: Command): Option[] {
  const all = Object.assign(new Help(), { showGlobalOptions: true }).visibleGlobalOptions(command);
  const verifies = [command, command.parent].some((each) => VERIFYING.includes(each?.name() ?? ''));
  return all.filter(({ helpGroupHeading }) => verifies || helpGroupHeading !== VERIFIER_HEADING);
}
