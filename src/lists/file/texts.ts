import type { DatabaseSync } from 'node:sqlite';
import type { ListedAddresses, ListTexts, TextPosition } from '../../service/lists/list-files.ts';

/** Some milliseconds of a thread. */
const AT_ONCE = 5000;

/** A cell that is no address has no domain. */
const DOMAIN = "coalesce(domain, '')";
const INDEX = `CREATE INDEX IF NOT EXISTS address_texts ON address (local, ${DOMAIN})`;
const TEXTS = `SELECT local, ${DOMAIN} AS domain FROM address WHERE (local, ${DOMAIN}) > (?, ?)
  ORDER BY local, ${DOMAIN} LIMIT ?`;

/** In the order of the texts: who stores them writes one page of an index after the other. */
export function readTexts(database: DatabaseSync, [local, domain]: TextPosition): ListTexts {
  database.exec(INDEX);
  const rows = database.prepare(TEXTS).all(local, domain, AT_ONCE);
  const places = rows.map((row): TextPosition => [String(row.local), String(row.domain)]);
  const texts = places.map((place) => (place[1] === '' ? place[0] : place.join('@')));
  return { texts, last: rows.length < AT_ONCE ? undefined : places.at(-1) };
}

const LISTED = `SELECT ordinal, local || '@' || domain AS email FROM address
  WHERE ordinal > ? AND domain IS NOT NULL AND rows > 0 ORDER BY ordinal LIMIT ?`;

/** Addresses in the order of the list. */
export function readListed(database: DatabaseSync, after: number, limit: number): ListedAddresses {
  const rows = database.prepare(LISTED).all(after, limit);
  return {
    emails: rows.map(({ email }) => String(email)),
    ordinals: rows.map(({ ordinal }) => Number(ordinal)),
  };
}
