import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Answer } from '../../../service/records.ts';
import { type AnswerRows, answerRows, DetailNumbers } from '../../details/detail-columns.ts';
import { shortenDetail } from '../../details/detail-phrases.ts';
import { answerColumns } from '../../rows.ts';
import { formatFacts } from '../../stored-row.ts';

/** Stores the details of answers, each text once. */
export class DetailRows {
  readonly #numbers = new DetailNumbers();
  readonly #insert: StatementSync;

  constructor(file: DatabaseSync) {
    this.#insert = file.prepare('insert into details (text, created_at) values (?, ?)');
  }

  /** In a transaction; `address` as the cache has it. */
  place(answer: Answer, address: string, now: number): AnswerRows {
    const columns = answerColumns(answer, formatFacts);
    if (columns.detail === null) return answerRows(columns, address, undefined);
    const shared = this.#numbers.share(columns.detail, address);
    return answerRows(columns, address, { id: this.#numberOf(shared.text, now), shared });
  }

  /** After the transaction was rolled back. */
  forget(): void {
    this.#numbers.clear();
  }

  #numberOf(text: string, now: number): number {
    const known = this.#numbers.find(text, now);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(shortenDetail(text), now).lastInsertRowid);
    this.#numbers.keep(text, id, now);
    return id;
  }
}
