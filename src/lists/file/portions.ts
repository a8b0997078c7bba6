import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { cutByDomain } from './cut-by-domain.ts';

/** Domains with more addresses are spread over the batches. */
const MAX_TOGETHER = 50;

/** An address as it is sent; null for any other cell. */
export const ADDRESS = "local || '@' || domain";

/** What may be sent of a list: a cell that is no address has no domain. */
export const ALL = 'domain IS NOT NULL';

/** Addresses by a JSON array of ordinals, in its order, a line each; an erased one is an empty line. */
export const LINES = `
  SELECT group_concat(coalesce(${ADDRESS}, ''), char(10)) AS lines
  FROM (SELECT local, domain FROM json_each(?) JOIN address ON ordinal = value)
`;

export interface Division {
  /** Addresses to be divided: all, unless `which`, a condition, says otherwise. */
  readonly total: number;
  readonly which?: string;
  /** Addresses of a portion at most; absent: those of a batch. */
  readonly size?: number;
}

interface Writing {
  /** The place in the order of sending behind which the portions begin. */
  readonly after?: number;
  /** Whether a portion keeps its addresses, not only their ordinals. */
  readonly withLines: boolean;
}

/** Writes portions; a batch is a range of places in one of them. Returns how many there are. */
export function writePortions(
  database: DatabaseSync,
  portions: Iterable<Uint32Array>,
  { after = 0, withLines }: Writing,
): number {
  const insert = portionInserter(database, withLines);
  let count = 0;
  let first = 1 + after;
  for (const ordinals of portions) {
    insert(first, ordinals);
    first += ordinals.length;
    count += 1;
  }
  return count;
}

/** What writes a portion: its first place in the order of sending, and the ordinals of its addresses. */
export function portionInserter(database: DatabaseSync, withLines = true) {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO portion (first, ordinals, lines, sum) VALUES (?, ?, ?, ?)',
  );
  const select = database.prepare(LINES);
  return (first: number, ordinals: Uint32Array) => {
    const lines = withLines ? String(select.get(JSON.stringify([...ordinals]))?.lines) : null;
    const bytes = toBytes(ordinals);
    insert.run(first, bytes, lines, sumOfPortion({ ordinals: bytes, lines }));
  };
}

/** Cuts addresses into portions, by domain; the ordinals of each. */
export function* cutPortions(
  database: DatabaseSync,
  { total, which = ALL, size = MAX_BATCH_SIZE }: Division,
): Generator<Uint32Array> {
  if (total === 0) return;
  const all = `SELECT json_group_array(ordinal) AS ordinals FROM address WHERE ${which}`;
  // One batch has the order of the list.
  if (total <= size) return yield* ordinalsOf(database, all);
  // From the index alone, where all addresses are divided.
  const byDomain = `${all} GROUP BY domain HAVING count(*)`;
  const large = [...ordinalsOf(database, `${byDomain} > ${MAX_TOGETHER}`)];
  const small = ordinalsOf(database, `${byDomain} <= ${MAX_TOGETHER}`);
  try {
    yield* cutByDomain({ total, size, large, small });
  } finally {
    // Read up to the last domain that was needed: a statement left open would hold the database.
    small.return(undefined);
  }
}

function* ordinalsOf(database: DatabaseSync, query: string): Generator<Uint32Array> {
  for (const { ordinals } of database.prepare(query).iterate()) {
    yield Uint32Array.from<number>(JSON.parse(String(ordinals))).sort();
  }
}

/** The content of a portion's row. */
export interface PortionRow {
  /** 32 bits each, little-endian. */
  readonly ordinals: Uint8Array;
  /** Addresses, a line each; null where they are read from their table. */
  readonly lines: string | null;
}

/** The checksum of a portion's row. */
export function sumOfPortion({ ordinals, lines }: PortionRow): number {
  return crc32(lines ?? '', crc32(ordinals));
}

/** 32 bits each, little-endian. */
export function toBytes(ordinals: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(ordinals.length * 4));
  ordinals.forEach((ordinal, at) => {
    view.setUint32(at * 4, ordinal, true);
  });
  return new Uint8Array(view.buffer);
}

/** What `toBytes` wrote. */
export function readOrdinals(bytes: SQLOutputValue | undefined): Uint32Array {
  if (!(bytes instanceof Uint8Array)) return new Uint32Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ordinals = new Uint32Array(Math.floor(bytes.byteLength / 4));
  for (let at = 0; at < ordinals.length; at++) ordinals[at] = view.getUint32(at * 4, true);
  return ordinals;
}
