import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MailvetError } from '../errors.ts';

/** A file that appears under its name complete, or not at all. */
export interface OutputFile {
  readonly path: string;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Syncs and gives the file its name. */
  commit(): Promise<void>;
  /** Forgets what was written. Does nothing after commit. */
  discard(): Promise<void>;
}

export interface OutputFileOptions {
  /** Replace a file that is there. */
  readonly force: boolean;
}

/** Throws `input` when the file exists and must not be replaced: before any work is done. */
export async function refuseExisting(path: string, { force }: OutputFileOptions): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new MailvetError('input', `${path} is a directory`);
  if (found?.isFile() && !force) throw exists(path);
}

export async function createOutputFile(
  path: string,
  options: OutputFileOptions,
): Promise<OutputFile> {
  await refuseExisting(path, options);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx').catch((error: unknown) => {
    throw unwritable(path, error);
  });
  return outputFileOver({ path, temporary, handle }, options);
}

interface Opened {
  readonly path: string;
  readonly temporary: string;
  readonly handle: FileHandle;
}

function outputFileOver(
  { path, temporary, handle }: Opened,
  { force }: OutputFileOptions,
): OutputFile {
  let settled = false;
  return {
    path,
    write: async (chunk) => {
      await handle.appendFile(chunk);
    },
    async commit() {
      await handle.sync();
      await handle.close();
      await (force ? rename(temporary, path) : renameUnlessThere(temporary, path));
      settled = true;
      await syncDirectory(dirname(path));
    },
    async discard() {
      if (settled) return;
      settled = true;
      await handle.close().catch(() => {});
      await unlink(temporary).catch(() => {});
    },
  };
}

/** A file that somebody made meanwhile is not replaced: link refuses where rename would not. */
async function renameUnlessThere(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(path);
    // File systems without hard links.
    return await rename(temporary, path);
  }
  await unlink(temporary);
}

/** The name itself must survive a power cut. Windows can't open directories: nothing to do there. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined);
  await directory?.sync().catch(() => {});
  await directory?.close();
}

function exists(path: string): MailvetError {
  return new MailvetError('input', `${path} exists already`, {
    hint: '--force replaces it; -o names another',
  });
}

function unwritable(path: string, error: unknown): MailvetError {
  const { code } = error as NodeJS.ErrnoException;
  return new MailvetError('input', `${path} can't be written (${code})`, { cause: error });
}
