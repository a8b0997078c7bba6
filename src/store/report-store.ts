import { isoDay } from '../lib/iso-time.ts';
import { DAY_MS } from '../lib/time-units.ts';
import type { DayCount, ReportStore, TimeSpan } from '../service/people/people-ports.ts';
import { batchesPage } from './batches/batches-page.ts';
import { jobListResults, jobLists } from './batches/job-lists.ts';
import { OWN_BATCHES } from './block-counts/blocks.ts';
import type { DatabaseParts } from './database-parts.ts';
import { BATCH_COLUMNS, toBatch } from './rows.ts';
import type { TeamHistory } from './team-history.ts';

/** A team's reports. Every statement is limited to the team. */
export function reportStore(
  parts: Pick<DatabaseParts, 'db' | 'readAside'>,
  history: TeamHistory,
  teamId: string,
): ReportStore {
  const { db } = parts;
  return {
    async usage(month) {
      const query = db.selectFrom('usage').select(['used', 'given_back']);
      const ofTeam = query.where('team_id', '=', teamId).where('month', '=', month);
      const row = await ofTeam.executeTakeFirst();
      return { used: row?.used ?? 0, givenBack: row?.given_back ?? 0 };
    },
    days: (span) => days(history, span),
    async batch(id) {
      const query = db.selectFrom('batches').select(BATCH_COLUMNS).where('id', '=', id);
      const row = await query.where('team_id', '=', teamId).executeTakeFirst();
      return row && toBatch(row);
    },
    batches: (page) => batchesPage(parts, { teamId, counted: OWN_BATCHES }, page),
    jobLists: (page) => jobLists(parts, teamId, page),
    jobList: (id) => jobListResults(parts, teamId, id),
    search: (search, signal) => history.search(search, signal),
    searchAll: (text, signal) => history.all(text, signal),
  };
}

async function days(history: TeamHistory, { since, until }: TimeSpan): Promise<DayCount[]> {
  const first = Math.floor(since / DAY_MS) * DAY_MS;
  const counts = await history.days({ since: first, until });
  const days: DayCount[] = [];
  for (let start = first; start <= until; start += DAY_MS) {
    const day = isoDay(start);
    days.push({ day, count: counts.get(start) ?? 0 });
  }
  return days;
}
