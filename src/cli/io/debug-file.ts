import { appendFileSync, closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
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
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw unwritable(path, error);
  }
  return (line) => appendLine(path, `${isoTime(clock.now())} ${line}\n`);
}

/** The work goes on where the disk is full. */
function appendLine(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // Nothing else is lost.
  }
}
