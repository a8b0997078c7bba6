import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, open as openCallback } from 'node:fs';
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import type { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip, createZstdCompress } from 'node:zlib';
import { type Packing, packingOf } from '../../formats/packed/packing.ts';
import { orAborted } from '../../lib/abort.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { renameToNew } from '../../lib/new-files.ts';
import { isAlive } from '../../lib/process-alive.ts';
import { unwritable } from './file-place.ts';
import {
  type FileTarget,
  findOutputTarget,
  type OutputTarget,
  requireWritable,
  type TargetOptions,
} from './output-target.ts';
import { ClosedPipe, isGone } from './terminal.ts';

/** A file that appears under its name complete, or not at all. */
interface OutputFile {
  readonly path: string;
  /** True for a device or a pipe: there is no rename, and written bytes can't be taken back. */
  readonly direct: boolean;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Syncs and gives the file its name. */
  commit(): Promise<void>;
  /** Deletes what was written. Does nothing after commit. */
  discard(): Promise<void>;
}

interface OutputFileOptions extends TargetOptions {
  /** Replace a file that is there. */
  readonly force: boolean;
  /** What the file that is there has, such as `it has the results of job_…`; undefined where that is not known. */
  readonly contentOf?: ((path: string) => string | undefined) | undefined;
  /** Ends the wait for the reader of a named pipe. */
  readonly signal?: AbortSignal;
}

/**
 * Throws `input` when the file exists and must not be replaced, or can't be written: before any
 * work is done. A device or a pipe is written to directly, and needs no --force.
 */
export async function refuseExisting(path: string, options: OutputFileOptions): Promise<void> {
  await using target = await findOutputTarget(path, options);
  if (isOccupied(target) && !options.force) throw exists(path, options);
  await requireWritable(target, path, options.flag);
}

function isOccupied(target: OutputTarget): boolean {
  return target.kind === 'file' && target.occupied;
}

export async function createOutputFile(
  path: string,
  options: OutputFileOptions,
): Promise<OutputFile> {
  const target = await findOutputTarget(path, options);
  try {
    if (target.kind === 'stream') {
      return target.isPipe ? await openNamedPipe(path, options) : await openStream(path);
    }
    if (target.occupied && !options.force) throw exists(path, options);
    const { temporary, handle } = await createTemporary(path, target);
    return outputFileOver(path, target, temporary, handle, options.force);
  } catch (error) {
    await target[Symbol.asyncDispose]();
    throw error;
  }
}

async function createTemporary(path: string, target: FileTarget) {
  const temporary = temporaryFor(target.path);
  const handle = await opened(path, open(temporary, 'wx'));
  try {
    await sweepTemporaries(dirname(target.path), (await handle.stat()).mtimeMs);
    await target.check(handle, temporary);
    return { temporary, handle };
  } catch (error) {
    await handle.close();
    await removeTemporary(temporary);
    throw error;
  }
}

/** Tried again: its directory may be a link to another one just now, where it is not held open. */
async function removeTemporary(path: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const isRemoved = await unlink(path).then(
      () => true,
      () => false,
    );
    if (isRemoved) return;
  }
}

/** Characters of the name that are kept: file systems allow 255 bytes, and a character has up to 4. */
const NAME_PART = 50;

/** The name holds the process id, so that later runs recognise files of killed processes. */
function temporaryFor(path: string): string {
  const mark = `${pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(path), `.${basename(path).slice(0, NAME_PART)}.${mark}.tmp`);
}

const TEMPORARY = /^\..+\.(\d+)-[0-9a-f]{12}\.tmp$/;

/** A process of another machine or container may write beside this one: its id says nothing here. */
const QUIET_MS = 60 * 60_000;

/** Removes temporary files of killed processes beside outputs. `now`: by the clock of the file system. */
async function sweepTemporaries(directory: string, now: number): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const owner = Number(TEMPORARY.exec(name)?.[1] ?? pid);
    if (owner === pid || isAlive(owner)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now - QUIET_MS) await unlink(path).catch(() => {});
  }
}

async function opened(path: string, opening: Promise<FileHandle>): Promise<FileHandle> {
  return await opening.catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

async function openNamedPipe(path: string, { signal }: OutputFileOptions): Promise<OutputFile> {
  const orRefuse = (error: unknown) => {
    if (isMailvetError(error)) throw error;
    throw isGone(error) ? new ClosedPipe(`nobody reads ${path} any more`) : unwritable(path, error);
  };
  const pipe = await openPipe(path, signal ?? new AbortController().signal).catch(orRefuse);
  const close = async () => void pipe.close();
  return {
    path,
    direct: true,
    write: (chunk) => pipe.write(chunk).catch(orRefuse),
    commit: close,
    discard: close,
  };
}

/** A device, or a file that is open already: nothing is created, renamed or removed. */
async function openStream(path: string): Promise<OutputFile> {
  const handle = await opened(path, open(path, constants.O_WRONLY | constants.O_APPEND));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await handle.close().catch(() => {});
  };
  return {
    path,
    direct: true,
    write: async (chunk) => {
      await handle.appendFile(chunk).catch((error: unknown) => {
        throw isGone(error)
          ? new ClosedPipe(`nobody reads ${path} any more`)
          : unwritable(path, error);
      });
    },
    commit: close,
    discard: close,
  };
}

function outputFileOver(
  path: string,
  target: FileTarget,
  temporary: string,
  handle: FileHandle,
  force: boolean,
): OutputFile {
  let settled = false;
  const orUnwritable = (error: unknown) => {
    if (isMailvetError(error)) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(path, {});
    throw unwritable(path, error);
  };
  return {
    path,
    direct: false,
    write: (chunk) => handle.appendFile(chunk).catch(orUnwritable),
    async commit() {
      try {
        await handle.sync();
        await target.check(handle, temporary);
        await handle.close();
        await (force ? rename(temporary, target.path) : renameToNew(temporary, target.path));
      } catch (error) {
        orUnwritable(error);
      }
      settled = true;
      await syncDirectory(dirname(target.path));
      await target[Symbol.asyncDispose]();
    },
    async discard() {
      if (settled) return;
      settled = true;
      await handle.close().catch(() => {});
      await removeTemporary(temporary);
      await target[Symbol.asyncDispose]();
    },
  };
}

/** Syncs the directory, so that the name survives a power cut. Windows can't open directories. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined);
  await directory?.sync().catch(() => {});
  await directory?.close();
}

function exists(path: string, options: Partial<OutputFileOptions>): MailvetError {
  const { flag = '-o', contentOf } = options;
  const content = contentOf?.(path);
  const known = content === undefined ? '' : `: ${content}`;
  return new MailvetError('input', `${path} exists already${known}`, {
    hint: [{ code: 'overwrite' }, ', or ', { code: 'elsewhere', flag }],
  });
}

/** How often an opening without a reader is tried again. */
const RETRY_MS = 50;

/**
 * Opens a named pipe as soon as it has a reader. A thread that waits in `open` or `write` can't be
 * cancelled, and would keep the program from ending: so it opens without waiting, and uses a socket.
 */
async function openPipe(path: string, signal: AbortSignal) {
  const fd = await openForWriting(path, signal);
  const socket = new Socket({ fd, readable: false, writable: true });
  // The write that failed reports it.
  socket.on('error', () => {});
  return {
    /** Resolves when the system has the chunk; rejects when the signal aborts before. */
    write(chunk: string | Uint8Array): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.write(chunk, (error) => (error ? reject(error) : resolve()));
      return orAborted(promise, signal);
    },
    close: () => socket.destroy(),
  };
}

const openFd = promisify<string, number, number>(openCallback);

async function openForWriting(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await openFd(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

export type Write = (chunk: string | Uint8Array) => Promise<void>;

const PACKERS: Readonly<Record<Packing, () => Transform>> = {
  gzip: () => createGzip(),
  zstd: () => createZstdCompress(),
};

/** Packs what is written where the name of the file ends in .gz or .zst. */
export function packedOutput(path: string, write: Write) {
  const packing = packingOf(path);
  if (!packing) return { write, end: async () => {} };
  const packer = PACKERS[packing]();
  const done = writeAll(packer, write);
  // Thrown by the next write, or by the end.
  done.catch(() => {});
  return {
    async write(chunk: string | Uint8Array) {
      if (!packer.write(chunk)) await Promise.race([once(packer, 'drain'), done]);
    },
    /** Writes what is left. */
    async end() {
      packer.end();
      await done;
    },
  };
}

async function writeAll(packer: Transform, write: Write): Promise<void> {
  for await (const bytes of packer) await write(bytes);
}
