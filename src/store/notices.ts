import type { ChangeCounts } from '../contract/list-changes.ts';
import { isoMonth } from '../lib/iso-time.ts';
import type {
  ClaimedNotice,
  NoticeData,
  NoticeQueue,
  NoticeType,
} from '../service/notices/records.ts';
import type { ClaimTime } from '../service/webhooks/records.ts';
import { listsOf, toList } from './lists/list-rows.ts';
import type { Db } from './tables.ts';
import { inTransaction } from './transaction.ts';

export function noticeQueue(db: Db): NoticeQueue {
  return {
    claim: (most, time) => claim(db, most, time),
    async record({ id, attempts, leasedUntil }, nextAt) {
      await db
        .updateTable('notices')
        .set({ attempts: attempts + 1, next_at: nextAt, leased_until: 0 })
        .where('id', '=', id)
        .where('leased_until', '=', leasedUntil)
        .execute();
    },
  };
}

function claim(db: Db, most: number, { now, leaseMs }: ClaimTime): Promise<ClaimedNotice[]> {
  return inTransaction(db, async (trx) => {
    const due = trx
      .selectFrom('notices')
      .select('id')
      .where('next_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('next_at')
      .limit(most);
    const taken = await trx
      .updateTable('notices')
      .set({ leased_until: now + leaseMs })
      .where('id', 'in', due)
      // Another process may have taken it while this one waited for the row.
      .where('leased_until', '<=', now)
      .returning(['id', 'person_id', 'type', 'data', 'created_at', 'attempts', 'leased_until'])
      .execute();
    if (taken.length === 0) return [];
    const people = await trx
      .selectFrom('people')
      .select(['id', 'email', 'language'])
      .where(
        'id',
        'in',
        taken.map(({ person_id }) => person_id),
      )
      .execute();
    const byId = new Map(people.map((person) => [person.id, person]));
    // One that is damaged must not hold up the others.
    return taken.flatMap(({ id, type, data, created_at, attempts, leased_until, person_id }) => {
      const known = parseNotice(data);
      if (!known) return [];
      return {
        id,
        type,
        data: known,
        to: byId.get(person_id)?.email ?? '',
        language: byId.get(person_id)?.language ?? null,
        createdAt: created_at,
        attempts,
        leasedUntil: leased_until,
      };
    });
  });
}

/** Undefined for what is damaged. */
function parseNotice(text: string): NoticeData | undefined {
  try {
    return JSON.parse(text) as NoticeData;
  } catch {
    return undefined;
  }
}

/** For which an event is known, so that it is not written again: longer than a month. */
const KEEP_MS = 62 * 24 * 60 * 60_000;

interface ListNotice {
  readonly type: NoticeType;
  readonly listId: string;
  readonly at: number;
  readonly changes?: ChangeCounts;
}

/** Writes a notice to each person of the team who wants it, in the transaction of what it is about. */
export async function writeListNotice(
  trx: Db,
  { type, listId, at, changes }: ListNotice,
): Promise<void> {
  const { team_id: teamId, team } = await trx
    .selectFrom('lists')
    .innerJoin('teams', 'teams.id', 'lists.team_id')
    .select(['team_id', 'teams.name as team'])
    .where('lists.id', '=', listId)
    .executeTakeFirstOrThrow();
  const row = await listsOf(trx, teamId).where('id', '=', listId).executeTakeFirst();
  if (!row) return;
  const list = toList(row);
  const { name, verdicts, counts, createdBy } = list;
  const rows = counts?.rows ?? 0;
  const data: NoticeData = { listId, name, team, rows, verdicts, changes };
  const people = await trx
    .selectFrom('people')
    .select('id')
    .where('team_id', '=', teamId)
    .where(({ and, eb, or }) =>
      or([
        eb('notices', '=', 'all'),
        and([eb('notices', '=', 'own'), eb('email', '=', createdBy)]),
      ]),
    )
    .execute();
  if (people.length === 0) return;
  await trx
    .deleteFrom('notices')
    .where(
      'person_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('created_at', '<', at - KEEP_MS)
    .execute();
  await trx
    .insertInto('notices')
    .values(
      people.map(({ id: personId }) => ({
        id: [type, listId, roundOf(type, list.startedAt, at), personId].join(' '),
        person_id: personId,
        type,
        data: JSON.stringify(data),
        created_at: at,
        attempts: 0,
        next_at: at,
        leased_until: 0,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** A round ends once. It may wait for the quota again and again: that is said once a month. */
function roundOf(type: NoticeType, startedAt: number, at: number): string {
  return type === 'list.paused' ? isoMonth(at) : String(startedAt);
}
