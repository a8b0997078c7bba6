import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MigratedSchema } from '../migrations.ts';

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

export function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
