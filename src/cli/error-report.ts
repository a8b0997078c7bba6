import { dirname } from 'node:path';
import { isMailvetError, MailvetError } from '../lib/errors.ts';
import { safeJson, safeLine } from '../lib/safe-text.ts';
import { reasonOf } from '../lib/system-reason.ts';
import { damageError, isDamage } from '../lists/file/damage.ts';
import type { Directories } from './directories.ts';
import type { Invocation } from './invocation.ts';
import { isDiskError, isFull } from './io/file-place.ts';
import { type Palette, PLAIN, paletteFor } from './io/terminal.ts';
import { hintText } from './render/hint-text.ts';
import { printLines } from './render/wrap.ts';

/** Any thrown value as a MailvetError: an unforeseen one is a bug. */
export function asMailvetError(error: unknown, own?: Directories): MailvetError {
  if (isMailvetError(error)) return error;
  // The first error, not one of the clean-up after it.
  if (isSuppressing(error)) return asMailvetError(error.suppressed, own);
  if (own && isDamage(error)) {
    return damageError(`A list's record in ${own.state}`, (error as Error).message, error);
  }
  const directory =
    own && (isFileError(error) ? findOwners(error, own) : ownerOfDatabase(error, own));
  if (directory) return unusable(directory, error);
  if (isFileError(error)) {
    const message = `${error.path} can't be used: ${reasonOf(error)}`;
    return new MailvetError(isDiskError(error) ? 'io' : 'input', message, { cause: error });
  }
  if (isStoreError(error)) {
    const message = `The database can't be used: ${error.message}`;
    return new MailvetError('config', message, {
      hint: typeof error.hint === 'string' ? [{ code: 'terminal', text: error.hint }] : error.hint,
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isMissingModule(error)) {
    const reason = `mailvet was replaced while it ran, or is incomplete: ${message}`;
    return new MailvetError('internal', reason, { hint: 'Start it again', cause: error });
  }
  return new MailvetError('internal', `Something went wrong inside mailvet: ${message}`, {
    hint: ['This is a bug: ', { code: 'terminal', text: '--debug' }, ' shows where'],
    cause: error,
  });
}

function isSuppressing(error: unknown): error is SuppressedError {
  return error instanceof Error && error.name === 'SuppressedError';
}

/** Parts of the program are loaded when they are needed: an upgrade may have removed them by then. */
function isMissingModule(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** By its name: only commands that need the service load its classes. */
function isStoreError(error: unknown): error is Error & { readonly hint: string } {
  return error instanceof Error && error.name === 'StoreError' && 'hint' in error;
}

/** An error of the file system: no permission, no space. */
type FileError = NodeJS.ErrnoException & { path: string };

function isFileError(error: unknown): error is FileError {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && path !== undefined;
}

/** One of mailvet's own directories, with the variables that move it. */
interface OwnDirectory {
  readonly directory: string;
  readonly variables: readonly string[];
}

/**
 * The directories of mailvet that a path lies in or leads to. Where it leads to several (a home that
 * can't be written), each of their variables helps.
 */
function findOwners({ path, code }: FileError, own: Directories): OwnDirectory | undefined {
  const within = (some: string, other: string) => some === other || some.startsWith(`${other}/`);
  const [first, ...others] = ownDirectories(own).filter(
    ({ directory }) =>
      within(path, directory) || (path !== '/' && within(dirname(directory), path)),
  );
  if (!first) return undefined;
  if (others.length === 0) {
    // A file in the place of the directory is itself the fault.
    const isOccupied = code === 'EEXIST' && within(path, first.directory);
    return isOccupied ? { ...first, directory: path } : first;
  }
  const variables = [first, ...others].flatMap((each) => each.variables);
  return { directory: path, variables };
}

function ownDirectories({ config, data, state }: Directories): readonly OwnDirectory[] {
  return [
    { directory: config, variables: ['XDG_CONFIG_HOME'] },
    { directory: data, variables: ['XDG_DATA_HOME'] },
    { directory: state, variables: ['XDG_STATE_HOME'] },
  ];
}

/** SQLite names no file: on the command line it stores the records of lists. */
function ownerOfDatabase(error: unknown, own: Directories): OwnDirectory | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR' ? ownDirectories(own)[2] : undefined;
}

function unusable({ directory, variables }: OwnDirectory, error: unknown): MailvetError {
  const reason = isFileError(error) ? reasonOf(error) : (error as Error).message;
  const full = isFull(error) || /full/.test(reason);
  const advice = full ? 'Make room there' : 'Make it writable';
  return new MailvetError(
    full || isDiskError(error) ? 'io' : 'config',
    `${directory} can't be used: ${reason}`,
    { hint: `${advice}, or name another place with ${variables.join(', ')}`, cause: error },
  );
}

interface ReportOptions {
  readonly json: boolean;
  /** Adds the stack trace. */
  readonly debug: boolean;
}

/**
 * The text for stderr: `mailvet: what went wrong`, then what to do about it. In colours the name of
 * the program gives way to a red `error:`.
 */
export function errorText(
  error: MailvetError,
  { json, debug }: ReportOptions,
  palette: Palette = PLAIN,
): string {
  const { code, message, status } = error;
  const hint = error.hint === undefined ? undefined : hintText(error.hint);
  const trace = debug ? `${stackOf(error)}\n` : '';
  if (json) {
    const body = { code, message, hint: hint ?? null, status: status ?? null };
    return `${trace}${safeJson({ error: body })}\n`;
  }
  const advice = hint === undefined ? '' : `${palette.faint(safeLine(hint))}\n`;
  const start = palette === PLAIN ? 'mailvet:' : palette.bad('error:');
  return `${start} ${safeLine(message)}\n${advice}${trace}`;
}

function stackOf(error: MailvetError): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack}` : '';
  return `${error.stack ?? error.message}${cause}`;
}

/** Prints an error that does not end the run. */
export async function printError(invocation: Invocation, error: MailvetError): Promise<void> {
  const { context, globals, mask } = invocation;
  const { stderr, env } = context;
  const json = globals.format === 'json' || globals.jsonStderr;
  const debug = globals.debug && !globals.jsonStderr;
  const text = mask(errorText(error, { json, debug }, await paletteFor(stderr, env)));
  if (json || debug) return await stderr.write(text);
  await printLines(stderr, text.trimEnd().split('\n'));
}

/** Says what could not be read of the input, where the run continues. --quiet does not silence it. */
export async function printUnreadable(
  { context, mask }: Invocation,
  place: string,
  why: string,
): Promise<void> {
  const line = `mailvet: ${place} can't be read: ${why}`;
  await printLines(context.stderr, [mask(safeLine(line))]);
}
