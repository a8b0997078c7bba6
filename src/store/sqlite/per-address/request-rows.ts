import type { DatabaseSync } from 'node:sqlite';
import type { IdempotentRequest } from '../../../service/batches/idempotency.ts';
import type { Answer } from '../../../service/records.ts';
import { IS_FREE_KEY } from '../../batches/idempotency-store.ts';

interface AnsweredRequest {
  readonly teamId: string;
  readonly email: string;
  readonly answer: Answer;
  readonly request: IdempotentRequest;
}

/** Remembers the answer to a request; false where another request has the key, or it has an answer. */
export function requestRows(file: DatabaseSync): (answered: AnsweredRequest) => boolean {
  const keep = file.prepare(`
    insert into idempotency_keys (team_id, key, request_hash, email, answer, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set request_hash = excluded.request_hash,
      batch_id = null, email = excluded.email, answer = excluded.answer,
      expires_at = excluded.expires_at
    where ${IS_FREE_KEY('?')}`);
  return ({ teamId, email, answer, request: { key, hash, expiresAt, at } }) => {
    const { changes } = keep.run(teamId, key, hash, email, JSON.stringify(answer), expiresAt, at);
    return changes > 0;
  };
}
