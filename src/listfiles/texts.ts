import type { DatabaseSync } from 'node:sqlite';
import type { ListTexts } from '../service/list-files.ts';

/** Some milliseconds of a thread. */
const AT_ONCE = 5000;

/** Addresses, and what stands in cells that are none, each once and in the order of the list. */
export function readTexts(database: DatabaseSync, after: number): ListTexts {
  const rows = database
    .prepare(
      `SELECT ordinal, local, domain FROM address WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
    )
    .all(after, AT_ONCE);
  const texts = rows.map(({ local, domain }) =>
    domain === null ? `${local}` : `${local}@${domain}`,
  );
  return { texts, last: rows.length < AT_ONCE ? undefined : Number(rows.at(-1)?.ordinal) };
}
