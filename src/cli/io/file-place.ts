import { type BigIntStats, constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { MailvetError } from '../../errors.ts';

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

/** Undefined if there isn't one. */
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
