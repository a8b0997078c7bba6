import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { VERDICTS } from '../../contract/verdict.ts';
import { readBatches } from '../../formats/read/read-rows.ts';
import type { CellAddress, ListRow } from '../../formats/row.ts';
import type { ListSource } from '../../formats/source.ts';
import { createOutcomes } from '../../formats/write/outcome.ts';
import type { ListContent, ListCounts, VerdictCounts } from '../../service/list-ports.ts';
import { type ListHeader, sealDatabase, writeHeader } from './list-database.ts';
import { dividePortions } from './list-portions.ts';

type Scanned = Pick<ListContent, 'counts' | 'verdicts' | 'portions'>;

/** Notes the addresses of a list and what goes into each batch. Without a source it has none yet. */
export async function scanList(
  database: DatabaseSync,
  header: Omit<ListHeader, 'counts' | 'verdicts'>,
  source: ListSource | undefined,
): Promise<Scanned> {
  const scanner = new Scanner(database);
  if (source) {
    for await (const rows of readBatches(source, header.plan)) {
      for (const row of rows) scanner.add(row);
    }
  }
  const { counts, verdicts } = scanner.end();
  const portions = dividePortions(database, counts.distinct);
  writeHeader(database, { ...header, counts, verdicts });
  sealDatabase(database);
  return { counts, verdicts, portions };
}

/** Addresses to a statement: one apiece costs twice as much. */
const TOGETHER = 50;
/** Characters of a cell that is no address, which are shown. */
const LONGEST_TEXT = 320;

/** Judges what can be judged without asking: cells that are no address, and likely typos. */
const judgeCell = createOutcomes({ lookup: () => undefined });

class Scanner {
  readonly #database: DatabaseSync;
  readonly #one: StatementSync;
  readonly #many: StatementSync;
  readonly #cell: StatementSync;
  #held: (string | number)[] = [];
  readonly #counts = { rows: 0, addresses: 0, unusable: 0, empty: 0 };
  readonly #verdicts = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#one = database.prepare(buildInsert(1));
    this.#many = database.prepare(buildInsert(TOGETHER));
    this.#cell = database.prepare(
      'INSERT INTO address (local, problem, suggested, verdict) VALUES (?, ?, ?, ?)',
    );
  }

  add({ problem, addresses }: ListRow): void {
    if (problem === 'blank') return;
    this.#counts.rows++;
    if (problem) this.#counts.unusable++;
    for (const found of addresses) this.#addCell(found);
  }

  end(): { readonly counts: ListCounts; readonly verdicts: VerdictCounts } {
    this.#flush();
    const { addresses, ...counts } = this.#counts;
    const count = (what: string) =>
      Number(this.#database.prepare(`SELECT count(*) AS n FROM address WHERE ${what}`).get()?.n);
    const distinct = count('domain IS NOT NULL');
    const duplicates = addresses - distinct;
    const suggestions = count('suggested = 1');
    return { counts: { ...counts, distinct, duplicates, suggestions }, verdicts: this.#verdicts };
  }

  #addCell(found: CellAddress): void {
    if (found.problem === 'empty') this.#counts.empty++;
    else if (found.address === undefined) this.#addUnsent(found);
    else this.#addAddress(found);
  }

  #addAddress(found: CellAddress): void {
    const address = found.address ?? '';
    const at = address.lastIndexOf('@');
    const suggested = judgeCell(found).suggestion === undefined ? 0 : 1;
    this.#counts.addresses++;
    this.#held.push(address.slice(at + 1), address.slice(0, at), suggested);
    if (this.#held.length === 3 * TOGETHER) this.#many.run(...this.#held.splice(0));
  }

  /** In its place among the addresses. */
  #addUnsent(found: CellAddress): void {
    this.#flush();
    const { verdict, suggestion } = judgeCell(found);
    if (!verdict) return;
    this.#verdicts[verdict]++;
    const text = found.raw.slice(0, LONGEST_TEXT);
    const suggested = suggestion === undefined ? 0 : 1;
    this.#cell.run(text, found.problem ?? 'syntax', suggested, VERDICTS.indexOf(verdict));
  }

  #flush(): void {
    const held = this.#held.splice(0);
    for (let at = 0; at < held.length; at += 3) this.#one.run(...held.slice(at, at + 3));
  }
}

function buildInsert(rows: number): string {
  const values = new Array(rows).fill('(?, ?, ?)').join();
  return `INSERT INTO address (domain, local, suggested) VALUES ${values}
    ON CONFLICT (domain, local) DO UPDATE SET rows = rows + 1`;
}
