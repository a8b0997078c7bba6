import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../service/store-error.ts';
import type { Tables } from '../tables.ts';

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;
/** A success is reused for this long, since anybody may send probes. */
const HOLDS_MS = 1000;

/** Asks whether the database takes writes. Concurrent callers share one statement. */
export function ping(db: Kysely<Tables>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let holdsUntil = Number.NEGATIVE_INFINITY;
  const run = async () => {
    try {
      await inTime(askForWrites(db));
      holdsUntil = performance.now() + HOLDS_MS;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() < holdsUntil) return;
    running ??= run();
    await running;
  };
}

async function askForWrites(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ off: string }>`
    select current_setting('transaction_read_only') as off`.execute(db);
  if (rows[0]?.off === 'on') throw new StoreError('read_only', 'the database takes no writes');
}

async function inTime(asked: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(WAIT_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new StoreError('unreachable', 'PostgreSQL did not answer in time');
  });
  try {
    await Promise.race([asked, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    asked.catch(() => {});
  }
}
