import { type Kysely, sql } from 'kysely';
import type { AddressWriters, TeamVerification } from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { answerColumns } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { addToHistory, changeUsage, GROUP_ROWS, keepAnswers } from './address-rows.ts';
import type { HistoryMonths } from './partitions.ts';
import { type Column, namesOf, unnest } from './unnest.ts';

/** Records single verifications. */
export function historyWriter(
  db: Kysely<Tables>,
  months: HistoryMonths,
): AddressWriters['writeHistory'] {
  const writes = new GroupedWrites<TeamVerification, void>({
    groupRows: GROUP_ROWS,
    async write(group) {
      const times = group.map(({ at }) => at);
      await months.write(times, () => inTransaction(db, (trx) => writeAll(trx, group)));
      return [];
    },
  });
  return (verification) => writes.add(verification);
}

async function writeAll(trx: Kysely<Tables>, group: readonly TeamVerification[]): Promise<void> {
  const rows = group.map((one) => ({ ...one, batchId: null, columns: answerColumns(one.answer) }));
  await addToHistory(trx, rows);
  await keepAnswers(
    trx,
    rows.flatMap(({ keep, columns }) => (keep ? [{ ...keep, columns }] : [])),
  );
  await keepRequests(trx, group);
  await chargeReservations(trx, group);
}

/** Turns reservations into charges. */
async function chargeReservations(
  trx: Kysely<Tables>,
  group: readonly TeamVerification[],
): Promise<void> {
  const reserved = group.flatMap(({ teamId, reservation }) =>
    reservation ? [{ ...reservation, teamId }] : [],
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

/** Remembers the answers to requests; the first answer stays until its key has expired. */
async function keepRequests(
  trx: Kysely<Tables>,
  group: readonly TeamVerification[],
): Promise<void> {
  const first = new Map<string, AnsweredRequest>();
  for (const { teamId, email, answer, request } of group) {
    const id = JSON.stringify([teamId, request?.key]);
    if (!request || first.has(id)) continue;
    first.set(id, { ...request, teamId, email, answer: JSON.stringify(answer) });
  }
  const rows = [...first].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  if (rows.length === 0) return;
  const now = Math.max(...rows.map(({ at }) => at));
  await sql`
    insert into idempotency_keys (${namesOf(REQUESTS)}) select * from ${unnest(rows, REQUESTS)}
    on conflict (team_id, key) do update set request_hash = excluded.request_hash,
      batch_id = null, email = excluded.email, answer = excluded.answer,
      expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${now}`.execute(trx);
}
