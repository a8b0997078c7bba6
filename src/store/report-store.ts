import { type Kysely, sql } from 'kysely';
import type { ReportStore, VerificationRecord } from '../service/people-ports.ts';
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
    days: (since) => days(db, teamId, since),
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

async function days(db: Kysely<Tables>, teamId: string, since: number) {
  const day = sql<number>`at / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom('verifications')
    .select([day.as('day'), (eb) => eb.fn.countAll<number>().as('count')])
    .where('team_id', '=', teamId)
    .where('at', '>=', since)
    .groupBy(day)
    .orderBy(day)
    .execute();
  return rows.map((row) => ({
    day: new Date(Math.floor(row.day) * DAY_MS).toISOString().slice(0, 10),
    count: row.count,
  }));
}

async function* searchAll(
  db: Kysely<Tables>,
  teamId: string,
  text: string,
): AsyncGenerator<readonly VerificationRecord[]> {
  let below: number | undefined = Number.MAX_SAFE_INTEGER;
  while (below !== undefined) {
    const rows = await matching(db, teamId, text)
      .where('seq', '<', below)
      .limit(CHUNK_ROWS)
      .execute();
    if (rows.length > 0) yield rows.map(recordOf);
    below = rows.length < CHUNK_ROWS ? undefined : rows.at(-1)?.seq;
  }
}

function matching(db: Kysely<Tables>, teamId: string, text: string) {
  const all = db
    .selectFrom('verifications')
    .select(['seq', 'email', 'facts', 'at'])
    .where('team_id', '=', teamId)
    .orderBy('seq', 'desc');
  if (text === '') return all;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return all.where(sql<boolean>`lower(email) like ${pattern} escape '\\'`);
}

function recordOf({ email, facts, at }: { email: string; facts: string; at: number }) {
  return { email, ...factsOf(facts), at };
}
