import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { type RawFlags, textFlag } from '../options/values.ts';
import {
  type FileAccess,
  type FilePlace,
  findJudged,
  findPlace,
  type RunFiles,
  requireSame,
  unwritable,
} from './file-place.ts';

/** A device, a pipe or an open file, which must never be replaced: it is written to directly. */
interface StreamTarget extends AsyncDisposable {
  readonly kind: 'stream';
  /** Opening it waits for its reader. */
  readonly isPipe: boolean;
  readonly path: string;
}

/** A file, where the links of its name lead: it is written by a rename over `path`. */
export interface FileTarget extends AsyncDisposable {
  readonly kind: 'file';
  /** Leads to it until the target is disposed of, also where directories are replaced by links. */
  readonly path: string;
  /** Whether a file is there that a rename would replace. */
  readonly occupied: boolean;
  /** Throws unless the handle has `temporary` open, a file beside the target. */
  check(handle: FileHandle, temporary: string): Promise<void>;
}

export type OutputTarget = StreamTarget | FileTarget;

export interface TargetOptions {
  /** The flag that names another file; `-o` by default. */
  readonly flag?: string;
  /** Which files may be written; all by default. */
  readonly access?: FileAccess | undefined;
  /** Whether a missing directory will be made. */
  readonly makesDirectory?: boolean;
  /** What the run reads: it is never an output. */
  readonly files: RunFiles;
}

/** What `stat` reports of a name. */
type FileKind = Pick<Stats, 'isFile' | 'isDirectory'>;

/** Names of what this process has open already: a file behind one of them is appended to. */
const OPEN_FILE = /^\/(?:dev\/(?:stdin|stdout|stderr|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** True for a target that is written directly; `found` is undefined where nothing exists. */
export function isStream(path: string, found: FileKind | undefined): boolean {
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || OPEN_FILE.test(path);
}

/** Finds out how to write to a name that came with a flag. Throws `input` where nothing can be written. */
export async function findOutputTarget(
  path: string,
  options: TargetOptions,
): Promise<OutputTarget> {
  const stream = options.access ? undefined : await findStream(path, options.flag);
  if (stream) return stream;
  const place = await findFile(path, options).catch((error: unknown) => {
    throw isMailvetError(error) ? error : unwritable(path, error, options.flag);
  });
  try {
    options.files.refuseInput(path, place.found, options.flag);
    if (place.isDangling) throw dangling(path, place.real, options.flag);
    if (!place.hasDirectory && !options.makesDirectory) throw noDirectory(path, options.flag);
    return fileTarget(path, place, options.access);
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

function findFile(path: string, { access: allowed }: TargetOptions): Promise<FilePlace> {
  return allowed ? findJudged(path, allowed) : findPlace(path);
}

async function findStream(path: string, flag?: string): Promise<OutputTarget | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unwritable(path, error, flag);
  });
  if (found?.isDirectory()) throw new MailvetError('input', `${path} is a directory`);
  if (!isStream(path, found)) return undefined;
  const isPipe = found?.isFIFO() === true;
  return { kind: 'stream', path, isPipe, [Symbol.asyncDispose]: async () => {} };
}

function fileTarget(
  named: string,
  place: FilePlace,
  allowed: FileAccess | undefined,
): OutputTarget {
  return {
    kind: 'file',
    path: place.path,
    occupied: place.found !== undefined,
    async check(handle, temporary) {
      if (allowed) await requireSame(named, { handle, path: temporary }, allowed);
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** A file is never created behind a link: where it leads, nobody looked for it. */
function dangling(path: string, real: string, flag = '-o'): MailvetError {
  return new MailvetError('input', `${path} leads by a link to ${real}, which does not exist`, {
    hint: ['Remove the link, or ', { code: 'elsewhere', flag }],
  });
}

function noDirectory(path: string, flag = '-o'): MailvetError {
  return new MailvetError('input', `there is no directory ${dirname(path)}`, {
    hint: ['Create it, or ', { code: 'elsewhere', flag }],
  });
}

/** Throws `input` unless a temporary file can be created beside the target. */
export async function requireWritable(
  target: OutputTarget,
  named: string,
  flag?: string,
): Promise<void> {
  const { kind, path } = target;
  const wanted = kind === 'stream' ? path : await nearestDirectory(dirname(path));
  await access(wanted, constants.W_OK).catch((error: unknown) => {
    throw unwritable(named, error, flag);
  });
}

/** The nearest existing directory, in which missing ones would be created. */
async function nearestDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found || path === dirname(path) ? path : await nearestDirectory(dirname(path));
}

/** True for every name of stdout. */
export function isStdout(output: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(output);
}

/** Whether a name of an output is that of a folder. */
export function isFolderName(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}

/** The file of `--output`; undefined for stdout. */
export function outputFlag(flags: RawFlags): string | undefined {
  const output = textFlag(flags, 'output');
  return output === undefined || isStdout(output) ? undefined : output;
}
