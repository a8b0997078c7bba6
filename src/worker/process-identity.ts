/**
 * Who holds a lease: one pool in one process. A number alone would not do, since process numbers
 * are used again, and mean something else in each container that shares the database.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../lib/process-alive.ts';

interface Identity {
  /** Machine and process namespace: only within it can a process be looked up. */
  readonly place: string;
  readonly pid: number;
  /** When the process started, in the kernel's words; null where that can't be learnt. */
  readonly started: string | null;
  /** Tells pools of one process apart. */
  readonly pool: string;
}

export function ownerIdentity(pool: string): string {
  const { pid } = process;
  return JSON.stringify({ place: place(), pid, started: readStart(pid), pool } satisfies Identity);
}

/** False only where the owner is surely dead; elsewhere its lease has to run out. */
export function mayBeAlive(owner: string): boolean {
  const identity = orNull(() => JSON.parse(owner) as Identity);
  if (identity?.place !== place()) return true;
  const { pid, started } = identity;
  return isAlive(pid) && (started === null || readStart(pid) === started);
}

function place(): string {
  return `${hostname()} ${orNull(() => readlinkSync('/proc/self/ns/pid')) ?? process.platform}`;
}

/** Field 22 of /proc/<pid>/stat; the second field, a name in brackets, may hold blanks. */
function readStart(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
