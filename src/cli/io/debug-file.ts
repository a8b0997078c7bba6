import { appendFileSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMailvetError, MailvetError } from '../../errors.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { Context } from '../context.ts';
import { unwritable } from './file-errors.ts';

/**
 * Adds a line with its time to the file of `--debug-file`, at once, so that it is there after a crash.
 * The file is for the user alone: it names addresses and hosts.
 */
export function openDebugFile(
  { cwd, clock }: Pick<Context, 'cwd' | 'clock'>,
  name: string | undefined,
): ((line: string) => void) | undefined {
  if (name === undefined) return undefined;
  const path = resolve(cwd, name);
  try {
    if (isOtherFile(path)) throw notOurs(name);
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw isMailvetError(error) ? error : unwritable(path, error);
  }
  return (line) => appendLine(path, `${isoTime(clock.now())} ${line}\n`);
}

/** How each line begins that was written here. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether the file has something else, a list say. Nothing is added to it. */
function isOtherFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return false;
  const start = Buffer.alloc(16);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return !TIME.test(start.toString('latin1'));
}

function notOurs(name: string): MailvetError {
  return new MailvetError('input', `${name} exists already and is not a debug log of mailvet`, {
    hint: [{ code: 'elsewhere', flag: '--debug-file', isStart: true }],
  });
}

/** The work goes on where the disk is full. */
function appendLine(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // Nothing else is lost.
  }
}
