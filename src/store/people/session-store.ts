import type { Kysely } from 'kysely';
import type { SessionStore } from '../../service/people/session-ports.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { PERSON_COLUMNS, toPerson } from './people-rows.ts';

export function sessionStore(db: Kysely<Tables>): SessionStore {
  return {
    create: (session, passwordHash) => create(db, session, passwordHash),
    find: (hash) => find(db, hash),
    async markSeen(hash, at) {
      await db.updateTable('sessions').set({ seen_at: at }).where('hash', '=', hash).execute();
    },
    async replace(hash, { hash: next, personId, seenAt }) {
      const set = { hash: next, person_id: personId, seen_at: seenAt };
      const update = db.updateTable('sessions').set(set).where('hash', '=', hash);
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    },
    async end(hash) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },
    async endAll(personId) {
      await db
        .deleteFrom('sessions')
        .where('person_id', 'in', ({ selectFrom }) =>
          selectFrom('people')
            .innerJoin('people as self', 'self.account_id', 'people.account_id')
            .select('people.id')
            .where('self.id', '=', personId),
        )
        .execute();
    },
    async sweep(createdBefore, seenBefore) {
      await db
        .deleteFrom('sessions')
        .where(({ or, eb }) =>
          or([eb('created_at', '<', createdBefore), eb('seen_at', '<', seenBefore)]),
        )
        .execute();
    },
  };
}

/** Locks the person: a change of the password ends this session too, or is seen here. */
function create(
  db: Kysely<Tables>,
  { hash, personId, createdAt, seenAt }: Parameters<SessionStore['create']>[0],
  passwordHash: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const person = await trx
      .selectFrom('people')
      .select('id')
      .where('id', '=', personId)
      .where('password_hash', '=', passwordHash)
      .forShare()
      .executeTakeFirst();
    if (!person) return false;
    const row = { hash, person_id: personId, created_at: createdAt, seen_at: seenAt };
    await trx.insertInto('sessions').values(row).execute();
    return true;
  });
}

export async function endSessions(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

async function find(db: Kysely<Tables>, hash: string) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('teams', 'teams.id', 'people.team_id')
    .select(PERSON_COLUMNS)
    .select(['sessions.created_at as session_created_at', 'sessions.seen_at'])
    .select(['teams.id as team_id', 'teams.name as team_name', 'teams.quota as team_quota'])
    .where('sessions.hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { seen_at: seenAt, session_created_at: createdAt } = row;
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return {
    session: { hash, personId: row.id, createdAt, seenAt },
    identity: { person: toPerson(row), team },
  };
}
