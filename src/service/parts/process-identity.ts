/**
 * The owner of a lease: one pool in one process. A process id alone is not enough, since ids are
 * reused, and mean another process in each container that shares the database.
 */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../../lib/process-alive.ts';

interface Identity {
  /** Machine and process namespace: only within it can a process be looked up. */
  readonly place: string;
  readonly pid: number;
  /** The kernel's start time of the process; null where it is not available. */
  readonly started: string | null;
  /** Distinguishes pools of one process. */
  readonly pool: string;
}

/** The identity of a pool in this process, as text. */
export function ownerIdentity(pool: string): string {
  const { pid } = process;
  return JSON.stringify({ place: place(), pid, started: readStart(pid), pool } satisfies Identity);
}

/** False only where the owner is certainly dead; otherwise its lease has to expire. */
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
