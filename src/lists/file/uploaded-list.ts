import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { VerificationDetail } from '../../contract/decode.ts';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { InspectOptions } from '../../formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { ListSource } from '../../formats/source.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { domainOf } from '../../lib/address-parts.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { judgeAddress, providerId } from '../../policy/policy.ts';
import { isPacked, NO_RESULT, packComparable } from '../../result/packed.ts';
import { toReply } from '../../result/reply.ts';
import type { Result } from '../../result/result.ts';
import type { HowStored, ListResult, PlacedAddresses } from '../../service/lists/list-files.ts';
import {
  type JudgedCounts,
  type ListContent,
  type ListCounts,
  type ListRound,
  NO_VERDICTS,
  type VerdictCounts,
} from '../../service/lists/list-ports.ts';
import { NO_POLICY, type TeamJudging } from '../../service/teams/records.ts';
import type { AddressRange, SentOrdinals } from './address-reader.ts';
import { writeRecord } from './check.ts';
import { checkMark, createDatabase, openDatabase } from './database.ts';
import { ListFile } from './list-file.ts';
import { portionInserter, writePortions } from './portions.ts';
import { type DomainFacts, domainsOf, type Numbered, withDetail } from './result-store.ts';
import { createRowJudge, type RowJudge } from './row-judge.ts';
import { countSameMailboxes, cutByMailbox } from './same-mailbox.ts';
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
  /** Rows by what was corrected in them, as the plan names it. */
  readonly corrected?: Readonly<Record<string, number>>;
  /**
   * By which policy the verdicts are, as the version of TeamJudging; absent: as the service judges. `upTo`: those
   * of ordinals below are, the others are by whatever came before.
   */
  readonly judged?: { readonly by: string; readonly upTo?: number };
}

/** What changes of it. */
export type ListTotals = Pick<ListHeader, 'counts' | 'verdicts'>;

/** Ordinals that are judged in one transaction. Other tasks of the list run between two. */
const SLICE = 10_000;

/** Where the database of a list is. */
interface UploadedFile {
  readonly path: string;
  /** Whether processes on other machines may open it, too: a write-ahead log needs memory that all share. */
  readonly isShared?: boolean | undefined;
}

/**
 * A batch is marked as collected elsewhere, so that what is committed here must survive a power cut. The
 * first pragma counts for the others: a thread that closes a list holds it for a moment. Beside a rollback
 * journal nobody reads while pages are written, so they are kept in memory until the end of the transaction.
 */
const LASTING = 'PRAGMA busy_timeout = 10000; PRAGMA secure_delete = ON;';
const WITH_LOG = `${LASTING} PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`;
const WITH_JOURNAL = `${LASTING} PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA cache_spill = OFF`;

const lasting = ({ isShared = false }: UploadedFile) => (isShared ? WITH_JOURNAL : WITH_LOG);

const NOTHING = {
  ...{ rows: 0, distinct: 0, duplicates: 0, unusable: 0, several: 0, empty: 0, suggestions: 0 },
  corrected: {},
  verdicts: NO_VERDICTS,
};

/**
 * Opens the database of a list as it is. Throws where there is no such file: an empty one in its place
 * would look like lost data. The file is not opened to find out: this process may have it open, and
 * would lose its POSIX locks on it.
 */
function openUploaded(file: UploadedFile): DatabaseSync {
  accessSync(file.path, constants.R_OK | constants.W_OK);
  return openDatabase(file.path, lasting(file));
}

/** A list that was uploaded to a service; its rows are in a file beside it. */
export class UploadedList extends ListFile {
  /**
   * Makes the file of a list, and notes its addresses and what goes into each batch; a failed caller
   * deletes it. Without a source it has none yet.
   */
  static async create(
    file: UploadedFile,
    header: Omit<ListHeader, keyof ListTotals>,
    source: ListSource | undefined,
  ): Promise<ListTotals & Pick<ListContent, 'places'>> {
    using list = new UploadedList(createDatabase(file.path));
    const { database } = list;
    database.exec('BEGIN');
    const scanned = source ? await scanForPages(database, source, header.plan) : NOTHING;
    const { verdicts, corrected, ...found } = scanned;
    const counts = source
      ? { ...found, ...entriesOf(scanned, header.plan), ...countSameMailboxes(database) }
      : found;
    const cut = cutByMailbox(database, { total: counts.distinct });
    writePortions(database, cut, { withLines: false });
    writeRecord(database, { ...header, counts, verdicts, corrected });
    database.exec(`COMMIT; ${lasting(file)}`);
    return { counts, verdicts, places: list.places };
  }

  /** Throws where there is no such file, or one of another schema. */
  static open(file: UploadedFile): UploadedList {
    const database = openUploaded(file);
    try {
      checkMark(database, file.path);
      return new UploadedList(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get header(): ListHeader {
    return JSON.parse(this.sql.text('SELECT record FROM job') ?? '');
  }

  updateTotals(totals: ListTotals): void {
    this.updateHeader({ ...this.header, ...totals });
  }

  updateHeader(header: ListHeader): void {
    writeRecord(this.database, header);
  }

  /** Addresses that are sent, in all rounds. */
  get places(): number {
    return Math.max(0, this.sent.endOf(Number.MAX_SAFE_INTEGER));
  }

  /** As ListFiles has it, in the order of the list. */
  cut(first: number, most: number): PlacedAddresses {
    const last = Math.min(first + most - 1, this.sent.endOf(first));
    const { addresses } = this.sent.of({ first, last });
    return { first, last, emails: addresses.filter((address) => address !== '') };
  }

  /** Differs after each change by others. */
  #dataVersion(): number {
    return this.sql.number('PRAGMA data_version');
  }

  /** Puts results in place of what was there, but for addresses that were erased meanwhile. In a transaction. */
  storeResults(
    entries: readonly ListResult[],
    { place, judging = NO_POLICY }: HowStored = {},
  ): void {
    const known = place === undefined ? undefined : this.sent.portionWith(place);
    const ordinals = new Map(known?.addresses.map((email, at) => [email, known.ordinals[at]]));
    const results = entries.map(toRowResult);
    const domains = domainsOf(results);
    const addFacts = this.#factAdder(domains);
    const judged = entries.flatMap(({ email: address }, index): Judged[] => {
      const ordinal = ordinals.get(address) ?? this.ordinalOf(address);
      const result = results[index];
      if (ordinal === 0 || !result) return [];
      const { verdict } = judgeAddress(address, addFacts(address, result), judging);
      return [{ address, ordinal, result, verdict }];
    });
    this.#putResults({ known, judged, domains, judgedBy: judging.version });
  }

  /** Differs from all versions of TeamJudging while the list is judged in part. */
  judgedCounts(): JudgedCounts {
    const { verdicts, judged } = this.header;
    const by = judged?.by ?? '';
    return { verdicts, judgedBy: judged?.upTo === undefined ? by : `${by} in part` };
  }

  /**
   * Brings the verdicts to a policy, slice by slice: what is interrupted goes on where it was. Nothing is to be done
   * where they were judged by it already.
   */
  async judge({ version, policy }: TeamJudging): Promise<JudgedCounts> {
    let judge: RowJudge | undefined;
    let seen: number | undefined;
    while (this.judgedCounts().judgedBy !== version) {
      if (judge) await setImmediate();
      inTransaction(this.database, () => {
        const now = this.#dataVersion();
        // Results came meanwhile, of whatever rows.
        if (!judge || seen !== now) judge = createRowJudge(this, policy);
        seen = now;
        this.#judgeSlice(version, judge);
      });
    }
    return this.judgedCounts();
  }

  #judgeSlice(version: string, judge: RowJudge): void {
    const { header } = this;
    const { by = '', upTo } = header.judged ?? {};
    const from = by === version ? (upTo ?? 0) : 0;
    const next = from + SLICE;
    const verdicts = { ...header.verdicts };
    for (const row of this.sql.all(JUDGED, from, next)) {
      const now = judge(row)?.verdict;
      if (now !== undefined && now !== VERDICTS[Number(row.verdict)])
        this.#noteVerdict(verdicts, Number(row.ordinal), VERDICTS.indexOf(now));
    }
    const last = this.sql.number('SELECT max(ordinal) FROM address');
    const judged = next > last ? { by: version } : { by: version, upTo: next };
    this.updateHeader({ ...header, verdicts, judged });
  }

  /** Divides what is undecided into portions, in place of those not sent. In a transaction. */
  retryUndecided(sent: number): ListRound {
    const which = this.#findUndecided();
    const total = this.sql.number(`SELECT count(*) FROM address WHERE ${which}`);
    const cut = cutByMailbox(this.database, { total, which });
    const portions = [...cut].map((ordinals) => [...ordinals]);
    this.putPortions({ sent, portions });
    return { places: this.places, totalCount: total };
  }

  /** The same with the addresses of these ordinals, whose results are kept as they are now. In a transaction. */
  startRound(sent: number, ordinals: Uint32Array): ListRound {
    const wanted = JSON.stringify([...ordinals]);
    this.database.exec(WANTED);
    this.sql.run('INSERT OR IGNORE INTO temp.wanted SELECT value FROM json_each(?)', wanted);
    const total = this.sql.number('SELECT count(*) FROM temp.wanted');
    const which = 'ordinal IN (SELECT ordinal FROM temp.wanted)';
    const portions = [...cutByMailbox(this.database, { total, which })].map((some) => [...some]);
    this.database.exec('DROP TABLE temp.wanted');
    this.putPortions({ sent, portions, keepsEarlier: true });
    return { places: this.places, totalCount: total };
  }

  /** The ordinals and the codes of the portions that begin in a round, before and after it. */
  *roundPortions(round: AddressRange) {
    for (const first of this.sent.firstsIn(round)) {
      const ordinals = this.sent.ordinalsOf({ first, last: Number.MAX_SAFE_INTEGER });
      yield { ordinals, before: this.kept.earlierCodes(first), after: this.kept.codes(first) };
    }
  }

  /** A condition: as the service judges, whatever a policy makes of it. */
  #findUndecided(): string {
    if (!this.header.judged) return UNKNOWN;
    this.database.exec(`CREATE TEMP TABLE IF NOT EXISTS undecided (ordinal INTEGER PRIMARY KEY) STRICT;
      DELETE FROM temp.undecided`);
    const judge = createRowJudge(this, undefined);
    const add = this.database.prepare('INSERT INTO temp.undecided VALUES (?)');
    for (const row of this.database.prepare(CHECKED).all()) {
      if ((judge(row)?.verdict ?? 'unknown') === 'unknown') add.run(Number(row.ordinal));
    }
    return 'ordinal IN (SELECT ordinal FROM temp.undecided)';
  }

  /** As the list has them: of a domain one, the last that was found. */
  #factAdder(found: ReadonlyMap<string, DomainFacts>) {
    const kept = this.domainLookup();
    return (email: string, result: RowResult): RowResult => {
      const domain = domainOf(email);
      const facts = { ...kept?.(domain), ...found.get(domain) };
      return withDetail(result, facts) ?? result;
    };
  }

  #putResults({ known, judged: rows, domains, judgedBy }: NewResults): void {
    const kept = this.domainLookup();
    const hasMoved = [...domains].some(([domain, facts]) => {
      const before = kept?.(domain);
      return before !== undefined && !isDeepStrictEqual({ ...before, ...facts }, before);
    });
    this.kept.putDomains(domains);
    this.kept.putEvidence(rows.map((row) => [row, row.result.verification?.detail ?? {}]));
    const { header } = this;
    const isFirst = this.sql.number('SELECT count(*) FROM (SELECT 1 FROM result LIMIT 1)') === 0;
    const verdicts = { ...header.verdicts };
    const codes = new Map(rows.map((row) => [row.ordinal, this.kept.putResult(row, row.result)]));
    if (known) this.#putCodes(known, codes);
    for (const each of this.#portionsOf([...codes.keys()])) this.#putCodes(each, codes);
    for (const { ordinal, verdict } of rows) {
      this.#noteVerdict(verdicts, ordinal, VERDICTS.indexOf(verdict));
    }
    const isSame = (header.judged?.by ?? '') === judgedBy && !(hasMoved && judgedBy !== '');
    // Those before were judged by another policy, or by the facts of a domain of before: the whole list has to be.
    const judged = isSame ? header.judged : { by: judgedBy, ...(isFirst ? {} : { upTo: 0 }) };
    this.updateHeader({ ...header, verdicts, ...(judged && { judged }) });
  }

  /** Takes out of `found` what a portion has. */
  #putCodes({ first, ordinals }: SentOrdinals, found: Map<number, number>): void {
    const codes = new Uint32Array(ordinals.length);
    codes.set(this.kept.codes(first));
    ordinals.forEach((ordinal, at) => {
      codes[at] = found.get(ordinal) ?? codes[at] ?? 0;
      found.delete(ordinal);
    });
    this.kept.putCodes(first, codes);
  }

  /** The portions where the results of addresses are, or will be: the last ones that have any, or the first. */
  #portionsOf(ordinals: Iterable<number>): SentOrdinals[] {
    const homes = new Map<number, number>();
    for (const { first, at, ordinal } of this.sent.placesOf(ordinals)) {
      if (this.kept.codes(first)[at] || !homes.has(ordinal)) homes.set(ordinal, first);
    }
    const last = Number.MAX_SAFE_INTEGER;
    return [...new Set(homes.values())]
      .sort((a, b) => b - a)
      .map((first) => ({ first, ordinals: this.sent.ordinalsOf({ first, last }) }));
  }

  /** In a transaction. */
  putPortions({ sent, portions, keepsEarlier = false }: NewPortions): void {
    this.#removeUnsent(sent);
    const after = this.places;
    const ordinals = portions.map((one) => Uint32Array.from(one));
    if (keepsEarlier) this.#keepEarlier(after, ordinals);
    writePortions(this.database, ordinals, { after, withLines: false });
    this.sent.forget();
  }

  /** A portion that was sent in part keeps that part. */
  #removeUnsent(sent: number): void {
    for (const table of ['portion', 'result', 'earlier'])
      this.sql.run(`DELETE FROM ${table} WHERE first > ?`, sent);
    const last = sent > 0 ? this.sent.portionWith(sent) : undefined;
    if (!last || this.places <= sent) return;
    const { first, ordinals } = last;
    const size = sent - first + 1;
    portionInserter(this.database, false)(first, ordinals.subarray(0, size));
    const [codes, earlier] = [this.kept.codes(first), this.kept.earlierCodes(first)];
    if (codes.length > size) this.kept.putCodes(first, codes.subarray(0, size));
    if (earlier.length > size) this.kept.putEarlier(first, earlier.subarray(0, size));
  }

  #keepEarlier(after: number, portions: readonly Uint32Array[]): void {
    const codes = this.codes();
    let first = 1 + after;
    for (const ordinals of portions) {
      this.kept.putEarlier(
        first,
        ordinals.map((ordinal) => this.#comparable(codes[ordinal] ?? 0, ordinal)),
      );
      first += ordinals.length;
    }
  }

  /** A code that says what a result came to, where its own says that it stands elsewhere. */
  #comparable(code: number, ordinal: number): number {
    if (code === 0 || isPacked(code)) return code;
    const [email = ''] = this.listed(ordinal, ordinal);
    const { verification } = this.unpack(code, { address: email, ordinal }) ?? {};
    return verification ? packComparable(email, verification) : NO_RESULT;
  }

  /** The packed results of some addresses, by their ordinals. */
  codesOf(ordinals: Iterable<number>): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const { first, at, ordinal } of this.sent.placesOf(ordinals)) {
      const code = this.kept.codes(first)[at];
      if (code) found.set(ordinal, code);
    }
    return found;
  }

  /** Removes the results of some addresses. */
  eraseResults(erased: Iterable<number>): void {
    for (const { first, at, ordinal } of this.sent.placesOf(erased)) {
      const codes = this.kept.codes(first);
      codes[at] = 0;
      if (codes.length > at) this.kept.putCodes(first, codes);
      const earlier = this.kept.earlierCodes(first);
      earlier[at] = 0;
      if (earlier.length > at) this.kept.putEarlier(first, earlier);
      this.kept.erase(ordinal);
    }
  }

  /** `verdict`: a place in VERDICTS. */
  #noteVerdict(counts: Record<Verdict, number>, ordinal: number, verdict: number): void {
    const { rows, verdict: before } = this.sql.first(VERDICT_OF, ordinal) ?? {};
    const [earlier, now] = [VERDICTS[Number(before ?? -1)], VERDICTS[verdict]];
    if (earlier) counts[earlier] -= Number(rows);
    if (now) counts[now] += Number(rows);
    if (verdict !== before) this.sql.run(SET_VERDICT, verdict, ordinal);
  }
}

interface Judged extends Numbered {
  readonly result: RowResult;
  readonly verdict: Verdict;
}

interface NewResults {
  /** The portion that they are of, where it is known. */
  readonly known: SentOrdinals | undefined;
  readonly judged: readonly Judged[];
  readonly domains: ReadonlyMap<string, DomainFacts>;
  /** The version of TeamJudging. */
  readonly judgedBy: string;
}

/** Portions behind those that were sent, in place of the others; the ordinals of each. */
interface NewPortions {
  readonly sent: number;
  readonly portions: readonly (readonly number[])[];
  /** Whether the results that these addresses have now are kept beside those to come. */
  readonly keepsEarlier?: boolean;
}

/** Undefined where each row is counted once. */
export function entriesOf(
  { distinct, duplicates, verdicts }: Pick<typeof NOTHING, 'distinct' | 'duplicates' | 'verdicts'>,
  { columns, coalesce, splitCells }: ListPlan,
): Pick<ListCounts, 'entries'> {
  const hasSeveral = splitCells || (columns.length > 1 && !coalesce);
  const texts = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  return hasSeveral ? { entries: distinct + duplicates + texts } : {};
}

/** What is kept of an entry of a batch; undefined where it says nothing. */
function toRowResult({ email, result, error }: ListResult): RowResult | undefined {
  if (result === null) return error === null ? undefined : { error };
  const verification = { email, ...result.facts, detail: toDetail(result) };
  return error === null ? { verification } : { verification, error };
}

function toDetail({ reason, evidence, checkedAt }: Result): VerificationDetail {
  const { provider, retryAfter, domainOutcomes, mxHost, reply } = evidence;
  return {
    reason,
    ...(provider !== null && { provider: providerId(provider) }),
    ...(domainOutcomes && { domainOutcomes }),
    ...(retryAfter !== null && { retryAfter: checkedAt + retryAfter }),
    ...(mxHost !== null && { mxHost, checkedAt, ...(reply && { reply: toReply(reply) }) }),
  };
}

const JUDGED = `SELECT ordinal, domain, local, problem, verdict FROM address
  WHERE ordinal >= ? AND ordinal < ? AND domain IS NOT NULL AND verdict IS NOT NULL`;
const WANTED = 'CREATE TEMP TABLE wanted (ordinal INTEGER PRIMARY KEY) STRICT';
const CHECKED =
  'SELECT ordinal, domain, local, problem FROM address WHERE domain IS NOT NULL AND rows > 0';
const UNKNOWN = 'domain IS NOT NULL AND rows > 0 AND (verdict = 3 OR verdict IS NULL)';
const VERDICT_OF = 'SELECT rows, verdict FROM address WHERE ordinal = ?';
const SET_VERDICT = 'UPDATE address SET verdict = ? WHERE ordinal = ?';
