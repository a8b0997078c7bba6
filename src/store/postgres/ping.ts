import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../service/store-error.ts';
import { sharedProbe } from '../probe-once.ts';
import type { Tables } from '../tables.ts';

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;

/** Asks whether the database takes writes. Concurrent callers share one statement. */
export function ping(db: Kysely<Tables>): () => Promise<void> {
  return sharedProbe(() => inTime(askForWrites(db)));
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
