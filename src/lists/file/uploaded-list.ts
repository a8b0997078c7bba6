import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { judge, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { InspectOptions } from '../../formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { ListSource } from '../../formats/source.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { inTransaction } from '../../lib/in-transaction.ts';
import type { ListResult, Portion } from '../../service/list-files.ts';
import type {
  ListContent,
  ListCounts,
  ListRound,
  VerdictCounts,
} from '../../service/list-ports.ts';
import type { SentAddresses } from './address-reader.ts';
import { writeRecord } from './check.ts';
import { createDatabase, openDatabase } from './database.ts';
import { createResultReader } from './entry-result.ts';
import { ListFile } from './list-file.ts';
import { migrateUploaded } from './migrate-uploaded.ts';
import { dividePortions, portionInserter } from './portions.ts';
import { scanForPages } from './scan.ts';

/** How a list is read, and what it came to. */
export interface ListHeader {
  readonly name: string;
  /** Whether it has ASCII characters alone. */
  readonly isAscii: boolean;
  /** What was known of the file before it was inspected. */
  readonly reading: InspectOptions;
  readonly plan: ListPlan;
  readonly counts: ListCounts;
  readonly verdicts: VerdictCounts;
}

/** What changes of it. */
export type ListTotals = Pick<ListHeader, 'counts' | 'verdicts'>;

/** A draft counts for nothing until it is whole: it needs no journal. */
const DRAFT = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000';
/** A batch is marked as collected elsewhere, so that what is committed here must survive a power cut. */
const LASTING =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA busy_timeout = 10000';

const NOTHING = {
  ...{ rows: 0, distinct: 0, duplicates: 0, unusable: 0, several: 0, empty: 0, suggestions: 0 },
  verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 },
};

/** A list that was uploaded to a service; its rows are in a file beside it. */
export class UploadedList extends ListFile {
  /**
   * Makes the file of a list, and notes its addresses and what goes into each batch; a failed caller
   * deletes it. Without a source it has none yet.
   */
  static async create(
    path: string,
    header: Omit<ListHeader, keyof ListTotals>,
    source: ListSource | undefined,
  ): Promise<ListTotals & Pick<ListContent, 'portions'>> {
    using list = new UploadedList(createDatabase(path, DRAFT));
    const { database } = list;
    database.exec('BEGIN');
    const {
      verdicts,
      several: _,
      ...counts
    } = source ? await scanForPages(database, source, header.plan) : NOTHING;
    const portions = dividePortions(database, { total: counts.distinct, withLines: false });
    writeRecord(database, { ...header, counts, verdicts });
    database.exec(`COMMIT; ${LASTING}`);
    return { counts, verdicts, portions };
  }

  /**
   * Throws where there is no such file: an empty one in its place would look like lost data. The file
   * is not opened to find out: this process may have it open, and would lose its POSIX locks on it.
   */
  static open(path: string): UploadedList {
    accessSync(path, constants.R_OK | constants.W_OK);
    const list = new UploadedList(openDatabase(path, LASTING));
    migrateUploaded(list.database);
    return list;
  }

  private constructor(database: DatabaseSync) {
    super(database);
  }

  get header(): ListHeader {
    return JSON.parse(this.sql.text('SELECT record FROM job') ?? '');
  }

  updateTotals(totals: ListTotals): void {
    writeRecord(this.database, { ...this.header, ...totals });
  }

  /** The addresses of a portion, in the order of the list; those that were erased are missing. */
  portion(number: number): Portion {
    const { addresses } = this.#portion(number);
    const portions = this.sql.number('SELECT count(*) FROM portion');
    return { emails: addresses.filter((address) => address !== ''), portions };
  }

  /** Leaves the first addresses of a portion in it; the others become the next portion. */
  dividePortion(number: number, size: number): void {
    inTransaction(this.database, () => {
      const { first, ordinals } = this.#portion(number);
      const insert = portionInserter(this.database, false);
      insert(first, ordinals.subarray(0, size));
      insert(first + size, ordinals.subarray(size));
    });
    this.sent.forget();
  }

  /** Divides what is unknown into portions behind those that were sent, in place of the others. */
  divideUnknown(sent: number): ListRound {
    return inTransaction(this.database, () => {
      const next = this.sent.portion(sent + 1);
      if (next) this.sql.run('DELETE FROM portion WHERE first >= ?', next.first);
      const total = this.sql.number(`SELECT count(*) FROM address WHERE ${UNKNOWN}`);
      const after = Math.max(0, this.sent.endOf(Number.MAX_SAFE_INTEGER));
      const division = { total, which: UNKNOWN, after, withLines: false };
      return { portions: sent + dividePortions(this.database, division), totalCount: total };
    });
  }

  /** Puts results in place of what was there; returns the rows by verdict then. */
  store(entries: readonly ListResult[], number?: number): VerdictCounts {
    return inTransaction(this.database, () => {
      const { counts, verdicts: before } = this.header;
      const verdicts = { ...before };
      const read = createResultReader();
      const results = new Map(
        entries.flatMap((entry) => {
          const result = read(entry);
          return result ? [[entry.email, result]] : [];
        }),
      );
      if (number !== undefined) this.#put(this.#portion(number), results, verdicts);
      for (const portion of this.#portionsOf([...results.keys()])) {
        this.#put(portion, results, verdicts);
      }
      this.updateTotals({ counts, verdicts });
      return verdicts;
    });
  }

  /** Takes out of `found` what a portion has. What was erased meanwhile is in none. */
  #put(portion: SentAddresses, found: Map<string, RowResult>, verdicts: Record<Verdict, number>) {
    const results = this.kept.of(portion);
    portion.addresses.forEach((address, index) => {
      const result = found.get(address);
      if (!result) return;
      found.delete(address);
      results[index] = result;
      this.#noteVerdict(verdicts, portion.ordinals[index] ?? 0, result);
    });
    this.kept.put(portion, results);
  }

  /** The portions where the results of some addresses are, or will be: the last ones that have any, or the first. */
  #portionsOf(addresses: readonly string[]): SentAddresses[] {
    const wanted = new Set(addresses.map((address) => this.ordinalOf(address)).filter(Boolean));
    if (wanted.size === 0) return [];
    const places = new Map<number, number>();
    this.sent.portions().forEach(({ first, ordinals }, index) => {
      const codes = this.kept.codes(first);
      ordinals.forEach((ordinal, at) => {
        if (wanted.has(ordinal) && (codes[at] || !places.has(ordinal)))
          places.set(ordinal, index + 1);
      });
    });
    const numbers = [...new Set(places.values())].sort((a, b) => b - a);
    return numbers.map((number) => this.#portion(number));
  }

  /** Removes the results of some addresses. */
  eraseResults(erased: ReadonlySet<number>): void {
    for (const { first, codes } of this.kept.allCodes()) {
      const ordinals = this.sent.ordinalsOf({ first, last: first + codes.length - 1 });
      const found = [...ordinals].filter((ordinal) => erased.has(ordinal));
      if (found.length === 0) continue;
      const left = codes.map((code, at) => (erased.has(ordinals[at] ?? 0) ? 0 : code));
      this.kept.erase(first, left, found);
    }
  }

  #portion(number: number): SentAddresses {
    return this.sent.portion(number) ?? { first: 0, addresses: [], ordinals: new Uint32Array() };
  }

  #noteVerdict(counts: Record<Verdict, number>, ordinal: number, result: RowResult): void {
    const { verification, error } = result;
    const { verdict } = judge({ result: verification, error });
    const { rows, verdict: before } = this.sql.first(VERDICT_OF, ordinal) ?? {};
    const earlier = typeof before === 'number' ? VERDICTS[before] : undefined;
    if (earlier) counts[earlier] -= Number(rows);
    counts[verdict] += Number(rows);
    const place = VERDICTS.indexOf(verdict);
    if (place !== before) this.sql.run(SET_VERDICT, place, ordinal);
  }
}

const UNKNOWN = 'domain IS NOT NULL AND (verdict = 3 OR verdict IS NULL)';
const VERDICT_OF = 'SELECT rows, verdict FROM address WHERE ordinal = ?';
const SET_VERDICT = 'UPDATE address SET verdict = ? WHERE ordinal = ?';
