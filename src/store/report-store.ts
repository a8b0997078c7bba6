import { type Kysely, sql } from 'kysely';
import type { DayCount, ReportStore, Span, VerificationRecord } from '../service/people-ports.ts';
import { BATCH_COLUMNS, batchOf, factsOf } from './rows.ts';
import type { Tables } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows of a download read at a time. */
const CHUNK_ROWS = 1000;

/** Everything here is narrowed to one team's rows. */
export function reportStore(db: Kysely<Tables>, teamId: string): ReportStore {
  return {
    async used(month) {
      const query = db.selectFrom('usage').select('used').where('team_id', '=', teamId);
      return (await query.where('month', '=', month).executeTakeFirst())?.used ?? 0;
    },
    days: (span) => days(db, teamId, span),
    async batch(id) {
      const query = db.selectFrom('batches').select(BATCH_COLUMNS).where('id', '=', id);
      const row = await query.where('team_id', '=', teamId).executeTakeFirst();
      return row && batchOf(row);
    },
    async search({ text, page }) {
      const rows = await matching(db, teamId, text).limit(page.limit).offset(page.skip).execute();
      return rows.map(recordOf);
    },
    searchAll: (text) => searchAll(db, teamId, text),
  };
}

/** A count for each day from the index: each is short, and others get their turn between them. */
async function days(db: Kysely<Tables>, teamId: string, { since, until }: Span) {
  const counts: DayCount[] = [];
  for (let day = Math.floor(since / DAY_MS); day * DAY_MS <= until; day++) {
    const { count } = await db
      .selectFrom('verifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .where('at', '>=', day * DAY_MS)
      .where('at', '<', (day + 1) * DAY_MS)
      .executeTakeFirstOrThrow();
    counts.push({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), count });
  }
  return counts;
}

async function* searchAll(
  db: Kysely<Tables>,
  teamId: string,
  text: string,
): AsyncGenerator<readonly VerificationRecord[]> {
  const all = matching(db, teamId, text).limit(CHUNK_ROWS);
  let rows = await all.execute();
  while (rows.length > 0) {
    yield rows.map(recordOf);
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK_ROWS) return;
    rows = await all.where(sql<boolean>`(at, seq) < (${last.at}, ${last.seq})`).execute();
  }
}

function matching(db: Kysely<Tables>, teamId: string, text: string) {
  const all = db
    .selectFrom('verifications')
    .select(['seq', 'email', 'facts', 'at'])
    .where('team_id', '=', teamId)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc');
  if (text === '') return all;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return all.where(sql<boolean>`lower(email) like ${pattern} escape '\\'`);
}

function recordOf({ email, facts, at }: { email: string; facts: string; at: number }) {
  return { email, ...factsOf(facts), at };
}
