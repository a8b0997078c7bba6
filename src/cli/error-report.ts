import { dirname } from 'node:path';
import { isMailvetError, MailvetError } from '../errors.ts';
import { damaged, isDamage } from '../jobs/damage.ts';
import { safeJson, safeLine } from '../lib/safe-text.ts';
import type { Directories } from './directories.ts';
import { isDiskError, isFull, reasonOf } from './io/file-errors.ts';

/** Any thrown thing as one of ours: whatever we did not foresee is a bug. */
export function asMailvetError(error: unknown, own?: Directories): MailvetError {
  if (isMailvetError(error)) return error;
  // What went wrong first, not what then went wrong while tidying up.
  if (isSuppressing(error)) return asMailvetError(error.suppressed, own);
  if (own && isDamage(error)) {
    return damaged(`A list's record in ${own.state}`, (error as Error).message, error);
  }
  const ours =
    own && (isFileError(error) ? ownersOf(error.path, own) : ownerOfDatabase(error, own));
  if (ours) return unusable(ours, error);
  if (isFileError(error)) {
    const message = `${error.path} can't be used: ${reasonOf(error)}`;
    return new MailvetError(isDiskError(error) ? 'io' : 'input', message, { cause: error });
  }
  if (isStoreError(error)) {
    const said = `The database can't be used: ${error.message}`;
    return new MailvetError('config', said, { hint: error.hint, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new MailvetError('internal', `Something went wrong inside mailvet: ${message}`, {
    hint: 'This is a bug: --debug shows where',
    cause: error,
  });
}

function isSuppressing(error: unknown): error is SuppressedError {
  return error instanceof Error && error.name === 'SuppressedError';
}

/** By its name: the service's code is loaded by those commands alone that need it. */
function isStoreError(error: unknown): error is Error & { readonly hint: string } {
  return error instanceof Error && error.name === 'StoreError' && 'hint' in error;
}

/** An error of the file system: no permission, no space. */
function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && path !== undefined;
}

/** A directory of mailvet's own, and the variable that moves it. */
interface Own {
  readonly directory: string;
  readonly variable: string;
}

/** Which of our directories a path is about: it lies there, or is on the way there. */
function ownersOf(path: string, own: Directories): Own | undefined {
  const within = (some: string, other: string) => some === other || some.startsWith(`${other}/`);
  return ownDirectories(own).find(
    ({ directory }) =>
      within(path, directory) || (path !== '/' && within(dirname(directory), path)),
  );
}

function ownDirectories({ config, data, state }: Directories): Own[] {
  return [
    { directory: config, variable: 'XDG_CONFIG_HOME' },
    { directory: data, variable: 'XDG_DATA_HOME' },
    { directory: state, variable: 'XDG_STATE_HOME' },
  ];
}

/** SQLite does not say which file: on the command line it keeps the records of lists. */
function ownerOfDatabase(error: unknown, own: Directories): Own | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR' ? ownDirectories(own)[2] : undefined;
}

function unusable({ directory, variable }: Own, error: unknown): MailvetError {
  const reason = isFileError(error) ? reasonOf(error) : (error as Error).message;
  const full = isFull(error) || /full/.test(reason);
  const mend = full ? 'Make room there' : 'Make it writable';
  return new MailvetError(
    full || isDiskError(error) ? 'io' : 'config',
    `${directory} can't be used: ${reason}`,
    {
      hint: `${mend}, or name another place with ${variable}`,
      cause: error,
    },
  );
}

export interface ReportOptions {
  readonly json: boolean;
  /** Adds the stack trace. */
  readonly debug: boolean;
}

/** The text for stderr: `mailvet: what went wrong`, then what to do about it. */
export function errorText(error: MailvetError, { json, debug }: ReportOptions): string {
  const { code, message, hint, status } = error;
  const trace = debug ? `${stackOf(error)}\n` : '';
  if (json) {
    const body = { code, message, hint: hint ?? null, status: status ?? null };
    return `${trace}${safeJson({ error: body })}\n`;
  }
  const advice = hint === undefined ? '' : `${safeLine(hint)}\n`;
  return `mailvet: ${safeLine(message)}\n${advice}${trace}`;
}

function stackOf(error: MailvetError): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
