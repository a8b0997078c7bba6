import { type Kysely, sql } from 'kysely';
import type { Answer } from '../../service/records.ts';
import { type AnswerRows, answerRows, DetailNumbers } from '../details/detail-columns.ts';
import type { SharedDetail } from '../details/shared-detail.ts';
import { answerColumns } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { type Column, namesOf, unnest } from './unnest.ts';

/** An answer, and the address that it was found for as the cache has it. */
interface GivenAnswer {
  readonly answer: Answer;
  readonly address: string;
  readonly now: number;
}

type NewDetail = readonly [text: string, now: number];

const DETAILS: readonly Column<NewDetail>[] = [
  ['text', 'text', ([text]) => text],
  ['created_at', 'bigint', ([, now]) => now],
];

/** Stores the details of answers, each text once. */
export class DetailRows {
  readonly #db: Kysely<Tables>;
  readonly #numbers = new DetailNumbers();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Before the transaction that writes the answers: a text to which nothing refers is swept later. */
  async place(given: readonly GivenAnswer[]): Promise<readonly AnswerRows[]> {
    const answers = given.map(({ answer, address, now }) => {
      const columns = answerColumns(answer);
      const { detail } = columns;
      const shared = detail === null ? undefined : this.#numbers.share(detail, address);
      return { columns, address, now, shared };
    });
    const numbers = await this.#numbersOf(answers);
    return answers.map(({ columns, address, shared }) => {
      const id = shared && numbers.get(shared.text);
      const stored = shared && id !== undefined ? { id, shared } : undefined;
      return answerRows(columns, address, stored);
    });
  }

  /** Of all texts: of those that are known, and of those stored now. */
  async #numbersOf(
    details: readonly { readonly shared: SharedDetail | undefined; readonly now: number }[],
  ): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const missing = new Map<string, number>();
    for (const { shared, now } of details) {
      if (!shared) continue;
      const known = this.#numbers.find(shared.text, now);
      if (known === undefined) missing.set(shared.text, now);
      else numbers.set(shared.text, known);
    }
    for (const [text, id] of await this.#store([...missing])) numbers.set(text, id);
    return numbers;
  }

  async #store(details: readonly NewDetail[]): Promise<readonly (readonly [string, number])[]> {
    if (details.length === 0) return [];
    const { rows } = await sql<{ id: number; text: string; created_at: number }>`
      insert into details (${namesOf(DETAILS)}) select * from ${unnest(details, DETAILS)}
      returning id, text, created_at`.execute(this.#db);
    for (const { id, text, created_at } of rows) this.#numbers.keep(text, id, created_at);
    return rows.map(({ id, text }) => [text, id]);
  }
}
