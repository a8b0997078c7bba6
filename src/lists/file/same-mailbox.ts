import type { DatabaseSync } from 'node:sqlite';
import { PROBED_DOMAINS, toProbedMailbox } from '../../address/mailbox.ts';

/** Which addresses are sent, once those of the same mailbox are noted. */
export const SENT_ONCE = 'domain IS NOT NULL AND ordinal NOT IN (SELECT ordinal FROM same_mailbox)';

/** Notes the addresses of a list that lead to the mailbox of an earlier one; returns how many there are. */
export function noteSameMailboxes(database: DatabaseSync): number {
  if (!prepareMailboxes(database)) return 0;
  const note = `INSERT INTO same_mailbox (ordinal, first) ${mailboxQuery('true')}`;
  return Number(database.prepare(note).run(DOMAINS).changes);
}

/** An address that leads to the mailbox of an earlier one. */
interface SameMailbox {
  readonly ordinal: number;
  readonly first: number;
}

/** The same of addresses that a condition is true of; nothing is noted. */
export function findSameMailboxes(database: DatabaseSync, which: string): SameMailbox[] {
  if (!prepareMailboxes(database)) return [];
  const rows = database.prepare(`${mailboxQuery(which)} ORDER BY ordinal`).all(DOMAINS);
  return rows.map(({ ordinal, first }) => ({ ordinal: Number(ordinal), first: Number(first) }));
}

/** How many addresses with rows there are of that kind. */
export function countSameMailboxes(database: DatabaseSync): { readonly sameMailbox?: number } {
  const sameMailbox = findSameMailboxes(database, 'rows > 0').length;
  return sameMailbox > 0 ? { sameMailbox } : {};
}

/** Whether a list has any address at the domains whose rules are known. */
function prepareMailboxes(database: DatabaseSync): boolean {
  const has = 'SELECT 1 FROM address WHERE domain IN (SELECT value FROM json_each(?)) LIMIT 1';
  if (database.prepare(has).get(DOMAINS) === undefined) return false;
  database.function('probed_mailbox', { deterministic: true }, (local, domain) =>
    toProbedMailbox(`${local}@${domain}`),
  );
  return true;
}

const DOMAINS = JSON.stringify(PROBED_DOMAINS);

function mailboxQuery(which: string): string {
  return `SELECT ordinal, first FROM (
    SELECT ordinal, min(ordinal) OVER (PARTITION BY probed_mailbox(local, domain)) AS first
    FROM address WHERE domain IN (SELECT value FROM json_each(?)) AND ${which}
  )
  WHERE ordinal > first`;
}

/** The ordinal of the address that was sent in place of each of these; empty without any. */
export function readSameMailboxes(database: DatabaseSync): ReadonlyMap<number, number> {
  const rows = database.prepare('SELECT ordinal, first FROM same_mailbox').all();
  return new Map(rows.map(({ ordinal, first }) => [Number(ordinal), Number(first)]));
}
