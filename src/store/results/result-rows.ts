/** Results are rows of `results`, each text once; the rows that have one refer to it, and have its time. */
import { BoundedMap } from '../../lib/bounded-map.ts';
import { decodeResult, encodeResult } from '../../result/codec.ts';
import type { Result } from '../../result/result.ts';

/** The columns of a result in a select over `table`, with `joinResults`; `readResult` reads them. */
export function resultOf(table: string): string {
  return `results.text as result, ${table}.checked_at`;
}

export function joinResults(table: string): string {
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

/** The text of a result for rows that spell its address in any way. */
export function textFor(result: Result): string {
  return encodeResult(result, '').text;
}

/** How long a number is used again: what nothing refers to is deleted much later (sweep-results.ts). */
const USED_AGAIN_MS = 10 * 60_000;
const MAX_KNOWN = 2000;

interface Known {
  readonly id: number;
  readonly since: number;
}

/** The numbers of the results that this process stored lately. */
export class ResultNumbers {
  readonly #byText = new BoundedMap<string, Known>(MAX_KNOWN);

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
