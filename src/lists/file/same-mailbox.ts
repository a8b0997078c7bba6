import type { DatabaseSync } from 'node:sqlite';
import { PROBED_DOMAINS, toProbedMailbox } from '../../address/mailbox.ts';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { ALL, cutPortions, type Division } from './portions.ts';

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
function findSameMailboxes(database: DatabaseSync, which: string): SameMailbox[] {
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

/** How full a portion would be if other spellings came evenly: some mailboxes have more. */
const FULL = 0.98;

/**
 * Cuts addresses into portions as `cutPortions` does, those of one mailbox into the same one: the service
 * verifies and charges a mailbox once in a batch.
 */
export function* cutByMailbox(
  database: DatabaseSync,
  { total, which = ALL }: Division,
): Generator<Uint32Array> {
  const spellings = total > MAX_BATCH_SIZE ? spellingsOf(database, which) : new Map();
  if (spellings.size === 0) return yield* cutPortions(database, { total, which });
  const others = [...spellings.values()].flat();
  database.exec('CREATE TEMP TABLE spelling (ordinal INTEGER PRIMARY KEY) STRICT');
  try {
    const insert = 'INSERT INTO temp.spelling SELECT value FROM json_each(?)';
    database.prepare(insert).run(JSON.stringify(others));
    const firsts = total - others.length;
    const size = Math.max(1, Math.floor((FULL * MAX_BATCH_SIZE * firsts) / total));
    const cut = `${which} AND ordinal NOT IN (SELECT ordinal FROM temp.spelling)`;
    for (const portion of cutPortions(database, { total: firsts, which: cut, size }))
      yield* withSpellings(portion, spellings);
  } finally {
    database.exec('DROP TABLE temp.spelling');
  }
}

/** The other addresses of a mailbox, by the earliest. */
function spellingsOf(database: DatabaseSync, which: string): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { ordinal, first } of findSameMailboxes(database, which)) {
    const others = found.get(first);
    if (others) others.push(ordinal);
    else found.set(first, [ordinal]);
  }
  return found;
}

/** A portion of mailboxes, or several where their spellings are too many for one. */
function* withSpellings(
  firsts: Uint32Array,
  spellings: ReadonlyMap<number, readonly number[]>,
): Generator<Uint32Array> {
  let portion: number[] = [];
  for (const first of firsts) {
    const mailbox = [first, ...(spellings.get(first) ?? [])];
    while (mailbox.length > 0) {
      const room = MAX_BATCH_SIZE - portion.length;
      if (mailbox.length > room && portion.length > 0) {
        yield Uint32Array.from(portion).sort();
        portion = [];
      } else portion.push(...mailbox.splice(0, room));
    }
  }
  if (portion.length > 0) yield Uint32Array.from(portion).sort();
}
