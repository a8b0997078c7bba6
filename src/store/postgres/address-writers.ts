import { sql } from 'kysely';
import { formatResult } from '../../result/codec.ts';
import type { EntryOutcome, PartClaim } from '../../service/parts/part-queue.ts';
import { settleCost } from '../batches.ts';
import type {
  AddressWriters,
  OutcomeGroup,
  TeamReservation,
  TeamVerification,
} from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { IS_FREE_KEY } from '../idempotency.ts';
import type { ResultColumns, StoredResult } from '../results.ts';
import type { HistoryRow } from '../rows.ts';
import type { Db } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import {
  addToHistory,
  changeUsage,
  GROUP_ROWS,
  giveBackUndecided,
  type KeptAnswer,
  keepAnswers,
  ResultRows,
  summed,
  type UsageChange,
} from './address-rows.ts';
import type { HistoryMonths } from './history.ts';
import { namesOf, type UnnestColumn, unnest } from './unnest.ts';

/** Records single verifications. */
export function historyWriter(db: Db, months: HistoryMonths): AddressWriters['writeHistory'] {
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
  trx: Db,
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
async function chargeReservations(trx: Db, group: readonly TeamVerification[]): Promise<void> {
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

const REQUESTS: readonly UnnestColumn<AnsweredRequest>[] = [
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
  trx: Db,
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
  trx: Db,
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

/** What is written of the batch of a claim. */
interface ClaimedBatch {
  readonly seq: number;
  readonly team_id: string;
  readonly month: string;
}

/** The outcomes' results as they are written. */
type Stored = ReadonlyMap<EntryOutcome, StoredResult>;

interface StoredGroups {
  readonly groups: readonly OutcomeGroup[];
  readonly stored: Stored;
}

async function placeAll(results: ResultRows, groups: readonly OutcomeGroup[]): Promise<Stored> {
  const given = groups.flatMap(({ outcomes, now }) =>
    outcomes.map((outcome) => ({
      outcome,
      result: outcome.result,
      address: outcome.keep?.key ?? '',
      isRespelled: outcome.isRespelled ?? false,
      now,
    })),
  );
  const placed = await results.place(given);
  return new Map(given.map(({ outcome }, index) => [outcome, placed[index] as StoredResult]));
}

function rowsOf(stored: Stored, outcome: EntryOutcome): StoredResult {
  return stored.get(outcome) as StoredResult;
}

/** Locks what the claims are of, until the transaction ends. Undefined in place of a lost one. */
export type LockParts = (
  trx: Db,
  claims: readonly PartClaim[],
) => Promise<readonly (ClaimedBatch | undefined)[]>;

/**
 * Records groups of outcomes; false, with nothing written, when the claim is lost. Groups of several
 * parts that arrive together share a transaction.
 */
export function outcomeRecorder(
  db: Db,
  months: HistoryMonths,
  lockParts: LockParts,
): (part: PartClaim, outcomes: readonly EntryOutcome[], now: number) => Promise<boolean> {
  const results = new ResultRows(db);
  const writes = new GroupedWrites<OutcomeGroup, boolean>({
    groupRows: GROUP_ROWS,
    async write(groups) {
      const stored = await placeAll(results, groups);
      return months.write(
        groups.map(({ now }) => now),
        () => inTransaction(db, (trx) => recordAll(trx, { groups, stored }, lockParts)),
      );
    },
    weight: ({ outcomes }) => outcomes.length,
  });
  return (part, outcomes, now) => writes.add({ part, outcomes, now });
}

async function recordAll(
  trx: Db,
  { groups, stored }: StoredGroups,
  lockParts: LockParts,
): Promise<boolean[]> {
  const batches = await lockParts(
    trx,
    groups.map(({ part }) => part),
  );
  const open = groups.flatMap((group, index) => {
    const batch = batches[index];
    return batch ? [{ ...group, batch }] : [];
  });
  if (open.length > 0) await recordOpen(trx, open, stored);
  return batches.map((batch) => batch !== undefined);
}

interface OpenGroup extends OutcomeGroup {
  readonly batch: ClaimedBatch;
}

/** One statement a table for all groups. Usage comes last: all batches of a team change its row. */
async function recordOpen(trx: Db, groups: readonly OpenGroup[], stored: Stored): Promise<void> {
  const settled = await settleEntries(trx, groups, stored);
  const written = groups.map((group) => toRows(group, settled, stored));
  await addToHistory(
    trx,
    written.flatMap(({ history }) => history),
  );
  await keepAnswers(
    trx,
    written.flatMap(({ kept }) => kept),
  );
  await addProgress(trx, written);
  await changeUsage(
    trx,
    written.map(({ usage }) => usage),
  );
  await giveBackUndecided(
    trx,
    written.map(({ undecided }) => undecided),
  );
}

/** What the outcomes of a batch come to. */
interface WrittenGroup {
  readonly batchId: string;
  readonly history: readonly HistoryRow[];
  readonly kept: readonly KeptAnswer[];
  readonly usage: UsageChange;
  readonly undecided: UsageChange;
}

function toRows(
  { part: { batchId }, batch: { seq: batch, team_id: teamId, month }, outcomes, now }: OpenGroup,
  settled: SettledEntries,
  stored: Stored,
): WrittenGroup {
  const history: HistoryRow[] = [];
  const kept: KeptAnswer[] = [];
  let cost = 0;
  let undecided = 0;
  for (const outcome of outcomes) {
    const { columns, columnsOf } = rowsOf(stored, outcome);
    const entries = outcome.positions.flatMap((position) => settled.take(batchId, position));
    for (const { email } of entries) {
      history.push({ teamId, batch, email, columns: columnsOf(email), at: now });
    }
    // Nothing is cached of an address that was erased meanwhile.
    if (outcome.keep && entries.length > 0) kept.push({ ...outcome.keep, teamId, columns });
    const { givenBack, undecided: unpaid } = settleCost(outcome, entries);
    cost += givenBack;
    undecided += unpaid;
  }
  return {
    batchId,
    history,
    kept,
    usage: { teamId, month, count: -cost },
    undecided: { teamId, month, count: undecided },
  };
}

const PROGRESS: readonly UnnestColumn<WrittenGroup>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['count', 'bigint', ({ history }) => history.length],
];

/** The rows of the batches are locked, so that their order is of no importance. */
async function addProgress(trx: Db, written: readonly WrittenGroup[]): Promise<void> {
  await sql`
    update batches set processed_count = processed_count + added.count, failures = 0
    from (select batch_id, sum(count)::bigint as count from ${unnest(written, PROGRESS)}
      group by batch_id) as added
    where batches.id = added.batch_id`.execute(trx);
}

interface SettledEntry {
  readonly batch_id: string;
  readonly position: number;
  readonly email: string;
  readonly cost: number;
}

interface EntryAnswer {
  readonly batchId: string;
  readonly position: number;
  readonly columns: ResultColumns;
}

const ANSWERS: readonly UnnestColumn<EntryAnswer>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['position', 'bigint', ({ position }) => position],
  ['result_id', 'bigint', ({ columns }) => columns.resultId],
  ['checked_at', 'bigint', ({ columns }) => columns.checkedAt],
];

/** Sets the results of pending entries only, so that none is counted twice. */
async function settleEntries(
  trx: Db,
  groups: readonly OutcomeGroup[],
  stored: Stored,
): Promise<SettledEntries> {
  const given = groups.flatMap(({ part: { batchId }, outcomes }) =>
    outcomes.flatMap((outcome) => {
      const { columns } = rowsOf(stored, outcome);
      return outcome.positions.map((position) => ({ batchId, position, columns }));
    }),
  );
  const { rows } = await sql<SettledEntry>`
    update entries set status = 'verified', result_id = given.result_id, checked_at = given.checked_at
    from ${unnest(given, ANSWERS)}
    where entries.batch_id = given.batch_id and entries.position = given.position
      and status = 'pending'
    returning entries.batch_id, entries.position, email, cost`.execute(trx);
  return new SettledEntries(rows);
}

/** Entries that have an answer now. Each is handed out once. */
class SettledEntries {
  readonly #batches: Map<string, Map<number, SettledEntry>>;

  constructor(rows: readonly SettledEntry[]) {
    const groups = Map.groupBy(rows, ({ batch_id }) => batch_id);
    const byPosition = (group: readonly SettledEntry[]) =>
      new Map(group.map((entry) => [entry.position, entry]));
    this.#batches = new Map([...groups].map(([id, group]) => [id, byPosition(group)]));
  }

  take(batchId: string, position: number): SettledEntry[] {
    const entries = this.#batches.get(batchId);
    const entry = entries?.get(position);
    entries?.delete(position);
    return entry ? [entry] : [];
  }
}

const RESERVATIONS: readonly UnnestColumn<TeamReservation>[] = [
  ['id', 'text', ({ id }) => id],
  ['team_id', 'text', ({ teamId }) => teamId],
  ['month', 'text', ({ month }) => month],
  ['count', 'bigint', ({ count }) => count],
  ['expires_at', 'bigint', ({ expiresAt }) => expiresAt],
];

/** Reserves usage for single verifications. */
export function reservationWriter(db: Db): AddressWriters['reserve'] {
  const writes = new GroupedWrites<TeamReservation, boolean>({
    groupRows: GROUP_ROWS,
    write: (group) => inTransaction(db, (trx) => reserveAll(trx, group)),
  });
  return (teamId, reservation) => writes.add({ ...reservation, teamId });
}

async function reserveAll(trx: Db, group: readonly TeamReservation[]): Promise<boolean[]> {
  const left = await lockUsage(trx, group);
  const fits = group.map(({ teamId, month, count }) => {
    const id = usageId(teamId, month);
    const room = left.get(id) ?? 0;
    if (count > room) return false;
    left.set(id, room - count);
    return true;
  });
  const reserved = group.filter((_, index) => fits[index]);
  await changeUsage(trx, reserved);
  if (reserved.length > 0) {
    await sql`
      insert into reservations (${namesOf(RESERVATIONS)})
      select * from ${unnest(reserved, RESERVATIONS)}`.execute(trx);
  }
  return fits;
}

/** What each team may still use of each month, which nobody else changes until the transaction ends. */
async function lockUsage(trx: Db, group: readonly TeamReservation[]): Promise<Map<string, number>> {
  const months = summed(group);
  const given = unnest(months, [
    ['team_id', 'text', ({ teamId }) => teamId],
    ['month', 'text', ({ month }) => month],
  ]);
  await sql`
    insert into usage (team_id, month, used) select team_id, month, 0 from ${given}
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ team_id: string; month: string; room: number }>`
    select usage.team_id, usage.month,
      coalesce(quota, ${Number.MAX_SAFE_INTEGER}) - used as room
    from usage join teams on teams.id = usage.team_id
    where (usage.team_id, usage.month) in (select team_id, month from ${given})
    order by usage.team_id, usage.month for update of usage`.execute(trx);
  return new Map(rows.map(({ team_id, month, room }) => [usageId(team_id, month), room]));
}

function usageId(teamId: string, month: string): string {
  return JSON.stringify([teamId, month]);
}
