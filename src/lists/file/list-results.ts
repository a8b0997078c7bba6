import type { DatabaseSync } from 'node:sqlite';
import { decodeVerification } from '../../contract/decode.ts';
import { judge, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { ListResult } from '../../service/list-files.ts';
import { readHeader, updateTotals } from './list-database.ts';
import { packResults, readCodes, unpackResult } from './packed-results.ts';

const FIND = 'SELECT ordinal FROM address WHERE domain = ? AND local = ?';
const BEFORE = 'SELECT verdict, rows FROM address WHERE ordinal = ?';
const WRITE = 'UPDATE address SET verdict = ?, code = ?, result = ? WHERE ordinal = ?';
const LOOK_UP = 'SELECT code, result FROM address WHERE domain = ? AND local = ?';

/** The result of an address, as its row has it: a place in VERDICTS, a code, and JSON of what does not fit in it. */
export type PackedRow = readonly [
  ordinal: number,
  verdict: number,
  code: number,
  other: string | null,
];

/** Finds the rows of results. An address that was erased meanwhile has none. */
export function packRows(database: DatabaseSync, results: readonly ListResult[]): PackedRow[] {
  const find = database.prepare(FIND);
  return packAll(results).flatMap(({ email, verdict, code, other }): PackedRow[] => {
    const found = find.get(...partsOf(email));
    return found ? [[Number(found.ordinal), verdict, code, other]] : [];
  });
}

/** Puts results in place of what was there. */
export function putResults(database: DatabaseSync, rows: readonly PackedRow[]): void {
  const { counts, verdicts: before } = readHeader(database);
  const verdicts: Record<Verdict, number> = { ...before };
  const find = database.prepare(BEFORE);
  const write = database.prepare(WRITE);
  for (const [ordinal, verdict, code, other] of rows) {
    const found = find.get(ordinal);
    count(verdicts, found?.verdict, -Number(found?.rows));
    count(verdicts, verdict, Number(found?.rows));
    write.run(verdict, code, other, ordinal);
  }
  updateTotals(database, { counts, verdicts });
}

function count(verdicts: Record<Verdict, number>, place: unknown, rows: number): void {
  const verdict = typeof place === 'number' ? VERDICTS[place] : undefined;
  if (verdict) verdicts[verdict] += rows;
}

interface PackedResult {
  readonly email: string;
  /** A place in VERDICTS. */
  readonly verdict: number;
  readonly code: number;
  /** JSON of what does not fit in the code. */
  readonly other: string | null;
}

function packAll(results: readonly ListResult[]): PackedResult[] {
  const known = results.flatMap((result) => {
    const found = toRowResult(result);
    return found ? [{ email: result.email, found }] : [];
  });
  const emails = known.map(({ email }) => email);
  const { codes, others } = packResults(
    emails,
    known.map(({ found }) => found),
  );
  const numbers = readCodes(codes);
  const odd = new Set(others);
  return known.map(({ email, found }, index) => ({
    email,
    verdict: VERDICTS.indexOf(verdictOf(found)),
    code: numbers[index] ?? 0,
    other: odd.has(index) ? JSON.stringify(found) : null,
  }));
}

function verdictOf({ verification, error }: RowResult): Verdict {
  return judge({ result: verification, error }).verdict;
}

/** What a client of the service makes of the same entry; undefined where it says nothing. */
function toRowResult({ email, facts, detail, error }: ListResult): RowResult | undefined {
  const verification =
    facts === null
      ? undefined
      : decodeVerification({ email, ...facts, detail: detail && parseJson(detail) });
  if (!verification && error === null) return undefined;
  return { ...(verification && { verification }), ...(error !== null && { error }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the result of an address. */
export function createLookup(database: DatabaseSync): (address: string) => RowResult | undefined {
  const select = database.prepare(LOOK_UP);
  return (address) => {
    const row = select.get(...partsOf(address));
    return row && readResult(address, row);
  };
}

export function readResult(
  address: string,
  { code, result }: { readonly code?: unknown; readonly result?: unknown },
): RowResult | undefined {
  return unpackResult(Number(code), address, () =>
    typeof result === 'string' ? (JSON.parse(result) as RowResult) : undefined,
  );
}

/** Domain and local part. */
export function partsOf(address: string): [string, string] {
  const at = address.lastIndexOf('@');
  return [address.slice(at + 1), address.slice(0, at)];
}
