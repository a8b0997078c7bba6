import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import { renameToNew } from '../../lib/new-files.ts';
import type { Tables } from '../tables.ts';
import { flush } from './copy-beside.ts';

/**
 * Copies the database with VACUUM INTO, which reads in one transaction: the copy is consistent, and
 * writers continue meanwhile. The file gets its name when it is complete and synced.
 */
export async function backUp(db: Kysely<Tables>, path: string): Promise<void> {
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
