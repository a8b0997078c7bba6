import type { Kysely } from 'kysely';
import type { DayCount, ReportStore, TimeSpan } from '../service/people-ports.ts';
import { BATCH_COLUMNS, toBatch } from './rows.ts';
import type { Tables } from './tables.ts';
import type { TeamHistory } from './team-history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A team's reports. Every statement is limited to the team. */
export function reportStore(db: Kysely<Tables>, history: TeamHistory, teamId: string): ReportStore {
  return {
    async used(month) {
      const query = db.selectFrom('usage').select('used').where('team_id', '=', teamId);
      return (await query.where('month', '=', month).executeTakeFirst())?.used ?? 0;
    },
    days: (span) => days(history, span),
    async batch(id) {
      const query = db.selectFrom('batches').select(BATCH_COLUMNS).where('id', '=', id);
      const row = await query.where('team_id', '=', teamId).executeTakeFirst();
      return row && toBatch(row);
    },
    async batches({ limit, skip }) {
      const own = db.selectFrom('batches').select(BATCH_COLUMNS).where('team_id', '=', teamId);
      const query = own.where('list_id', 'is', null).orderBy('seq', 'desc');
      return (await query.limit(limit).offset(skip).execute()).map(toBatch);
    },
    search: (search, signal) => history.search(search, signal),
    searchAll: (text, signal) => history.all(text, signal),
  };
}

/** Counts each day with a short statement of its own, so that other readers run in between. */
async function days(history: TeamHistory, { since, until }: TimeSpan): Promise<DayCount[]> {
  const counts: DayCount[] = [];
  for (let day = Math.floor(since / DAY_MS); day * DAY_MS <= until; day++) {
    const count = await history.count(day * DAY_MS, (day + 1) * DAY_MS);
    counts.push({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), count });
  }
  return counts;
}
