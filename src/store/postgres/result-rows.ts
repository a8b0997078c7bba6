import { type Kysely, sql } from 'kysely';
import { encodeResult } from '../../result/codec.ts';
import type { Result } from '../../result/result.ts';
import { type ResultColumns, ResultNumbers, textFor } from '../results/result-rows.ts';
import type { Tables } from '../tables.ts';
import { type Column, namesOf, unnest } from './unnest.ts';

/** A result, and the address that it was found for as the cache has it. */
interface GivenResult {
  readonly result: Result;
  readonly address: string;
  /** Whether a row of it may spell the address otherwise. */
  readonly isRespelled: boolean;
  readonly now: number;
}

/** A result in its rows. */
export interface StoredResult {
  /** For rows of the address that it was found for. */
  readonly columns: ResultColumns;
  /** For a row that has the address as somebody wrote it. */
  columnsOf(email: string): ResultColumns;
}

type NewResult = readonly [text: string, now: number];

const RESULTS: readonly Column<NewResult>[] = [
  ['text', 'text', ([text]) => text],
  ['created_at', 'bigint', ([, now]) => now],
];

/** Stores results, each text once. */
export class ResultRows {
  readonly #db: Kysely<Tables>;
  readonly #numbers = new ResultNumbers();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Before the transaction that writes the rows: a text to which nothing refers is swept later. */
  async place(given: readonly GivenResult[]): Promise<readonly StoredResult[]> {
    const texts = given.map(({ result, address, isRespelled }) => {
      const { text, isMarked } = encodeResult(result, address);
      return { own: text, other: isMarked && isRespelled ? textFor(result) : text };
    });
    const ids = await this.#idsOf(
      given.flatMap(({ now }, at): NewResult[] => {
        const { own = '', other = '' } = texts[at] ?? {};
        return [[own, now], ...(other === own ? [] : [[other, now] as const])];
      }),
    );
    return given.map(({ result: { decided, checkedAt }, address }, at) => {
      const { own = '', other = '' } = texts[at] ?? {};
      const columns = { decided, resultId: ids.get(own) ?? 0, checkedAt };
      const others = { ...columns, resultId: ids.get(other) ?? 0 };
      return { columns, columnsOf: (email) => (email === address ? columns : others) };
    });
  }

  /** Of all texts: of those that are known, and of those stored now. */
  async #idsOf(texts: readonly NewResult[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    const missing = new Map<string, number>();
    for (const [text, now] of texts) {
      const known = this.#numbers.find(text, now);
      if (known === undefined) missing.set(text, now);
      else ids.set(text, known);
    }
    for (const [text, id] of await this.#store([...missing])) ids.set(text, id);
    return ids;
  }

  async #store(results: readonly NewResult[]): Promise<readonly (readonly [string, number])[]> {
    if (results.length === 0) return [];
    const { rows } = await sql<{ id: number; text: string; created_at: number }>`
      insert into results (${namesOf(RESULTS)}) select * from ${unnest(results, RESULTS)}
      returning id, text, created_at`.execute(this.#db);
    for (const { id, text, created_at } of rows) this.#numbers.keep(text, id, created_at);
    return rows.map(({ id, text }) => [text, id]);
  }
}
