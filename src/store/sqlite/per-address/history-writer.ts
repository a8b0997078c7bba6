import type { DatabaseSync } from 'node:sqlite';
import { formatResult } from '../../../result/codec.ts';
import type { Result } from '../../../result/result.ts';
import type { IdempotentRequest } from '../../../service/batches/idempotency.ts';
import { IS_FREE_KEY } from '../../batches/idempotency-store.ts';
import type { AddressWriters, TeamVerification } from '../../database-parts.ts';
import type { HistoryRow } from '../../rows.ts';
import { answerName } from '../prepared-reads.ts';
import type { Writer } from '../writer.ts';
import { cacheRows } from './cache-rows.ts';
import { GroupCommit } from './group-commit.ts';
import { historyRows } from './history-rows.ts';
import { ResultRows, type StoredResult } from './result-rows.ts';
import { undecidedGiver } from './undecided-usage.ts';

/** Records single verifications. `onKept` gets the names of replaced answers. */
export function historyWriter(
  writer: Writer,
  onKept: (names: readonly string[]) => void,
): AddressWriters['writeHistory'] {
  const addToHistory = historyRows(writer.file);
  const keepRequest = requestRows(writer.file);
  const settle = settler(writer.file);
  const results = new ResultRows(writer.file);
  const commits = new GroupCommit<TeamVerification, boolean>(writer, {
    write(group) {
      const isFirst = group.map(
        ({ request, ...answered }) => !request || keepRequest({ ...answered, request }),
      );
      const recorded = group.filter((_, index) => isFirst[index]);
      const answered = recorded.map((one) => ({
        one,
        stored: results.place(one.result, one.keep?.key ?? '', one.at),
      }));
      addToHistory(answered.map(({ one, stored }) => toRow(one, stored)));
      for (const { one, stored } of answered) settle(one, stored);
      return isFirst;
    },
    // Who names a request may send it again: it gets this answer, also after a power cut.
    isDurable: ({ request }) => request !== undefined,
    onRollback: () => results.forget(),
    onCommit: (group) =>
      onKept(group.flatMap(({ teamId, keep }) => (keep ? [answerName(teamId, keep.key)] : []))),
  });
  return (verification) => commits.add(verification);
}

function toRow({ teamId, email, at }: TeamVerification, stored: StoredResult): HistoryRow {
  return { teamId, batch: null, email, columns: stored.columnsOf(email), at };
}

/** Keeps the result, and turns the reservation into a charge, or gives it back. */
function settler(
  file: DatabaseSync,
): (verification: TeamVerification, stored: StoredResult) => void {
  const keepResult = cacheRows(file);
  const useUp = file.prepare('delete from reservations where id = ?');
  const charge = file.prepare('update usage set used = used + ? where team_id = ? and month = ?');
  const giveBackUndecided = undecidedGiver(file);
  return ({ teamId, keep, reservation, result }, { columns }) => {
    if (keep) keepResult(teamId, keep, columns);
    if (!reservation) return;
    const { id, count, month } = reservation;
    // The reservation expired and was given back meanwhile; the finished work is charged again.
    if (useUp.run(id).changes === 0) charge.run(count, teamId, month);
    if (!result.decided) giveBackUndecided(teamId, month, count);
  };
}

interface AnsweredRequest {
  readonly teamId: string;
  readonly email: string;
  readonly result: Result;
  readonly request: IdempotentRequest;
}

/** Remembers the answer to a request; false where another request has the key, or it has an answer. */
function requestRows(file: DatabaseSync): (answered: AnsweredRequest) => boolean {
  const keep = file.prepare(`
    insert into idempotency_keys (team_id, key, request_hash, email, answer, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set request_hash = excluded.request_hash,
      batch_id = null, email = excluded.email, answer = excluded.answer,
      expires_at = excluded.expires_at
    where ${IS_FREE_KEY('?')}`);
  return ({ teamId, email, result, request: { key, hash, expiresAt, at } }) => {
    const { changes } = keep.run(teamId, key, hash, email, formatResult(result), expiresAt, at);
    return changes > 0;
  };
}
