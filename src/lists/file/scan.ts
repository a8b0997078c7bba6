import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { ListPlan } from '../../formats/plan.ts';
import { readBatches } from '../../formats/read/read-rows.ts';
import type { CellAddress, ListRow } from '../../formats/row.ts';
import type { ListSource } from '../../formats/source.ts';
import { createAddressJudge } from '../../formats/write/judged-row.ts';
import { NO_VERDICTS } from '../../service/lists/list-ports.ts';
import { createHash32, OrdinalsByHash } from './ordinals-by-hash.ts';

/** What is in a list. */
interface ScannedList {
  readonly rows: number;
  readonly distinct: number;
  /** Addresses beyond the first of their kind. */
  readonly duplicates: number;
  /** Rows without a usable address. */
  readonly unusable: number;
  /** Of those, rows with several addresses in one cell, and rows without any text there. */
  readonly several: number;
  readonly empty: number;
}

/** Notes the distinct addresses of a list in its order. */
export async function scanList(
  database: DatabaseSync,
  source: ListSource,
  plan: ListPlan,
): Promise<ScannedList> {
  return await scan(new Scanner(database), source, plan);
}

/** The same for a list with pages: what can be judged without asking is noted with the addresses. */
export async function scanForPages(database: DatabaseSync, source: ListSource, plan: ListPlan) {
  const scanner = new PageScanner(database);
  const scanned = await scan(scanner, source, plan);
  const { count } =
    database.prepare('SELECT count(*) AS count FROM address WHERE suggested = 1').get() ?? {};
  const { verdicts, corrected } = scanner;
  return {
    ...scanned,
    suggestions: Number(count),
    verdicts,
    corrected: Object.fromEntries(corrected),
  };
}

async function scan(scanner: Scanner, source: ListSource, plan: ListPlan): Promise<ScannedList> {
  for await (const rows of readBatches(source, plan)) {
    for (const row of rows) scanner.add(row);
  }
  return scanner.end();
}

class Scanner {
  readonly inserter: AddressInserter;
  readonly #counts = { rows: 0, unusable: 0, several: 0, empty: 0 };

  constructor(database: DatabaseSync) {
    this.inserter = new AddressInserter(database);
  }

  add({ problem, addresses }: ListRow): void {
    if (problem === 'blank') return;
    this.#counts.rows += 1;
    if (problem) this.#counts.unusable += 1;
    if (problem === 'empty') this.#counts.empty += 1;
    let isSeveral = false;
    for (const found of addresses) {
      if (found.problem === 'several_addresses') isSeveral = true;
      if (found.address === undefined) this.noteText(found);
      else this.noteAddress(found.address, found);
    }
    if (isSeveral) this.#counts.several += 1;
  }

  end(): ScannedList {
    this.inserter.flush();
    const { distinct, duplicates } = this.inserter;
    return { ...this.#counts, distinct, duplicates };
  }

  noteAddress(address: string, _found: CellAddress): void {
    this.inserter.add(address);
  }

  /** A cell that is no address. */
  noteText(_found: CellAddress): void {}
}

/** Characters of a cell that is no address, which are shown. */
const LONGEST_TEXT = 320;

/** Judges what can be judged without asking: cells that are no address, and likely typos. */
const judgeCell = createAddressJudge({ lookup: () => undefined });

class PageScanner extends Scanner {
  readonly verdicts: Record<Verdict, number> = { ...NO_VERDICTS };
  /** Rows by what was corrected in them. */
  readonly corrected = new Map<string, number>();

  override noteAddress(address: string, found: CellAddress): void {
    const { correction } = found;
    if (correction !== undefined) {
      this.corrected.set(correction, 1 + (this.corrected.get(correction) ?? 0));
    }
    this.inserter.add(address, judgeCell(found).suggestion !== undefined);
  }

  /** In its place among the addresses. */
  override noteText(found: CellAddress): void {
    const { verdict, suggestion } = judgeCell(found);
    if (!verdict) return;
    this.verdicts[verdict] += 1;
    const isSuggested = suggestion !== undefined;
    const noted = { problem: found.problem ?? 'syntax', isSuggested, verdict };
    this.inserter.addText(found.raw.slice(0, LONGEST_TEXT), noted);
  }
}

/** Rows of one INSERT. One row takes twice the time; far more than fifty are slower again. */
const ROWS = 50;

/**
 * Notes addresses in their order, many to a statement; one that is there already adds a row to the first.
 * Those are found by hashes, and the index is made behind the addresses: kept while they are added, in no
 * order, it takes ten times as long.
 */
export class AddressInserter {
  /** Addresses that were new. */
  distinct = 0;
  /** Addresses that were there already. */
  duplicates = 0;
  readonly #database: DatabaseSync;
  readonly #single: StatementSync;
  readonly #many: StatementSync;
  readonly #addRow: StatementSync;
  readonly #addText: StatementSync;
  readonly #hash = createHash32(Math.random);
  readonly #known = new OrdinalsByHash();
  /** Domain, local part and `suggested`, one after the other. */
  #held: SQLInputValue[] = [];
  #last = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#single = database.prepare(insertInto(1));
    this.#many = database.prepare(insertInto(ROWS));
    this.#addRow = database.prepare(ADD_ROW);
    this.#addText = database.prepare(
      'INSERT INTO address (local, problem, suggested, verdict) VALUES (?, ?, ?, ?)',
    );
  }

  /** `isSuggested`: another spelling is likely to be meant. */
  add(address: string, isSuggested = false): void {
    const at = address.lastIndexOf('@');
    const [domain, local] = [address.slice(at + 1), address.slice(0, at)];
    const hash = this.#hash(address);
    const known = this.#known.find(hash, (ordinal) => this.#hasAdded(ordinal, domain, local));
    if (known > 0) {
      this.duplicates += 1;
      return;
    }
    this.distinct += 1;
    this.#last += 1;
    this.#known.add(hash, this.#last);
    this.#held.push(domain, local, isSuggested ? 1 : 0);
    if (this.#held.length === COLUMNS * ROWS) this.#many.run(...this.#held.splice(0));
  }

  /** Adds a row to an address; false where the ordinal is that of another. */
  #hasAdded(ordinal: number, domain: string, local: string): boolean {
    if (ordinal > this.#last - this.#held.length / COLUMNS) this.#write();
    return this.#addRow.run(ordinal, domain, local).changes === 1;
  }

  /** A cell that is no address, in its place among them. */
  addText(text: string, { problem, isSuggested, verdict }: NotedText): void {
    this.#write();
    this.#last += 1;
    this.#addText.run(text, problem, isSuggested ? 1 : 0, VERDICTS.indexOf(verdict));
  }

  /** Ends the list. */
  flush(): void {
    this.#write();
    this.#database.exec('CREATE UNIQUE INDEX address_text ON address (domain, local)');
  }

  /** Notes what is still held back. */
  #write(): void {
    const held = this.#held.splice(0);
    for (let at = 0; at < held.length; at += COLUMNS) {
      this.#single.run(...held.slice(at, at + COLUMNS));
    }
  }
}

interface NotedText {
  readonly problem: string;
  readonly isSuggested: boolean;
  readonly verdict: Verdict;
}

const COLUMNS = 3;

function insertInto(rows: number): string {
  const values = new Array(rows).fill('(?, ?, ?)').join();
  return `INSERT INTO address (domain, local, suggested) VALUES ${values}`;
}

const ADD_ROW = 'UPDATE address SET rows = rows + 1 WHERE ordinal = ? AND domain = ? AND local = ?';
