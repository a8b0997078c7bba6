/** Results are rows of `results`, each text once; the rows that have one refer to it, and have its time. */

import { sql } from 'kysely';
import { BoundedMap } from '../lib/bounded-map.ts';
import { decodeResult, encodeResult } from '../result/codec.ts';
import type { Result } from '../result/result.ts';
import type { DatabaseParts, Row } from './database-parts.ts';
import type { Db } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** The columns of a result in a select over `table`, with `resultsJoin`; `readResult` reads them. */
export function resultOf(table: string): string {
  return `results.text as result, ${table}.checked_at`;
}

export function resultsJoin(table: string): string {
  return `left join results on results.id = ${table}.result_id`;
}

/** What `resultOf` selects: in a damaged file any column may hold anything. */
interface ReadColumns {
  readonly result?: unknown;
  readonly checked_at?: unknown;
}

/** The result of a row of this address; undefined for damaged columns. */
export function readResult({ result, checked_at }: ReadColumns, address: string) {
  return decodeResult(result, { address, checkedAt: checked_at });
}

/** What a row has of its result. */
export interface ResultColumns {
  readonly decided: boolean;
  readonly resultId: number;
  readonly checkedAt: number;
}

/** A result in its rows. */
export interface StoredResult {
  /** For rows of the address that it was found for. */
  readonly columns: ResultColumns;
  /** For a row that has the address as somebody wrote it. */
  columnsOf(email: string): ResultColumns;
}

/** The text of a result for rows that spell its address in any way. */
export function textFor(result: Result): string {
  return encodeResult(result, '').text;
}

/** How long a number is used again: what nothing refers to is deleted much later. */
const USED_AGAIN_MS = 10 * 60_000;
const MAX_KNOWN = 2000;

/** The numbers of the results that this process stored lately. */
export class ResultNumbers {
  readonly #byText = new BoundedMap<string, { readonly id: number; readonly since: number }>(
    MAX_KNOWN,
  );

  find(text: string, now: number): number | undefined {
    const known = this.#byText.get(text);
    return known && now - known.since < USED_AGAIN_MS ? known.id : undefined;
  }

  keep(text: string, id: number, now: number): void {
    this.#byText.set(text, { id, since: now });
  }

  /** After a transaction that was rolled back: its results are not stored. */
  clear(): void {
    this.#byText.clear();
  }
}

/** Results that one sweep looks at. */
const SWEEP_ROWS = 50_000;
/** Results of one deletion, which bounds how long it holds the write lock. */
const DELETED_ROWS = 500;
/** A younger one may be about to be referred to. */
const LEAST_AGE_MS = 60 * 60_000;

/**
 * Deletes results to which nothing refers. It reads all rows that have one, so that it runs rarely; no index of them
 * by result, which each would pay for. A result goes when two sweeps found it unused: an answer may have
 * left the cache with it on its way into a batch.
 */
export function resultsSweep({ db, readAside }: DatabaseParts): (now: number) => Promise<number> {
  let unused = new Set<number>();
  return async (now) => {
    const found = (await readAside(selectUnused(now - LEAST_AGE_MS))).map(({ id }) => Number(id));
    const again = found.filter((id) => unused.has(id));
    unused = new Set(found);
    for (let at = 0; at < again.length; at += DELETED_ROWS) {
      const some = again.slice(at, at + DELETED_ROWS);
      await inTransaction(db, (trx) => trx.deleteFrom('results').where('id', 'in', some).execute());
    }
    return again.length;
  };
}

function selectUnused(before: number) {
  return sql<Row>`
    select id from results where created_at < ${before}
    except select result_id from entries
    except select result_id from verifications
    except select result_id from cached_answers
    limit ${SWEEP_ROWS}`;
}

/** Deletes those of these details to which nothing refers, in the caller's transaction. */
export async function deleteUnused(trx: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DELETED_ROWS) {
    const some = ids.slice(at, at + DELETED_ROWS);
    const used = trx
      .selectFrom('entries')
      .select('result_id')
      .where('result_id', 'in', some)
      .union(trx.selectFrom('verifications').select('result_id').where('result_id', 'in', some))
      .union(trx.selectFrom('cached_answers').select('result_id').where('result_id', 'in', some));
    await trx.deleteFrom('results').where('id', 'in', some).where('id', 'not in', used).execute();
  }
}
