import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import type { Tables } from '../tables.ts';

/** The table that a database keeps its progress in while it is copied to. */
export const PROGRESS_TABLE = 'copy_progress';

/** Rejects with MailvetError `input` where only a part of a copy is in the database. */
export async function refuseUnfinishedCopy(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${PROGRESS_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  throw new MailvetError('input', 'a copy to it is not finished', {
    hint: [
      'Finish it with the same ',
      { code: 'admin', command: 'copy' },
      ', which goes on where it was',
    ],
  });
}
