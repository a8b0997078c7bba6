import type { DatabaseSync } from 'node:sqlite';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { ALL, cutPortions, type Division } from './portions.ts';
import { findSameMailboxes } from './same-mailbox.ts';

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
