import type { DatabaseSync } from 'node:sqlite';
import { PROBED_DOMAINS, toProbedMailbox } from '../../address/mailbox.ts';

/**
 * Addresses that lead to the mailbox of an earlier one, which alone is sent: one answer holds for all. Made
 * where a list has some, whatever its version.
 */
export const SAME_MAILBOX_TABLE = `
  CREATE TABLE IF NOT EXISTS same_mailbox (
    ordinal INTEGER PRIMARY KEY,
    first INTEGER NOT NULL
  ) STRICT;
`;

/** Which addresses are sent, once those of the same mailbox are noted. */
export const SENT_ONCE = 'domain IS NOT NULL AND ordinal NOT IN (SELECT ordinal FROM same_mailbox)';

/** Notes the addresses of a list that lead to the mailbox of an earlier one; returns how many there are. */
export function noteSameMailboxes(database: DatabaseSync): number {
  const domains = JSON.stringify(PROBED_DOMAINS);
  const has = 'SELECT 1 FROM address WHERE domain IN (SELECT value FROM json_each(?)) LIMIT 1';
  if (database.prepare(has).get(domains) === undefined) return 0;
  database.function('probed_mailbox', { deterministic: true }, (local, domain) =>
    toProbedMailbox(`${local}@${domain}`),
  );
  database.exec(SAME_MAILBOX_TABLE);
  return Number(database.prepare(NOTE).run(domains).changes);
}

const NOTE = `
  INSERT INTO same_mailbox (ordinal, first)
  SELECT ordinal, first FROM (
    SELECT ordinal, min(ordinal) OVER (PARTITION BY probed_mailbox(local, domain)) AS first
    FROM address WHERE domain IN (SELECT value FROM json_each(?))
  )
  WHERE ordinal > first
`;

/** The ordinal of the address that was sent in place of each of these; empty without any. */
export function readSameMailboxes(database: DatabaseSync): ReadonlyMap<number, number> {
  const exists = "SELECT 1 FROM sqlite_master WHERE name = 'same_mailbox'";
  if (database.prepare(exists).get() === undefined) return new Map();
  const rows = database.prepare('SELECT ordinal, first FROM same_mailbox').all();
  return new Map(rows.map(({ ordinal, first }) => [Number(ordinal), Number(first)]));
}
