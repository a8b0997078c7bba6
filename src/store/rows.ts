/** Converts rows to records of the core. */
import type { Selectable } from 'kysely';
import { BATCH_STATUSES } from '../contract/batch-state.ts';
import type { Facts } from '../contract/facts.ts';
import { KEY_SCOPES, type KeyScope } from '../contract/key-scopes.ts';
import type { EntryStatus } from '../contract/schemas.ts';
import type { EntryRecord } from '../service/ports.ts';
import type { Answer, BatchRecord, KeyRecord, Team, TeamRecord } from '../service/records.ts';
import { toCacheKey, toMailboxKey } from '../service/verifications/cache-policy.ts';
import { cachedDetail } from '../service/verifications/detail.ts';
import { type AnswerColumns, readDetail, type StoredColumns } from './details/detail-columns.ts';
import { damagedRow, parseFacts } from './stored-row.ts';
import type { BatchRow, CachedAnswerRow, KeyRow, TeamRow } from './tables.ts';

/** A verification as its row has it. */
export interface HistoryRow {
  readonly teamId: string;
  readonly batchId: string | null;
  readonly email: string;
  readonly columns: StoredColumns;
  readonly at: number;
}

/**
 * The mailbox that an address leads to, as its row has it: null where the address is spelled like its mailbox,
 * which most are.
 */
export function mailboxColumn(email: string): string | null {
  const mailbox = toMailboxKey(toCacheKey(email));
  return mailbox === email ? null : mailbox;
}

/** The same of any row, as SQL. */
export const MAILBOX = 'coalesce(mailbox, email)';

/** `format` as the database has facts. */
export function answerColumns(
  answer: Answer,
  format: (facts: Facts) => string = JSON.stringify,
): AnswerColumns {
  return readAs.get(answer) ?? toColumns(answer, format);
}

function toColumns(
  { facts, decided, reason, detail }: Answer,
  format: (facts: Facts) => string,
): AnswerColumns {
  return { facts: format(facts), decided: decided ? 1 : 0, reason, detail: detail ?? null };
}

/** A cached answer; undefined for damaged columns. */
export function toCachedAnswer(row: CachedAnswerRow): Answer | undefined {
  const { facts, decided, reason } = row;
  const parsed = parseFacts(facts);
  if (!parsed || typeof reason !== 'string') return undefined;
  const stored = readDetail(row, row.key);
  const detail = stored && cachedDetail(stored);
  const answer = { facts: parsed, decided: decided === 1, reason, detail };
  readAs.set(answer, { facts, decided, reason, detail: detail ?? null });
  return answer;
}

/** The columns that an answer was read from: most answers are written as they were cached. */
const readAs = new WeakMap<Answer, AnswerColumns>();

export function toTeam(row: Selectable<TeamRow>): TeamRecord {
  const { id, name, quota, created_at: createdAt, charges_unknown: charges } = row;
  return { id, name, quota, createdAt, ...(charges === 1 && { chargesUnknown: true }) };
}

export function toKey(row: KeyRow & { team_name: string }): KeyRecord {
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
    scopes: parseScopes(row.scopes),
    expiresAt: row.expires_at,
    createdBy: row.created_by,
  };
}

/** What is no known scope permits nothing: the row may come from a newer version. */
function parseScopes(text: string | null): readonly KeyScope[] {
  if (text === null) return KEY_SCOPES;
  const stored = text.split(',');
  return KEY_SCOPES.filter((scope) => stored.includes(scope));
}

export type KeyWithTeam = KeyRow & { team_name: string; team_quota: number | null };

export function toKeyAndTeam(row: KeyWithTeam): { key: KeyRecord; team: Team } {
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return { key: toKey(row), team };
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

/** Throws StoreError `damaged` for an invalid row. */
export function toBatch(row: BatchColumns): BatchRecord {
  const numbers = [row.total_count, row.processed_count, row.created_at];
  const isBatch = BATCH_STATUSES.includes(row.status) && numbers.every(Number.isSafeInteger);
  if (!isBatch) throw damagedRow('batch');
  return {
    id: row.id,
    status: row.status,
    totalCount: row.total_count,
    processedCount: row.processed_count,
    createdAt: row.created_at,
  };
}

const ENTRY_STATUSES: readonly EntryStatus[] = ['pending', 'verified', 'failed', 'cancelled'];

/** The error, for the client, of an entry with a damaged row. */
export const DAMAGED_ENTRY = 'The stored result of this address is damaged';

interface EntryColumns {
  readonly position: number;
  readonly email: string;
  readonly entry_status: EntryStatus;
  readonly cache_key: string;
  readonly facts: string | null;
  readonly detail: string | null;
  readonly checked_at: number | null;
  readonly error: string | null;
}

/** An entry with a damaged row counts as failed: data that does not fit its schema is not served. */
export function toEntry(
  batchId: string,
  row: EntryColumns,
  read: typeof readDetail = readDetail,
): EntryRecord {
  const id = `${batchId}.${row.position + 1}`;
  const email = typeof row.email === 'string' ? row.email : '';
  const facts = row.facts === null ? null : parseFacts(row.facts);
  const isEntry = email === row.email && ENTRY_STATUSES.includes(row.entry_status);
  const hasResult = facts !== null || row.entry_status !== 'verified';
  const isError = row.error === null || typeof row.error === 'string';
  if (isEntry && facts !== undefined && hasResult && isError) {
    const detail = read(row, row.cache_key || email);
    return { id, email, status: row.entry_status, facts, detail, error: row.error };
  }
  return { id, email, status: 'failed', facts: null, error: DAMAGED_ENTRY };
}
