import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { MailvetError } from '../../lib/errors.ts';
import { renameToNew } from '../../lib/new-files.ts';
import type { MigratedSchema } from '../migrations.ts';
import type { Db } from '../tables.ts';

/**
 * Copies the database with VACUUM INTO, which reads in one transaction: the copy is consistent, and
 * writers continue meanwhile. The file gets its name when it is complete and synced.
 */
export async function backUp(db: Db, path: string): Promise<void> {
  if (existsSync(path)) throw fileExists(path);
  const partial = `${path}.partial`;
  closeSync(openNew(partial));
  try {
    await sql`vacuum into ${partial}`.execute(db);
    flush(partial, 'r+');
    await giveName(partial, path);
  } catch (error) {
    unlinkSync(partial);
    throw error;
  }
  flush(dirname(path), 'r');
}

/** Readable by its owner only: it holds addresses. */
function openNew(partial: string): number {
  try {
    return openSync(partial, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw fileExists(partial);
    throw new MailvetError('input', `${partial} can't be written (${code})`, { cause: error });
  }
}

async function giveName(partial: string, path: string): Promise<void> {
  try {
    await renameToNew(partial, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? fileExists(path) : error;
  }
}

function fileExists(path: string): MailvetError {
  return new MailvetError('input', `${path} exists already`, {
    hint: 'Give the name of a new file: a backup never replaces one',
  });
}

/** The path of the copy, or why it is missing. */
type CopyBeside = Pick<MigratedSchema, 'copy' | 'copyProblem'>;

/**
 * Copies a database file to `<path>.v<version>` before it is migrated, as it is now: to be called by
 * whom holds its write lock. Never replaces a file, and needs twice the room of the file at most.
 */
export function copyBeside(path: string, version: number): CopyBeside {
  const lacking = findLackOfRoom(path);
  if (lacking !== undefined) return { copyProblem: lacking };
  const copy = freeName(`${path}.v${version}`);
  const partial = `${copy}.partial`;
  try {
    rmSync(partial, { force: true });
    // Readable by its owner only: it holds addresses.
    closeSync(openSync(partial, 'wx', 0o600));
    using database = new DatabaseSync(path, { readOnly: true });
    database.prepare('VACUUM INTO ?').run(partial);
    flush(partial, 'r+');
    renameSync(partial, copy);
    flush(dirname(copy), 'r');
    return { copy };
  } catch (error) {
    discard(partial);
    return { copyProblem: (error as Error).message };
  }
}

function discard(partial: string): void {
  try {
    rmSync(partial, { force: true });
  } catch {
    // The problem that is reported is the first one.
  }
}

function findLackOfRoom(path: string): string | undefined {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  const needed = sizeOf(path) + sizeOf(`${path}-wal`);
  if (free > needed) return undefined;
  return `it needs ${toMegabytes(needed)} MB, and ${toMegabytes(free)} MB are free`;
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/** A database may have been put back, and migrated again. */
function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}.${number}`;
  return free;
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
