import type { DatabaseSync } from 'node:sqlite';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import type { Portion } from '../../service/list-files.ts';
import { cutByDomain } from './cut-by-domain.ts';

/** Domains with more addresses are spread over the batches. */
const MAX_TOGETHER = 50;
/** Addresses that have a domain, which the others are not sent for. */
const ALL = 'domain IS NOT NULL';
const UNKNOWN = `${ALL} AND (verdict = 3 OR verdict IS NULL)`;

/** Divides all addresses into portions, each to be sent as one batch; returns how many there are. */
export function dividePortions(database: DatabaseSync, total: number): number {
  const portions = cut(database, { total, which: ALL });
  return writePortions(database, 0, portions);
}

/** Divides what is unknown; nothing is changed yet. */
export function divideUnknown(database: DatabaseSync): {
  readonly total: number;
  readonly portions: readonly Uint32Array[];
} {
  const row = database.prepare(`SELECT count(*) AS total FROM address WHERE ${UNKNOWN}`).get();
  const total = Number(row?.total);
  return { total, portions: [...cut(database, { total, which: UNKNOWN })] };
}

/** Puts portions behind those that were sent, in place of the others; the ordinals of each. */
export function putPortions(
  database: DatabaseSync,
  sent: number,
  portions: readonly (readonly number[])[],
): void {
  database.prepare('DELETE FROM portion WHERE number > ?').run(sent);
  const ordinals = portions.map((one) => Uint32Array.from(one));
  writePortions(database, sent, ordinals);
}

interface Division {
  readonly total: number;
  readonly which: string;
}

function writePortions(
  database: DatabaseSync,
  sent: number,
  portions: Iterable<Uint32Array>,
): number {
  const insert = database.prepare('INSERT INTO portion (number, ordinals) VALUES (?, ?)');
  let number = sent;
  for (const ordinals of portions) insert.run(++number, toBytes(ordinals));
  return number - sent;
}

function* cut(database: DatabaseSync, { total, which }: Division): Generator<Uint32Array> {
  const size = MAX_BATCH_SIZE;
  if (total === 0) return;
  const from = `FROM address WHERE ${which}`;
  const query = `SELECT group_concat(ordinal) AS ordinals ${from}`;
  // One batch has the order of the list.
  if (total <= size) return yield* ordinalsOf(database, query);
  const grouped = 'GROUP BY domain HAVING count(*)';
  const large = largeDomains(database, from, `${grouped} > ${MAX_TOGETHER}`);
  const small = ordinalsOf(database, `${query} ${grouped} <= ${MAX_TOGETHER}`);
  try {
    yield* cutByDomain({ total, size, large, small });
  } finally {
    // Read up to the last domain that was needed: a statement left open would hold the database.
    small.return(undefined);
  }
}

/** Row by row: the ordinals of a domain with a million addresses are a text of seven megabytes. */
function largeDomains(database: DatabaseSync, from: string, grouped: string): Uint32Array[] {
  const domains = database.prepare(`SELECT domain, count(*) AS count ${from} ${grouped}`).all();
  const select = database.prepare(`SELECT ordinal ${from} AND domain = ? ORDER BY ordinal`);
  return domains.map(({ domain, count }) => {
    const ordinals = new Uint32Array(Number(count));
    let at = 0;
    for (const { ordinal } of select.iterate(String(domain))) ordinals[at++] = Number(ordinal);
    return ordinals;
  });
}

function* ordinalsOf(database: DatabaseSync, query: string): Generator<Uint32Array> {
  for (const { ordinals } of database.prepare(query).iterate()) {
    yield Uint32Array.from(String(ordinals).split(','), Number).sort();
  }
}

/** The addresses of a portion, in the order of the list; those that were erased are missing. */
export function readPortion(database: DatabaseSync, number: number): Portion {
  const rows = database.prepare(ADDRESSES).all(JSON.stringify([...ordinalsAt(database, number)]));
  const count = database.prepare('SELECT max(number) AS portions FROM portion').get();
  const emails = rows.map(({ local, domain }) => `${local}@${domain}`);
  return { emails, portions: Number(count?.portions ?? 0) };
}

function ordinalsAt(database: DatabaseSync, number: number): Uint32Array {
  const row = database.prepare('SELECT ordinals FROM portion WHERE number = ?').get(number);
  return fromBytes(row?.ordinals);
}

/** Leaves the first addresses of a portion in it; the others become the next portion. */
export function splitPortion(database: DatabaseSync, number: number, first: number): void {
  const ordinals = ordinalsAt(database, number);
  // Another process may have been quicker.
  if (ordinals.length <= first) return;
  // By way of negatives: a number is there only once at any time.
  database.prepare('UPDATE portion SET number = -number - 1 WHERE number > ?').run(number);
  database.exec('UPDATE portion SET number = -number WHERE number < 0');
  const insert = database.prepare(
    'INSERT OR REPLACE INTO portion (number, ordinals) VALUES (?, ?)',
  );
  insert.run(number, toBytes(ordinals.subarray(0, first)));
  insert.run(number + 1, toBytes(ordinals.subarray(first)));
}

const ADDRESSES = `
  SELECT local, domain FROM json_each(?) JOIN address ON ordinal = value
  WHERE domain IS NOT NULL ORDER BY ordinal`;

/** Little-endian. */
function toBytes(ordinals: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(ordinals.length * 4));
  ordinals.forEach((ordinal, at) => {
    view.setUint32(at * 4, ordinal, true);
  });
  return new Uint8Array(view.buffer);
}

function fromBytes(bytes: unknown): Uint32Array {
  if (!(bytes instanceof Uint8Array)) return new Uint32Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.byteLength / 4);
  return Uint32Array.from({ length }, (_, at) => view.getUint32(at * 4, true));
}
