import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { cutByDomain } from './cut-by-domain.ts';

/** Domains with more addresses are spread over the batches. */
const MAX_TOGETHER = 50;

/** An address as it is sent. */
export const ADDRESS = "local || '@' || domain";

/** The ordinals of a domain's addresses, as a JSON array, from the index alone. */
const DOMAINS = 'SELECT json_group_array(ordinal) AS ordinals FROM address GROUP BY domain';

/** Addresses by a JSON array of ordinals, in its order, a line each. */
const LINES = `
  SELECT group_concat(${ADDRESS}, char(10)) AS lines
  FROM (SELECT local, domain FROM json_each(?) JOIN address ON ordinal = value)
`;

/** Divides the addresses into portions, each to be sent as one batch. Returns how many there are. */
export function dividePortions(database: DatabaseSync, total: number): number {
  const insert = portionInserter(database);
  let count = 0;
  let first = 1;
  for (const ordinals of cutAll(database, total)) {
    insert(first, ordinals);
    first += ordinals.length;
    count += 1;
  }
  return count;
}

/** What writes a portion: its first place in the order of sending, and the ordinals of its addresses. */
export function portionInserter(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO portion (first, ordinals, lines, sum) VALUES (?, ?, ?, ?)',
  );
  const select = database.prepare(LINES);
  return (first: number, ordinals: Uint32Array) => {
    const lines = String(select.get(JSON.stringify([...ordinals]))?.lines);
    const bytes = toBytes(ordinals);
    insert.run(first, bytes, lines, sumOfPortion({ ordinals: bytes, lines }));
  };
}

function cutAll(database: DatabaseSync, total: number): Iterable<Uint32Array> {
  const size = MAX_BATCH_SIZE;
  // One batch has the order of the list.
  if (total <= size)
    return total === 0 ? [] : [Uint32Array.from({ length: total }, (_, at) => at + 1)];
  const large = [...domains(database, `HAVING count(*) > ${MAX_TOGETHER}`)];
  const small = domains(database, `HAVING count(*) <= ${MAX_TOGETHER}`);
  return cutByDomain({ total, size, large, small });
}

function* domains(database: DatabaseSync, having: string): Generator<Uint32Array> {
  for (const { ordinals } of database.prepare(`${DOMAINS} ${having}`).iterate()) {
    yield Uint32Array.from<number>(JSON.parse(String(ordinals))).sort();
  }
}

/** The content of a portion's row. */
export interface PortionRow {
  /** 32 bits each, little-endian. */
  readonly ordinals: Uint8Array;
  /** Addresses, a line each. */
  readonly lines: string;
}

/** The checksum of a portion's row. */
export function sumOfPortion({ ordinals, lines }: PortionRow): number {
  return crc32(lines, crc32(ordinals));
}

function toBytes(ordinals: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(ordinals.length * 4));
  ordinals.forEach((ordinal, at) => {
    view.setUint32(at * 4, ordinal, true);
  });
  return new Uint8Array(view.buffer);
}

/** What `dividePortions` wrote. */
export function readOrdinals(bytes: SQLOutputValue | undefined): Uint32Array {
  if (!(bytes instanceof Uint8Array)) return new Uint32Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ordinals = new Uint32Array(Math.floor(bytes.byteLength / 4));
  for (let at = 0; at < ordinals.length; at++) ordinals[at] = view.getUint32(at * 4, true);
  return ordinals;
}
