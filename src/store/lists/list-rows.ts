/** Between rows of lists and what the core knows. */
import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type FolderCount,
  type ListCounts,
  type ListForm,
  type ListOrder,
  type ListRecord,
  type ListSelection,
  type ListStatus,
  NO_VERDICTS,
  type RetryPlan,
  type VerdictCounts,
} from '../../service/lists/list-ports.ts';
import { damagedRow } from '../database-parts.ts';
import type { ListRow, Tables } from '../tables.ts';
import { type OwnList, statusOf } from './list-states.ts';

/** Addresses of the present round that have a result. */
const PROCESSED = sql<number>`coalesce((select sum(processed_count) from batches
  where batches.list_id = lists.id and batches.place >= lists.first_place), 0)`;

/** The lists of a team that were not removed. */
export function listsOf(db: Kysely<Tables>, teamId: string) {
  return db
    .selectFrom('lists')
    .selectAll()
    .select(PROCESSED.as('processed_count'))
    .where('team_id', '=', teamId)
    .where('state', '!=', 'removed');
}

/** Throws StoreError `damaged` where the row is no list. */
export function toList(row: Selectable<ListRow> & { processed_count: number }): ListRecord {
  const status = statusOf(row.state);
  if (!status) throw damagedRow('list');
  return { ...identityOf(row, status), ...progressOf(row), ...contentOf(row) };
}

function identityOf(row: Selectable<ListRow>, status: ListStatus) {
  const { id, name, folder, size } = row;
  return {
    id,
    name,
    folder,
    createdBy: row.created_by,
    createdAt: row.created_at,
    status,
    size,
  };
}

function progressOf(row: Selectable<ListRow> & { processed_count: number }) {
  const { places, sent } = row;
  return {
    places,
    sent,
    totalCount: row.total_count,
    processedCount: Math.min(row.processed_count, row.total_count),
    isRetry: row.first_place > 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    waitsFor: row.waits_for,
    retryPlan: parsed<RetryPlan>(row.retries),
  };
}

function contentOf({ form, counts, verdicts, judged_by }: Selectable<ListRow>) {
  return {
    judgedBy: judged_by,
    form: parsed<ListForm>(form),
    counts: parsed<ListCounts>(counts),
    verdicts: parsed<VerdictCounts>(verdicts) ?? NO_VERDICTS,
  };
}

/** What we wrote ourselves; a damaged file may hold anything. */
export function parsed<T>(text: string | null): T | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw damagedRow('list');
  }
}

export function lockList(trx: Kysely<Tables>, { teamId, listId }: OwnList) {
  return listsOf(trx, teamId).where('id', '=', listId).forUpdate().executeTakeFirst();
}

const ORDERS: Readonly<Record<ListOrder, string>> = {
  newest: 'seq desc',
  oldest: 'seq',
  name: 'lower(name), seq',
  addresses: 'total_count desc, seq desc',
};

export async function selectLists(
  db: Kysely<Tables>,
  teamId: string,
  { limit, skip, search = '', folder, order = 'newest' }: ListSelection,
): Promise<ListRecord[]> {
  let query = listsOf(db, teamId);
  if (folder !== undefined) query = query.where('folder', '=', folder);
  if (search !== '') query = query.where(nameHas(search));
  const rows = query.orderBy(sql.raw(ORDERS[order])).limit(limit).offset(skip);
  return (await rows.execute()).map(toList);
}

/** SQLite lowers only ASCII letters, so the others are looked for as they were written, too. */
function nameHas(search: string) {
  const pattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`(lower(name) like ${pattern(search.toLowerCase())} escape '!'
    or name like ${pattern(search)} escape '!')`;
}

export async function foldersOf(db: Kysely<Tables>, teamId: string): Promise<FolderCount[]> {
  const { rows } = await sql<FolderCount>`
    select folder, count(*) as lists from lists
    where team_id = ${teamId} and state <> 'removed' and folder is not null
    group by folder order by lower(folder), folder`.execute(db);
  return rows;
}
