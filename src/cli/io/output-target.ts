import { constants, type Stats } from 'node:fs';
import { access, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MailvetError } from '../../errors.ts';
import { unwritable } from './file-errors.ts';

/**
 * How an output is written. `file`: by a rename over `path`, where its links lead. `stream`:
 * directly, since a device, a pipe or an open file must never be replaced.
 */
interface OutputTarget {
  readonly kind: 'file' | 'stream';
  /** A stream that is a pipe: opening it waits for its reader. */
  readonly isPipe?: boolean;
  readonly path: string;
  /** Whether a file is there that a rename would replace. */
  readonly occupied: boolean;
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
export async function findOutputTarget(path: string, flag?: string): Promise<OutputTarget> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unwritable(path, error, flag);
  });
  if (found?.isDirectory()) throw new MailvetError('input', `${path} is a directory`);
  if (isStream(path, found)) {
    return { kind: 'stream', path, occupied: false, isPipe: found?.isFIFO() === true };
  }
  return { kind: 'file', path: await resolveLinks(path), occupied: found !== undefined };
}

/** Throws `input` unless a temporary file can be created beside the target. */
export async function requireWritable({ kind, path }: OutputTarget, flag?: string): Promise<void> {
  const wanted = kind === 'stream' ? path : await nearestDirectory(dirname(path));
  await access(wanted, constants.W_OK).catch((error: unknown) => {
    throw unwritable(path, error, flag);
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

/** More links than that are a circle. */
const MAX_LINKS = 40;

/** Where the links of a name lead, even if nothing exists there yet. */
async function resolveLinks(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined) return path;
  if (links >= MAX_LINKS) throw unwritable(path, Object.assign(new Error(), { code: 'ELOOP' }));
  return await resolveLinks(resolve(dirname(path), link), links + 1);
}
