import { type Kysely, sql } from 'kysely';
import type {
  FolderCount,
  ListOrder,
  ListRecord,
  ListSelection,
} from '../../service/lists/list-ports.ts';
import type { Tables } from '../tables.ts';
import { listsOf, toList } from './list-rows.ts';

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

/** SQLite lowers ASCII letters alone, so the others are looked for as they were written, too. */
function nameHas(search: string) {
  const pattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`(lower(name) like ${pattern(search.toLowerCase())} escape '!'
    or name like ${pattern(search)} escape '!')`;
}

export async function foldersOf(db: Kysely<Tables>, teamId: string): Promise<FolderCount[]> {
  const { rows } = await sql<FolderCount>`
    select folder, count(*) as lists from lists
    where team_id = ${teamId} and status <> 'removed' and folder is not null
    group by folder order by lower(folder), folder`.execute(db);
  return rows;
}
