import { type Kysely, sql } from 'kysely';
import { formatResult } from '../../result/codec.ts';
import { IS_FREE_KEY } from '../batches/idempotency-store.ts';
import type { AddressWriters, TeamVerification } from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import {
  addToHistory,
  changeUsage,
  GROUP_ROWS,
  giveBackUndecided,
  keepAnswers,
} from './address-rows.ts';
import type { HistoryMonths } from './partitions.ts';
import { ResultRows, type StoredResult } from './result-rows.ts';
import { type Column, namesOf, unnest } from './unnest.ts';

/** Records single verifications. */
export function historyWriter(
  db: Kysely<Tables>,
  months: HistoryMonths,
): AddressWriters['writeHistory'] {
  const results = new ResultRows(db);
  const writes = new GroupedWrites<TeamVerification, boolean>({
    groupRows: GROUP_ROWS,
    async write(group) {
      const stored = await results.place(
        group.map(({ result, email, keep, at }) => {
          const address = keep?.key ?? '';
          return { result, address, isRespelled: email !== address, now: at };
        }),
      );
      const answered = group.map((one, index) => ({ ...one, rows: stored[index] as StoredResult }));
      const times = group.map(({ at }) => at);
      return await months.write(times, () => inTransaction(db, (trx) => writeAll(trx, answered)));
    },
  });
  return (verification) => writes.add(verification);
}

interface AnsweredVerification extends TeamVerification {
  readonly rows: StoredResult;
}

/** Returns for each whether it was recorded. */
async function writeAll(
  trx: Kysely<Tables>,
  group: readonly AnsweredVerification[],
): Promise<readonly boolean[]> {
  const isFirst = await keepRequests(trx, group);
  const recorded = group.filter((_, index) => isFirst[index]);
  const rows = recorded.map((one) => ({
    ...one,
    batch: null,
    columns: one.rows.columnsOf(one.email),
  }));
  await addToHistory(trx, rows);
  await keepAnswers(
    trx,
    recorded.flatMap(({ teamId, keep, rows: { columns } }) =>
      keep ? [{ ...keep, teamId, columns }] : [],
    ),
  );
  await chargeReservations(trx, recorded);
  return isFirst;
}

/** Turns reservations into charges, or gives them back. */
async function chargeReservations(
  trx: Kysely<Tables>,
  group: readonly TeamVerification[],
): Promise<void> {
  const reserved = group.flatMap(({ teamId, reservation, result: { decided } }) =>
    reservation ? [{ ...reservation, teamId, decided }] : [],
  );
  if (reserved.length === 0) return;
  const ids = reserved.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    delete from reservations where id = any(${ids}::text[]) returning id`.execute(trx);
  const used = new Set(rows.map(({ id }) => id));
  // A reservation that expired was given back meanwhile; the finished work is charged again.
  await changeUsage(
    trx,
    reserved.filter(({ id }) => !used.has(id)),
  );
  await giveBackUndecided(
    trx,
    reserved.filter(({ decided }) => !decided),
  );
}

interface AnsweredRequest {
  readonly teamId: string;
  readonly key: string;
  readonly hash: string;
  readonly email: string;
  readonly answer: string;
  readonly expiresAt: number;
  readonly at: number;
}

const REQUESTS: readonly Column<AnsweredRequest>[] = [
  ['team_id', 'text', ({ teamId }) => teamId],
  ['key', 'text', ({ key }) => key],
  ['request_hash', 'text', ({ hash }) => hash],
  ['email', 'text', ({ email }) => email],
  ['answer', 'text', ({ answer }) => answer],
  ['expires_at', 'bigint', ({ expiresAt }) => expiresAt],
];

/**
 * Remembers the answers to requests; the first answer stays until its key has expired. Returns for
 * each verification whether it is the first of its key, or has none.
 */
async function keepRequests(
  trx: Kysely<Tables>,
  group: readonly TeamVerification[],
): Promise<readonly boolean[]> {
  const first = new Map<string, TeamVerification>();
  for (const one of group) {
    const id = idOf(one.teamId, one.request?.key);
    if (one.request && !first.has(id)) first.set(id, one);
  }
  const kept = await insertRequests(trx, [...first.values()].flatMap(toRequest));
  return group.map((one) => {
    if (!one.request) return true;
    const id = idOf(one.teamId, one.request.key);
    return kept.has(id) && first.get(id) === one;
  });
}

const idOf = (teamId: string, key: string | undefined) => JSON.stringify([teamId, key]);

function toRequest({ teamId, email, result, request }: TeamVerification): AnsweredRequest[] {
  return request ? [{ ...request, teamId, email, answer: formatResult(result) }] : [];
}

/** Returns which were inserted. Waits for other transactions that insert one of them. */
async function insertRequests(
  trx: Kysely<Tables>,
  requests: readonly AnsweredRequest[],
): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set();
  const id = ({ teamId, key }: AnsweredRequest) => idOf(teamId, key);
  const rows = [...requests].sort((one, other) => (id(one) < id(other) ? -1 : 1));
  const now = Math.max(...rows.map(({ at }) => at));
  const inserted = await sql<{ team_id: string; key: string }>`
    insert into idempotency_keys (${namesOf(REQUESTS)}) select * from ${unnest(rows, REQUESTS)}
    on conflict (team_id, key) do update set request_hash = excluded.request_hash,
      batch_id = null, email = excluded.email, answer = excluded.answer,
      expires_at = excluded.expires_at
    where ${sql.raw(IS_FREE_KEY(String(now)))} returning team_id, key`.execute(trx);
  return new Set(inserted.rows.map(({ team_id, key }) => idOf(team_id, key)));
}
