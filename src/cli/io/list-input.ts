import { constants, createReadStream, open, type PathLike, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { closestWord } from '../../lib/did-you-mean.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { formatSize } from '../../lib/size.ts';
import { reasonOf } from '../../lib/system-reason.ts';
import type { Invocation } from '../invocation.ts';
import { type FileAccess, openJudged } from './file-place.ts';

/** A list to be sent, as a stream of bytes. */
export interface ListInput {
  readonly name: string;
  /** Absolute; null for stdin. */
  readonly path: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** That it may have, also unpacked. */
  readonly maxBytes: number;
}

/** Finds the list: a file, or stdin for `-` and for nothing at all. Of `maxBytes` it is refused. */
export async function openList(
  { context, globals, access, files }: Invocation,
  file: string | undefined,
  maxBytes: number,
): Promise<ListInput> {
  const { cwd, signal } = context;
  if (file !== undefined && file !== '-') {
    const path = resolve(cwd, file);
    const bound = { name: file, maxBytes, signal };
    const stream = await (access ? openAllowed(path, bound, access) : openFile(path, bound));
    files.noteInput(await existingPath(path), file);
    return { name: basename(path), path, maxBytes, chunks: boundedBytes(stream, bound) };
  }
  if (globals.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the list or the API key, not both');
  }
  if (file === undefined && context.stdin.isTTY) {
    throw new MailvetError('usage', 'There is no list to read', {
      hint: 'Name a file, or pipe a list into stdin',
    });
  }
  files.noteStdin(context.stdin);
  const chunks = boundedBytes(context.stdin.stream, { name: 'stdin', maxBytes, signal });
  return { name: 'stdin', path: null, maxBytes, chunks };
}

interface InputLimit {
  readonly name: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function openAllowed(
  path: string,
  { name, maxBytes }: InputLimit,
  access: FileAccess,
): Promise<Readable> {
  const handle = await openJudged(path, access).catch((error: unknown) => {
    throw isMailvetError(error) ? error : unreadable(name, error);
  });
  if (!handle) throw unreadable(name, { code: 'ENOENT' });
  const { size } = await handle.stat();
  if (size <= maxBytes) return handle.createReadStream({ highWaterMark: CHUNK_SIZE });
  await handle.close();
  throw tooLarge(name, maxBytes);
}

/** The error of a file that can't be opened. */
export function unreadable(name: string, cause: unknown, hint?: string): MailvetError {
  const { code } = cause as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? 'does not exist' : `can't be read: ${reasonOf(cause)}`;
  return new MailvetError('input', `${name} ${why}`, {
    cause,
    ...(hint !== undefined && { hint }),
  });
}

/** What to do about a list that is not there: a file beside its place with a similar name, or a download. */
async function missingHint(path: string, name: string): Promise<string | undefined> {
  if (/^https?:\/\//i.test(name)) return 'Download it first, then name the file';
  const names = await readdir(dirname(path)).catch(() => []);
  const given = basename(path);
  const near =
    names.find((each) => parse(each).name === given) ??
    closestWord(given, names.slice(0, MOST_NAMES));
  if (near === undefined) return undefined;
  return `Did you mean ${name.slice(0, name.length - given.length)}${safeLine(near)}?`;
}

const LIST_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xlsx|ods)(?:\.gz|\.zst)?$/i;
const OWN_RESULTS = /\.(?:verified|import|archive)\./i;
/** Lists that a hint names. */
const MOST_LISTS = 5;

/** The lists in a folder, without the results that mailvet wrote there. */
async function listsInHint(folder: string, name: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const lists = names.filter((each) => LIST_NAME.test(each) && !OWN_RESULTS.test(each)).sort();
  if (lists.length === 0) return 'Name a file';
  const shown = lists.slice(0, MOST_LISTS).map((each) => safeLine(join(name, each)));
  const more = lists.length - shown.length;
  return `Name a file: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Of a folder: comparing more would take long. */
const MOST_NAMES = 1000;

async function openFile(path: string, { name, maxBytes }: InputLimit): Promise<Readable> {
  const place = await existingPath(path);
  const found = await stat(place).catch(async (error: NodeJS.ErrnoException) => {
    throw unreadable(
      name,
      error,
      error.code === 'ENOENT' ? await missingHint(path, name) : undefined,
    );
  });
  if (found.isDirectory()) {
    const hint = await listsInHint(path, name);
    throw new MailvetError('input', `${name} is a directory, not a list`, { hint });
  }
  if (found.isFile() && found.size > maxBytes) throw tooLarge(name, maxBytes);
  return await openStream(place, found);
}

const CHUNK_SIZE = 64 * 1024;

/**
 * A named pipe is opened without waiting for its writer, and read as a socket: a thread that waits in
 * `open` or `read` can't be cancelled, and would keep the program from ending.
 */
async function openStream(path: PathLike, found: Stats): Promise<Readable> {
  if (!found.isFIFO()) return createReadStream(path, { highWaterMark: CHUNK_SIZE });
  const fd = await openFd(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

const openFd = promisify<PathLike, number, number>(open);

/** The bytes of a stream up to a limit, until the signal aborts, even while the stream is silent. */
async function* boundedBytes(
  stream: Readable,
  { name, maxBytes, signal }: InputLimit,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const turn = new LoopTurn();
  const stop = () => stream.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  let size = 0;
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted();
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > maxBytes) throw tooLarge(name, maxBytes);
      yield bytes;
      await turn.pauseIfDue();
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (isMailvetError(cause) || code === undefined) throw cause;
    throw new MailvetError('input', `${name} can't be read: ${reasonOf(cause)}`, { cause });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function tooLarge(name: string, maxBytes: number): MailvetError {
  return new MailvetError('input', `${name} has more than ${formatSize(maxBytes)}`, {
    hint: [{ code: 'larger_input' }],
  });
}

const REPLACEMENT = '\ufffd';

/**
 * The path as system calls need it. Arguments are decoded as UTF-8, and each invalid byte becomes
 * U+FFFD: such a name stands for the one file of its directory that is decoded to it. Throws `input`
 * where several are.
 */
export async function existingPath(path: string): Promise<string | Buffer> {
  return path.includes(REPLACEMENT) ? ((await findUndecoded(path)) ?? path) : path;
}

async function findUndecoded(path: string): Promise<Buffer | undefined> {
  const parent = await existingPath(dirname(path));
  const names = await readdir(parent, { encoding: 'buffer' }).catch(() => []);
  const wanted = basename(path);
  const [name, another] = names.filter((bytes) => bytes.toString() === wanted);
  if (another) {
    const message = `Several files of ${dirname(path)} have a name that is not UTF-8 and is shown as ${wanted}`;
    throw new MailvetError('input', message, { hint: 'Rename the one that you mean' });
  }
  return name && Buffer.concat([Buffer.from(parent), Buffer.from(sep), name]);
}
