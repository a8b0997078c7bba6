import type { DatabaseSync } from 'node:sqlite';
import { isoTime, parseIsoTime } from '../../lib/iso-time.ts';
import { isObject } from '../../lib/json.ts';
import type { ListResult } from '../../service/lists/list-files.ts';

/**
 * The mail hosts of addresses, their replies and the times, for the columns of a download. Most addresses of a
 * host have the same reply: each text is there once.
 */
export interface Backgrounds {
  /** JSON of `mxHost` and `reply`, as the detail has them. */
  readonly texts: readonly string[];
  /** `text`: a place in `texts`; `at`: milliseconds since the epoch. */
  readonly rows: readonly (readonly [ordinal: number, text: number, at: number])[];
}

/** Made where they are missing, whatever the version of the list. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS background_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS background (
    ordinal INTEGER PRIMARY KEY,
    text INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
`;

interface Found {
  readonly text: string;
  readonly at: number;
}

/** Gathers what stands behind results. */
export class BackgroundCollector {
  readonly #places = new Map<string, number>();
  readonly #rows: [number, number, number][] = [];
  /** The details of the addresses of one session are the same text. */
  readonly #read = new Map<string, Found | undefined>();

  add(ordinal: number, { detail }: Pick<ListResult, 'detail'>): void {
    if (detail === undefined) return;
    if (!this.#read.has(detail)) this.#read.set(detail, readDetail(detail));
    const found = this.#read.get(detail);
    if (!found) return;
    const place = this.#places.get(found.text) ?? this.#places.size;
    this.#places.set(found.text, place);
    this.#rows.push([ordinal, place, found.at]);
  }

  result(): Backgrounds {
    return { texts: [...this.#places.keys()], rows: this.#rows };
  }
}

/** Undefined for a text that is damaged, or where no host was asked. */
function readDetail(detail: string): Found | undefined {
  try {
    const value: unknown = JSON.parse(detail);
    if (!isObject(value) || typeof value.mxHost !== 'string') return undefined;
    const { mxHost, reply = null, checkedAt } = value;
    return { text: JSON.stringify({ mxHost, reply }), at: parseIsoTime(String(checkedAt)) ?? 0 };
  } catch {
    return undefined;
  }
}

/** Keeps them, in place of what was kept of these addresses. */
export function putBackgrounds(database: DatabaseSync, { texts, rows }: Backgrounds): void {
  if (rows.length === 0) return;
  database.exec(TABLES);
  const add = database.prepare('INSERT OR IGNORE INTO background_text (text) VALUES (?)');
  const find = database.prepare('SELECT id FROM background_text WHERE text = ?');
  const ids = texts.map((text) => {
    add.run(text);
    return Number(find.get(text)?.id);
  });
  const put = database.prepare('INSERT OR REPLACE INTO background VALUES (?, ?, ?)');
  for (const [ordinal, text, at] of rows) put.run(ordinal, ids[text] ?? 0, at);
}

/** Removes those of an address: a reply may name it. */
export function eraseBackground(database: DatabaseSync, ordinal: number): void {
  if (!hasBackgrounds(database)) return;
  const row = database.prepare('SELECT text FROM background WHERE ordinal = ?').get(ordinal);
  if (!row) return;
  database.prepare('DELETE FROM background WHERE ordinal = ?').run(ordinal);
  const others = 'SELECT 1 FROM background WHERE text = ?1';
  const remove = `DELETE FROM background_text WHERE id = ?1 AND NOT EXISTS (${others})`;
  database.prepare(remove).run(row.text ?? null);
}

/** Finds what stands behind the result of an address; undefined where the list keeps none. */
export function backgroundLookup(
  database: DatabaseSync,
): ((ordinal: number) => object | undefined) | undefined {
  if (!hasBackgrounds(database)) return undefined;
  const select = database.prepare(
    'SELECT t.text, at FROM background JOIN background_text t ON t.id = background.text WHERE ordinal = ?',
  );
  return (ordinal) => {
    const row = select.get(ordinal);
    if (!row) return undefined;
    const at = Number(row.at);
    const checkedAt = at === 0 ? undefined : isoTime(at);
    return { ...JSON.parse(String(row.text)), checkedAt };
  };
}

function hasBackgrounds(database: DatabaseSync): boolean {
  const query = "SELECT 1 FROM sqlite_master WHERE name = 'background'";
  return database.prepare(query).get() !== undefined;
}
