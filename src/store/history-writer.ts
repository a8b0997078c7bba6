import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewVerification } from '../service/ports.ts';
import { StoreError } from '../service/store-error.ts';
import { buildInsert, rowGroups } from './row-groups.ts';
import { answerColumns } from './rows.ts';
import type { Writer } from './writer.ts';

interface TeamVerification extends NewVerification {
  readonly teamId: string;
}

/** Resolves when the verification and its cached answer are committed. */
export type HistoryWriter = (verification: TeamVerification) => Promise<void>;

/** Small enough not to delay requests that wait for this thread. */
const GROUP_SIZE = 200;

interface PendingVerification {
  readonly verification: TeamVerification;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits verifications in groups: those that arrive while a group is written form the next, so that
 * a busy service needs one transaction instead of a hundred.
 */
export function historyWriter(
  writer: Writer,
  onKept: (cacheKeys: readonly string[]) => void,
): HistoryWriter {
  const { file } = writer;
  const statements = prepareStatements(file);
  const waiting: PendingVerification[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      // Collects all verifications of this turn of the event loop.
      await nextTurn();
      await settle(waiting.splice(0, GROUP_SIZE));
    }
    writing = false;
  }

  async function settle(group: readonly PendingVerification[]): Promise<void> {
    try {
      await commit(group.map(({ verification }) => verification));
      for (const { resolve } of group) resolve();
    } catch (error) {
      // After a faulty row the others are written one by one. After a failure of the database all
      // waiting ones fail with it: they have waited long enough.
      const alone = group.length > 1 && !(error instanceof StoreError);
      if (alone) for (const each of group) await settle([each]);
      else for (const { reject } of failing(group, error)) reject(error);
    }
  }

  function failing(
    group: readonly PendingVerification[],
    error: unknown,
  ): readonly PendingVerification[] {
    return error instanceof StoreError ? [...group, ...waiting.splice(0)] : group;
  }

  async function commit(group: readonly TeamVerification[]): Promise<void> {
    await writer.run(() => writeAll(file, statements, group));
    onKept(group.flatMap(({ keep }) => (keep ? [keep.key] : [])));
  }

  return (verification) =>
    new Promise((resolve, reject) => {
      waiting.push({ verification, resolve, reject });
      if (!writing) void write();
    });
}

interface Statements {
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly remember: (verifications: readonly TeamVerification[]) => void;
  readonly keep: StatementSync;
  readonly useUp: StatementSync;
  readonly charge: StatementSync;
}

function prepareStatements(file: DatabaseSync): Statements {
  return {
    begin: file.prepare('begin immediate'),
    commit: file.prepare('commit'),
    remember: rememberer(file),
    keep: file.prepare(`
      insert into cached_answers (key, facts, decided, reason, detail, expires_at)
      values (?, ?, ?, ?, ?, ?)
      on conflict (key) do update set facts = excluded.facts, decided = excluded.decided,
        reason = excluded.reason, detail = excluded.detail, expires_at = excluded.expires_at`),
    useUp: file.prepare('delete from reservations where id = ?'),
    charge: file.prepare('update usage set used = used + ? where team_id = ? and month = ?'),
  };
}

const HISTORY = 'verifications (team_id, batch_id, email, facts, decided, reason, detail, at)';

/** Inserts a group of rows into the history, with one prepared statement per group size. */
function rememberer(file: DatabaseSync): Statements['remember'] {
  const prepared = new Map<number, StatementSync>();
  return (verifications) => {
    const count = verifications.length;
    const insert =
      prepared.get(count) ??
      file.prepare(buildInsert(HISTORY, '(?, null, ?, ?, ?, ?, ?, ?)', count));
    prepared.set(count, insert);
    insert.run(...verifications.flatMap(historyRow));
  };
}

function historyRow({ teamId, email, answer, at }: TeamVerification) {
  const { facts, decided, reason, detail } = answerColumns(answer);
  return [teamId, email, facts, decided, reason, detail, at];
}

/** Writes all or none; synchronous, so that no other statement runs in between. */
function writeAll(
  file: DatabaseSync,
  statements: Statements,
  group: readonly TeamVerification[],
): void {
  statements.begin.run();
  try {
    for (const together of rowGroups(group)) statements.remember(together);
    for (const verification of group) settleOne(statements, verification);
    statements.commit.run();
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (file.isTransaction) file.exec('rollback');
    throw error;
  }
}

function settleOne(
  { keep, useUp, charge }: Statements,
  { teamId, answer, keep: slot, reservation }: TeamVerification,
): void {
  if (slot) {
    const { facts, decided, reason, detail } = answerColumns(answer);
    keep.run(slot.key, facts, decided, reason, detail, slot.expiresAt);
  }
  if (!reservation) return;
  const { id, count, month } = reservation;
  // The reservation expired and was given back meanwhile; the finished work is charged again.
  if (useUp.run(id).changes === 0) charge.run(count, teamId, month);
}
