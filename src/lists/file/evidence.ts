import type { DatabaseSync } from 'node:sqlite';
import type { RawEvidence } from '../../contract/decode.ts';
import { isoTime, parseIsoTime } from '../../lib/iso-time.ts';
import type { ListResult } from '../../service/lists/list-files.ts';

/**
 * What decided results, for the columns of a download: mail hosts, their replies and the times. Most addresses of a
 * host have the same reply: each text is there once.
 */
export interface Evidence {
  /** JSON of `mxHost` and `reply`, as the detail has them. */
  readonly texts: readonly string[];
  /** `text`: a place in `texts`; `at`: milliseconds since the epoch. */
  readonly rows: readonly (readonly [ordinal: number, text: number, at: number])[];
}

/** In characters of JSON: what is longer is of no service of ours. */
const MAX_LENGTH = 16_384;

interface Found {
  readonly text: string;
  readonly at: number;
}

/** Gathers what decided results. */
export class EvidenceCollector {
  readonly #places = new Map<string, number>();
  readonly #rows: [number, number, number][] = [];

  /** Of the service of this process. */
  add(ordinal: number, { result }: Pick<ListResult, 'result'>): void {
    const { mxHost = null, reply = null } = result?.evidence ?? {};
    // No host was asked.
    if (!result || mxHost === null) return;
    this.#note(ordinal, { text: JSON.stringify({ mxHost, reply }), at: result.checkedAt });
  }

  /** As a service sent it. */
  addRaw(ordinal: number, evidence: RawEvidence | undefined): void {
    if (evidence) this.#note(ordinal, toFound(evidence));
  }

  #note(ordinal: number, found: Found): void {
    if (found.text.length > MAX_LENGTH) return;
    const place = this.#places.get(found.text) ?? this.#places.size;
    this.#places.set(found.text, place);
    this.#rows.push([ordinal, place, found.at]);
  }

  result(): Evidence {
    return { texts: [...this.#places.keys()], rows: this.#rows };
  }
}

function toFound({ mxHost, reply = null, checkedAt }: RawEvidence): Found {
  return { text: JSON.stringify({ mxHost, reply }), at: parseIsoTime(String(checkedAt)) ?? 0 };
}

/** Keeps it, in place of what was kept of these addresses. */
export function putEvidence(database: DatabaseSync, { texts, rows }: Evidence): void {
  if (rows.length === 0) return;
  const add = database.prepare('INSERT OR IGNORE INTO evidence_text (text) VALUES (?)');
  const find = database.prepare('SELECT id FROM evidence_text WHERE text = ?');
  const ids = texts.map((text) => {
    add.run(text);
    return Number(find.get(text)?.id);
  });
  const put = database.prepare('INSERT OR REPLACE INTO evidence VALUES (?, ?, ?)');
  for (const [ordinal, text, at] of rows) put.run(ordinal, ids[text] ?? 0, at);
}

/** Removes that of an address: a reply may name it. */
export function eraseEvidence(database: DatabaseSync, ordinal: number): void {
  const row = database.prepare('SELECT text FROM evidence WHERE ordinal = ?').get(ordinal);
  if (!row) return;
  database.prepare('DELETE FROM evidence WHERE ordinal = ?').run(ordinal);
  const others = 'SELECT 1 FROM evidence WHERE text = ?1';
  const remove = `DELETE FROM evidence_text WHERE id = ?1 AND NOT EXISTS (${others})`;
  database.prepare(remove).run(row.text ?? null);
}

/** Finds what decided the result of an address; undefined where nothing is kept of it. */
export function evidenceLookup(
  database: DatabaseSync,
): (ordinal: number) => RawEvidence | undefined {
  const select = database.prepare(
    'SELECT t.text, at FROM evidence JOIN evidence_text t ON t.id = evidence.text WHERE ordinal = ?',
  );
  return (ordinal) => {
    const row = select.get(ordinal);
    if (!row) return undefined;
    const at = Number(row.at);
    const checkedAt = at === 0 ? undefined : isoTime(at);
    return { ...JSON.parse(String(row.text)), checkedAt };
  };
}
