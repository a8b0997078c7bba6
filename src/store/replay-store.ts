import { type Kysely, sql } from 'kysely';
import { NOTHING_VALID } from '../contract/facts.ts';
import type {
  CorrectedResult,
  ReplayStore,
  StoredPlace,
  StoredResult,
} from '../service/verifications/replay-ports.ts';
import type { DatabaseParts, Row } from './database-parts.ts';
import { detailOf, joinDetails, readDetail } from './details/detail-columns.ts';
import { writeAudit } from './people/audit-log.ts';
import { answerColumns } from './rows.ts';
import { parseFacts } from './stored-row.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

type Position = StoredResult['position'];

/** Before the newest verification of a history. */
const NEWEST = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

export function replayStore({
  db,
  historyReads,
}: Pick<DatabaseParts, 'db' | 'historyReads'>): ReplayStore {
  return {
    async page(place, after, limit) {
      const rows = await readPage({ db, historyReads }, place, { after, limit });
      return rows.map(toStoredResult);
    },
    correct: (place, results) =>
      inTransaction(db, async (trx) => {
        for (const result of results) await correctOne(trx, place, result);
      }),
    audit: (teamId, subject, change) =>
      writeAudit(db, { teamId, action: 'results_replayed', subject }, change),
  };
}

interface PageRequest {
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Rows with `email`, `facts`, `detail` and what makes up their position. */
async function readPage(
  { db, historyReads }: Pick<DatabaseParts, 'db' | 'historyReads'>,
  place: StoredPlace,
  { after, limit }: PageRequest,
): Promise<readonly Row[]> {
  if (place.kind === 'history') {
    const [at, seq] = after ?? [];
    const before = after ? { at: Number(at), seq: Number(seq) } : NEWEST;
    return historyReads.rows(place.teamId, before, limit);
  }
  if (place.kind === 'cache') {
    const [teamId = '', key = ''] = after ?? [];
    const { rows } = await sql<Row>`
      select team_id, key, key as email, facts, ${sql.raw(detailOf('cached_answers'))} from cached_answers ${sql.raw(joinDetails('cached_answers'))}
      where (team_id, key) > (${teamId}, ${key}) order by team_id, key limit ${limit}`.execute(db);
    return rows;
  }
  const [batchId = '', position = 0] = after ?? [];
  const { rows } = await sql<Row>`
    select batch_id, position, email, cache_key, facts, ${sql.raw(detailOf('entries'))}, list_id
    from entries join batches on batches.id = entries.batch_id ${sql.raw(joinDetails('entries'))}
    where (batch_id, position) > (${batchId}, ${position})
    order by batch_id, position limit ${limit}`.execute(db);
  return rows;
}

/** What can't be parsed keeps its place, and has nothing to judge. */
function toStoredResult(row: Row): StoredResult {
  const { team_id, key, at, seq, batch_id, position, email, cache_key, facts, list_id } = row;
  const place =
    key === undefined
      ? batch_id === undefined
        ? [at, seq]
        : [batch_id, position]
      : [team_id, key];
  const parsed = parseFacts(facts);
  return {
    position: place as Position,
    email: String(email),
    facts: parsed ?? NOTHING_VALID,
    detail: (parsed && readDetail(row, String(cache_key || email))) ?? '',
    listId: typeof list_id === 'string' ? list_id : undefined,
  };
}

async function correctOne(
  trx: Kysely<Tables>,
  place: StoredPlace,
  { position: [first = '', second = ''], answer }: CorrectedResult,
): Promise<void> {
  const { facts, decided, reason, detail } = answerColumns(answer);
  // In the row itself: what others share does not change.
  const own = { detail, detail_id: null, checked_at: null };
  if (place.kind === 'history') {
    await trx
      .updateTable('verifications')
      .set({ facts, decided, reason, ...own })
      .where('team_id', '=', place.teamId)
      .where('at', '=', Number(first))
      .where('seq', '=', Number(second))
      .execute();
  } else if (place.kind === 'entries') {
    await trx
      .updateTable('entries')
      .set({ facts, ...own })
      .where('batch_id', '=', String(first))
      .where('position', '=', Number(second))
      .execute();
  } else if (decided) {
    await trx
      .updateTable('cached_answers')
      .set({ facts, decided, reason, ...own })
      .where('team_id', '=', String(first))
      .where('key', '=', String(second))
      .execute();
  } else {
    const ofTeam = trx.deleteFrom('cached_answers').where('team_id', '=', String(first));
    await ofTeam.where('key', '=', String(second)).execute();
  }
}
