import type { Kysely } from 'kysely';
import type {
  AuditedChange,
  NewPasswordLink,
  PasswordChange,
  PersonWithPassword,
} from '../../service/people/people-ports.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { writeAudit } from './audit-log.ts';
import { toPersonWithPassword } from './people-rows.ts';
import { endSessions } from './session-store.ts';

type LinkOwner = Pick<PersonWithPassword, 'id' | 'email' | 'teamId'>;

/** Replaces the links of these people, in the caller's transaction. */
export async function openPasswordLink(
  trx: Kysely<Tables>,
  people: readonly LinkOwner[],
  { link, change }: { readonly link: NewPasswordLink; readonly change: AuditedChange },
): Promise<void> {
  for (const { id, email, teamId } of people) {
    await dropPasswordLinks(trx, id);
    const row = { hash: link.hash, person_id: id, expires_at: link.expiresAt };
    await trx.insertInto('password_links').values(row).execute();
    const audited = { teamId, action: 'password_link_created', subject: email } as const;
    await writeAudit(trx, audited, change);
  }
}

/** Finds the people of an open link, oldest first. */
export async function findPasswordLink(
  db: Kysely<Tables>,
  hash: string,
  now: number,
): Promise<PersonWithPassword[]> {
  const rows = await db
    .selectFrom('password_links')
    .innerJoin('people', 'people.id', 'password_links.person_id')
    .selectAll('people')
    .where('password_links.hash', '=', hash)
    .where('password_links.expires_at', '>', now)
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
  return rows.map(toPersonWithPassword);
}

/** Sets the password of a link's people; false when the link is no longer open. */
export function redeemPasswordLink(
  db: Kysely<Tables>,
  hash: string,
  { passwordHash, at, accountId }: PasswordChange,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockLink(trx, hash);
    const people = await findPasswordLink(trx, hash, at);
    for (const { id, email, teamId } of people) {
      await dropPasswordLinks(trx, id);
      const set = { password_hash: passwordHash, account_id: accountId };
      await trx.updateTable('people').set(set).where('id', '=', id).execute();
      await endSessions(trx, id);
      const audited = { teamId, action: 'password_changed', subject: email } as const;
      await writeAudit(trx, audited, { actor: email, at });
    }
    return people.length > 0;
  });
}

/** Of two who use a link at once, the second finds it used. */
async function lockLink(trx: Kysely<Tables>, hash: string): Promise<void> {
  const link = trx.selectFrom('password_links').select('hash').where('hash', '=', hash);
  await link.forUpdate().execute();
}

/** Deletes a person's links: after a removal or a new password they must not work. */
export async function dropPasswordLinks(trx: Kysely<Tables>, personId: string): Promise<void> {
  await trx.deleteFrom('password_links').where('person_id', '=', personId).execute();
}
