/** Between rows and what the core knows. */
import type { Selectable } from 'kysely';
import type { Answer, BatchRecord, Facts, KeyRecord, TeamRecord } from '../service/ports.ts';
import type { BatchRow, KeyRow, TeamRow } from './tables.ts';

interface AnswerColumns {
  facts: string;
  decided: number;
  reason: string;
}

export function answerColumns(answer: Answer): AnswerColumns {
  return readAs.get(answer) ?? columnsOf(answer);
}

function columnsOf({ facts, decided, reason }: Answer): AnswerColumns {
  return { facts: JSON.stringify(facts), decided: decided ? 1 : 0, reason };
}

export function answerOfColumns({ facts, decided, reason }: AnswerColumns): Answer {
  const answer = { facts: factsOf(facts), decided: decided === 1, reason };
  readAs.set(answer, { facts, decided, reason });
  return answer;
}

/** What an answer was read from: most that are written are answers from the cache, as they were. */
const readAs = new WeakMap<Answer, AnswerColumns>();

export function factsOf(text: string): Facts {
  return JSON.parse(text) as Facts;
}

export function teamOf(row: Selectable<TeamRow>): TeamRecord {
  return { id: row.id, name: row.name, quota: row.quota, createdAt: row.created_at };
}

export function keyOf(row: KeyRow & { team_name: string }): KeyRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    teamName: row.team_name,
    label: row.label,
    hash: row.hash,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

export type BatchColumns = Pick<
  Selectable<BatchRow>,
  'id' | 'status' | 'total_count' | 'processed_count' | 'created_at'
>;

export const BATCH_COLUMNS = [
  'batches.id',
  'batches.status',
  'batches.total_count',
  'batches.processed_count',
  'batches.created_at',
] as const;

export function batchOf(row: BatchColumns): BatchRecord {
  return {
    id: row.id,
    status: row.status,
    totalCount: row.total_count,
    processedCount: row.processed_count,
    createdAt: row.created_at,
  };
}
