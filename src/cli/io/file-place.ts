import { type BigIntStats, constants, existsSync, fstatSync, statSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { MailvetError } from '../../lib/errors.ts';
import { reasonOf } from '../../lib/system-reason.ts';
import type { Input } from '../context.ts';

/** Which files a run may open. A person may open all; an agent has directories. */
export interface FileAccess {
  /** Throws `input` where a file must not be opened, by its name and by where its links lead. */
  readonly judge: (named: string, real: string) => void;
  /** Whether the directories that were judged stay open and lead to their files: `canHoldDirectories`. */
  readonly holdsDirectories: boolean;
}

/** Where a name leads, and what is there. */
export interface FilePlace extends AsyncDisposable {
  /** The file for system calls: by its directory's descriptor where that is held, else `real`. */
  readonly path: string;
  /** The file with every link followed, also of a part that does not exist. */
  readonly real: string;
  /** What is there; never a link. */
  readonly found: BigIntStats | undefined;
  readonly hasDirectory: boolean;
  /** Whether a link leads to it although nothing is there. */
  readonly isDangling: boolean;
}

const DESCRIPTORS = '/proc/self/fd';

/** True where a descriptor of a directory leads to its files, as openat(2) does: Node has no openat. */
export function canHoldDirectories(platform: NodeJS.Platform): boolean {
  return platform === 'linux' && existsSync(DESCRIPTORS);
}

/** More links than that are a circle. */
const MAX_LINKS = 40;

/** Follows the links of an absolute path, one by one. Throws the system's error where it leads nowhere. */
export async function findPlace(named: string, holdsDirectories = false): Promise<FilePlace> {
  let path = named;
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const directory = await openDirectory(dirname(path), holdsDirectories);
    if (!directory) return await missingPlace(path, links > 0);
    const own = join(directory.path, basename(path));
    try {
      const found = await lstat(own, { bigint: true }).catch(undefinedIfAbsent);
      if (!found?.isSymbolicLink()) {
        const real = join(directory.real, basename(path));
        const isDangling = links > 0 && found === undefined;
        return { ...directory, path: own, real, found, hasDirectory: true, isDangling };
      }
      const target = await readlink(own);
      // Not normalised: `..` behind a link is the parent of what the link leads to.
      path = isAbsolute(target) ? target : `${directory.real}${sep}${target}`;
    } catch (error) {
      await directory[Symbol.asyncDispose]();
      throw error;
    }
    await directory[Symbol.asyncDispose]();
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

/** A file whose directory does not exist: where it would be. */
async function missingPlace(path: string, isBehindLink: boolean): Promise<FilePlace> {
  await using parent = await findPlace(dirname(path));
  const real = join(parent.real, basename(path));
  const isDangling = isBehindLink || parent.isDangling;
  const nothing = { found: undefined, hasDirectory: false, [Symbol.asyncDispose]: async () => {} };
  return { ...nothing, path, real, isDangling };
}

interface OpenDirectory extends AsyncDisposable {
  readonly path: string;
  readonly real: string;
}

/** O_PATH of Linux, which Node does not name: needs no leave to read the directory. */
const O_PATH = 0o10000000;

/** Undefined if the directory does not exist. */
async function openDirectory(path: string, holds: boolean): Promise<OpenDirectory | undefined> {
  if (!holds) {
    const real = await realpath(path).catch(undefinedIfAbsent);
    return real === undefined
      ? undefined
      : { path: real, real, [Symbol.asyncDispose]: async () => {} };
  }
  const flags = O_PATH | constants.O_DIRECTORY;
  const handle = await open(path, flags).catch(undefinedIfAbsent);
  if (!handle) return undefined;
  const held = `${DESCRIPTORS}/${handle.fd}`;
  try {
    // The system's own word for what it has opened.
    const real = await readlink(held);
    return { path: held, real, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Finds and judges a file. A system's error says nothing of what lies outside. */
export async function findJudged(
  named: string,
  { judge, holdsDirectories }: FileAccess,
): Promise<FilePlace> {
  const place = await findPlace(named, holdsDirectories).catch((error: unknown) => {
    judge(named, named);
    throw error;
  });
  try {
    judge(named, place.real);
    if (place.found && !place.found.isFile()) throw notRegular(named, place.found);
    return place;
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

function notRegular(named: string, found: BigIntStats): MailvetError {
  const what = found.isDirectory() ? 'is a directory' : 'is a device, a pipe or a socket';
  return new MailvetError('input', `${named} ${what}`, { hint: 'Give a regular file' });
}

/** Opens for reading what was judged, or nothing. Undefined where there is no file. */
export async function openJudged(
  named: string,
  access: FileAccess,
): Promise<FileHandle | undefined> {
  await using place = await findJudged(named, access);
  if (!place.found) return undefined;
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(place.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      // A link by now.
      throw error.code === 'ELOOP' ? replaced(named) : error;
    },
  );
  try {
    if (!isSame(await handle.stat({ bigint: true }), place.found)) throw replaced(named);
    await requireSame(named, { handle, path: place.path }, access);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * How often a file is looked at where its directory is not held: a program that swaps a directory of
 * the path for a link would have to swap it back and forth between any two looks.
 */
const LOOKS = 20;

/** Throws unless `path`, below no link, is what the handle has open. */
export async function requireSame(
  named: string,
  { handle, path }: { readonly handle: FileHandle; readonly path: string },
  { holdsDirectories }: FileAccess,
): Promise<void> {
  const opened = await handle.stat({ bigint: true });
  const directory = dirname(path);
  for (let look = 0; look < (holdsDirectories ? 1 : LOOKS); look += 1) {
    const found = await lstat(path, { bigint: true }).catch(undefinedIfAbsent);
    if (!found || !isSame(opened, found)) throw replaced(named);
    if (holdsDirectories) return;
    if ((await realpath(directory).catch(undefinedIfAbsent)) !== directory) throw replaced(named);
  }
}

/** Windows numbers its devices otherwise for names than for handles. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  const isSameDevice = one.dev === other.dev || process.platform === 'win32';
  return one.ino === other.ino && isSameDevice;
}

function replaced(named: string): MailvetError {
  return new MailvetError('input', `${named} was replaced while it was opened`, {
    hint: 'Try again when no other program changes it',
  });
}

/** Why a file may not be opened that has to lie below some folders. */
export type Breach = 'outside' | 'hidden' | 'system';

/** Judges a file by its name and by where its links lead. The folders are real paths. */
export function findBreach(
  [named, real]: readonly [named: string, real: string],
  folders: readonly string[],
): Breach | undefined {
  if (waysTo(real, folders).length === 0) return 'outside';
  if (isHidden(named, folders) || isHidden(real, folders)) return 'hidden';
  return OF_THE_SYSTEM.test(real) ? 'system' : undefined;
}

/** Where the folder is `/`. A file there is no file of somebody: `/proc/self/environ` has the keys of this process. */
const OF_THE_SYSTEM = /^\/(?:proc|sys)\//;

function isBelow(way: string): boolean {
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function waysTo(path: string, folders: readonly string[]): string[] {
  return folders.map((folder) => relative(folder, path)).filter(isBelow);
}

/** Below a folder that is hidden itself nothing is hidden for that. */
function isHidden(path: string, folders: readonly string[]): boolean {
  const ways = waysTo(path, folders);
  const hasDot = (way: string) => way.split(sep).some((name) => name.startsWith('.'));
  return ways.length > 0 && ways.every(hasDot);
}

type FileId = Pick<BigIntStats, 'dev' | 'ino'>;

/**
 * The files that a run reads: none of them is written by it, whatever the flags. They are known by what
 * the file system calls them, so links and other spellings of a name make no difference.
 */
export class RunFiles {
  readonly #program: RunFiles | undefined;
  readonly #read: { readonly name: string; readonly id: FileId }[] = [];

  /** `program`: what a program that runs for long reads for each of its runs, such as a policy. */
  constructor(program?: RunFiles) {
    this.#program = program;
  }

  /** Notes a file by its path or its descriptor. What is no regular file can be written to meanwhile. */
  noteInput(file: string | Buffer | number, name = String(file)): void {
    const id = idOf(file);
    if (id) this.#read.push({ name, id });
  }

  /** `< list.csv`. */
  noteStdin({ stream, path }: Input): void {
    const { fd } = stream as { readonly fd?: unknown };
    const file = path ?? (typeof fd === 'number' ? fd : undefined);
    if (file !== undefined) this.noteInput(file, 'stdin');
  }

  /** Throws `input` where the output that a flag names is a file that is read. */
  refuseInput(named: string, output: FileId | undefined, flag = '-o'): void {
    this.#program?.refuseInput(named, output, flag);
    const input = output && this.#read.find(({ id }) => isSameFile(id, output));
    if (!input) return;
    const what = input.name === named ? named : `${named} is ${input.name}, which`;
    throw new MailvetError('input', `${what} is read by this command: it is never replaced`, {
      hint: [{ code: 'elsewhere', flag, isStart: true }],
    });
  }
}

function isSameFile(one: FileId, other: FileId): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function idOf(file: string | Buffer | number): FileId | undefined {
  try {
    const found =
      typeof file === 'number'
        ? fstatSync(file, { bigint: true })
        : statSync(file, { bigint: true });
    return found.isFile() ? found : undefined;
  } catch {
    // The code that opens the file reports why it can't be read.
    return undefined;
  }
}

/**
 * An output (a path, or `stdout`) that can't be written, as an error of ours. `flag` names another
 * place.
 */
export function unwritable(output: string, error: unknown, flag = '-o'): MailvetError {
  const code = isDiskError(error) ? 'io' : 'input';
  return new MailvetError(code, `${output} can't be written: ${reasonOf(error)}`, {
    hint: isFull(error)
      ? ['Make room there, or ', { code: 'elsewhere', flag }]
      : [{ code: 'elsewhere', flag, isStart: true }],
    cause: error,
  });
}

/** True where freeing disk space would help. */
export function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** True where the disk is the cause, not the name that was given. */
export function isDiskError(error: unknown): boolean {
  return isFull(error) || (error as NodeJS.ErrnoException).code === 'EIO';
}
