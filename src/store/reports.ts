import { type RawBuilder, sql } from 'kysely';
import type { Verdict } from '../contract/verdict.ts';
import { isoDay } from '../lib/iso-time.ts';
import { DAY_MS } from '../lib/time-units.ts';
import { verdictOf } from '../result/result.ts';
import type { JobList, JobListResults } from '../service/lists/job-lists.ts';
import type { DayCount, ReportStore, TimeSpan } from '../service/people/records.ts';
import type { Page } from '../service/records.ts';
import { batchesPage } from './batches.ts';
import { OWN_BATCHES } from './block-counts.ts';
import { type DatabaseParts, damagedRow, type Row } from './database-parts.ts';
import type { TeamHistory } from './history.ts';
import { readResult } from './results.ts';
import { BATCH_COLUMNS, toBatch } from './rows.ts';

/** A team's reports. Every statement is limited to the team. */
export function reportStore(
  parts: DatabaseParts,
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

/** Lists of the command line, newest first. */
async function jobLists(
  { readAside }: DatabaseParts,
  teamId: string,
  { limit, skip }: Page,
): Promise<JobList[]> {
  const rows = await readAside(sql`${selectJobs(sql`team_id = ${teamId} and job_id is not null`)}
    order by max(seq) desc limit ${limit} offset ${skip}`);
  return rows.map(toJobList);
}

async function jobListResults(
  { readAside }: DatabaseParts,
  teamId: string,
  id: string,
): Promise<JobListResults | undefined> {
  const [row] = await readAside(selectJobs(sql`team_id = ${teamId} and job_id = ${id}`));
  if (!row) return undefined;
  return { list: toJobList(row), verdicts: countVerdicts(await readAside(results(teamId, id))) };
}

/** What asks again for some addresses has no size: they count already. */
function selectJobs(condition: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`select job_id, max(job_name) as job_name,
      coalesce(max(job_size), sum(total_count)) as size,
      sum(case when job_size is null then 0 else total_count end) as sent,
      sum(case when job_size is null then 0 else processed_count end) as processed,
      min(created_at) as created_at,
      sum(case when status in ('pending', 'processing') then 1 else 0 end) as open,
      sum(case when status = 'cancelled' then 1 else 0 end) as cancelled
    from batches where ${condition} group by job_id`;
}

/**
 * Each address once, as it was answered last. SQLite leaves out a key that is the address as it was written; an
 * erased address has neither.
 */
function results(teamId: string, id: string): RawBuilder<Row> {
  return sql<Row>`select results.text as result, failed, count(*) as count from (
      select entries.result_id, case when entries.error is null then 0 else 1 end as failed,
        row_number() over (
          partition by case when entries.cache_key = '' then entries.email else entries.cache_key end,
            case when entries.email = '' then batches.seq * 10000 + entries.position else 0 end
          order by batches.seq desc
        ) as nth
      from batches
      join entries on entries.batch_id = batches.id
      where batches.team_id = ${teamId} and batches.job_id = ${id}
        and entries.status in ('verified', 'failed')
    ) as latest left join results on results.id = latest.result_id
    where nth = 1 group by results.text, failed`;
}

function toJobList(row: Row): JobList {
  const { job_id: id, job_name: name } = row;
  if (typeof id !== 'string' || typeof name !== 'string') throw damagedRow('batch');
  const number = (column: string) => Number(row[column] ?? 0);
  const isOpen = number('open') > 0 || number('sent') < number('size');
  const ended = number('cancelled') > 0 ? 'cancelled' : 'completed';
  return {
    ...{ id, name, status: isOpen && ended === 'completed' ? 'waiting' : ended },
    totalCount: number('size'),
    processedCount: number('processed'),
    createdAt: number('created_at'),
  };
}

function countVerdicts(rows: readonly Row[]): Record<Verdict, number> {
  const counts = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
  for (const row of rows) {
    const result = readResult({ result: row.result, checked_at: 0 }, '');
    const isKnown = result !== undefined && Number(row.failed) === 0;
    const verdict = isKnown ? verdictOf(result).verdict : 'unknown';
    counts[verdict] += Number(row.count);
  }
  return counts;
}
