import type { CommanderError } from 'commander';
import type { Context } from './cli/context.ts';
import { directoriesOf } from './cli/directories.ts';
import { asMailvetError, errorText } from './cli/error-report.ts';
import { EXIT, EXIT_CODES, type ExitCode } from './cli/exit-codes.ts';
import type { HelpLayout } from './cli/help-layout.ts';
import { ClosedPipe, inLocale, PLAIN, paletteFor } from './cli/io/terminal.ts';
import { splitJsonFields } from './cli/json/fields.ts';
import { endAtOnce, hideSqliteWarning, realContext } from './cli/real-context.ts';
import { printLines } from './cli/render/wrap.ts';
import { resetV8 } from './cli/tune-v8.ts';
import { MailvetError } from './lib/errors.ts';
import { maskAddresses } from './lib/mask.ts';
import { build } from './lib/version.ts';

/**
 * The program: builds the real context, runs, leaves the exit code behind. `keepCode` is called at the end with the command
 * that ran, so that its compiled code can be kept.
 */
export async function main(keepCode: (command: string) => void = () => {}): Promise<void> {
  hideSqliteWarning(process);
  const { context, release } = realContext();
  process.exitCode = await run(process.argv.slice(2), context, (command) => {
    process.once('exit', () => {
      resetV8();
      keepCode(command);
    });
  });
  release();
  if (context.signal.aborted) leaveSoon();
}

/** Ends the process although work is left: a pipe without a reader, or a bug. */
function leaveSoon(): void {
  const name = process.exitCode === EXIT.interrupted ? 'SIGINT' : 'SIGTERM';
  setTimeout(() => endAtOnce(name), LEAVE_MS).unref();
}

const LEAVE_MS = 1000;

/** Called with the name of a command that ended without an error. */
type NoteCommand = (command: string) => void;

/** Runs one command line. The only place where an error becomes a message and an exit code. */
export async function run(
  argv: readonly string[],
  context: Context,
  noteCommand: NoteCommand = () => {},
): Promise<number> {
  try {
    return await dispatch(splitJsonFields(argv), context, noteCommand);
  } catch (error) {
    if (error instanceof ClosedPipe) return EXIT.done;
    const known = asMailvetError(
      await fromCommander(error, argv, context.cwd),
      directoriesOf(context),
    );
    const palette = await paletteFor(context.stderr, context.env);
    const options = reportOptions(argv, context.env);
    const text = errorText(known, options, palette);
    await printError(
      context.stderr,
      argv.includes('--redact') ? maskAddresses(text) : text,
      options,
    );
    return EXIT_CODES[known.code];
  }
}

/** JSON and stack traces are not for people's eyes alone: they are written as they are. */
async function printError(
  stderr: Context['stderr'],
  text: string,
  { json, debug }: ReturnType<typeof reportOptions>,
): Promise<void> {
  if (json || debug) return await stderr.write(text);
  await printLines(stderr, text.trimEnd().split('\n'));
}

async function dispatch(
  argv: readonly string[],
  context: Context,
  noteCommand: NoteCommand,
): Promise<ExitCode> {
  // Scripts ask for the version often: it is printed before anything is loaded.
  if (argv.length === 1 && ['--version', '-V', '-v'].includes(argv[0] ?? '')) {
    await context.stdout.write(`${build()}\n`);
    return EXIT.done;
  }
  const { buildProgram } = await import('./cli/program.ts');
  let code: ExitCode = EXIT.done;
  let shown = '';
  const dependencies = { context, finish: (given: ExitCode) => (code = given) };
  const out = (text: string) => {
    shown += text;
  };
  const help = await helpLayoutFor(argv, context);
  const program = buildProgram(dependencies, { out, help, columns: context.stdout.columns });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    noteCommand(program.args[0] ?? 'help');
  } catch (error) {
    if (!isHelp(error)) throw error;
    noteCommand('help');
  }
  const text = inLocale(context.env, shown);
  if (text) await printLines(context.stdout, text.replace(/\n$/, '').split('\n'));
  return code;
}

/** Colours are loaded only where help may be shown. */
async function helpLayoutFor(argv: readonly string[], context: Context): Promise<HelpLayout> {
  const isAsked = ['--help', '-h', 'help'].some((word) => argv.includes(word));
  const palette = isAsked ? await paletteFor(context.stdout, context.env) : PLAIN;
  return { all: argv.includes('--all'), heading: palette.bold };
}

const HELP = ['commander.help', 'commander.helpDisplayed', 'commander.version'];

function isHelp(error: unknown): boolean {
  return HELP.includes((error as Partial<CommanderError>).code ?? '');
}

type ProgramError = CommanderError & { readonly path: string; readonly choices: string };

/** Commander's error (`error: unknown option '--foo'\n(Did you mean …?)`) as a usage error. */
async function fromCommander(
  error: unknown,
  argv: readonly string[],
  cwd: string,
): Promise<unknown> {
  const { code, message, path, choices } = error as Partial<ProgramError>;
  if (typeof code !== 'string' || !code.startsWith('commander.')) return error;
  const [first = '', suggestion] = (message ?? '').replace(/^error: /, '').split('\n');
  const other = code === 'commander.unknownCommand' && !path && (await otherWord(first, argv, cwd));
  const known = choices === undefined ? '' : `It is ${choices}. `;
  const hint =
    (other || suggestion?.replace(/^\((.*)\)$/, '$1')) ??
    `${known}See: mailvet ${path ? `${path} ` : ''}--help`;
  return new MailvetError('usage', first.charAt(0).toUpperCase() + first.slice(1), { hint });
}

/** The hint for a word of another program, an address or a file in the place of a command. */
async function otherWord(message: string, argv: readonly string[], cwd: string) {
  const { otherWordHint } = await import('./cli/other-words.ts');
  const at = argv.findIndex((word) => message.endsWith(`'${word}'`));
  const words = at === -1 ? [] : argv.slice(at).filter((word) => !word.startsWith('-'));
  return otherWordHint(words, cwd);
}

/** Read from the raw words, since the command line may be unparsable. */
function reportOptions(
  argv: readonly string[],
  env: Context['env'],
): { json: boolean; debug: boolean } {
  const names = (flag: string) =>
    env[`MAILVET_${flag.slice(2).toUpperCase()}`] === 'json' ||
    argv.some((word, at) => word === `${flag}=json` || (word === flag && argv[at + 1] === 'json'));
  const pure = names('--progress');
  const json =
    pure ||
    names('--format') ||
    argv.some((word) => /^--(?:json(?:-fields)?$|json=|jq(?:$|=))/.test(word));
  // A stack trace is no object of JSON.
  return { json, debug: argv.includes('--debug') && !pure };
}
