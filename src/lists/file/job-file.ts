import type { DatabaseSync } from 'node:sqlite';
import type { ResultEvidence } from '../../contract/decode-evidence.ts';
import { judge } from '../../contract/verdict.ts';
import type { ListSource } from '../../formats/source.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import type { AddressRange, SentAddresses } from './address-reader.ts';
import { Cancellation } from './cancellation.ts';
import { Changes } from './changes.ts';
import { checkJob, checksum } from './check.ts';
import { damageError, isDamage } from './damage.ts';
import { checkMark, openDatabase, probeDatabase, type Statements } from './database.ts';
import { openInput } from './input.ts';
import {
  type BatchSnapshot,
  type JobBatch,
  type JobRecord,
  type Listing,
  loadBatches,
  NEW_BATCH,
  saveBatch,
  type WrittenFile,
} from './job-record.ts';
import { ListFile } from './list-file.ts';
import { expectsLog, forgetRemovedLog, lacksLog, leaveLog, lostLog, withLog } from './log.ts';
import { cutPortions, writePortions } from './portions.ts';
import { domainsOf, type Numbered } from './result-store.ts';

/**
 * One job on the disk. Every method is one statement or one transaction, and what it wrote is
 * durable when it returns: the caller's next request may rely on it. Between `logged` and its disposal
 * what the service said waits for the next intent, or for `commit`: after a kill it is asked again.
 */
export class JobFile extends ListFile {
  readonly path: string;
  readonly record: JobRecord;
  /** What changes beside the batches. */
  readonly state: JobState;
  readonly cancellation: Cancellation;
  readonly #changes: Changes;

  private constructor(path: string, database: DatabaseSync) {
    super(database);
    this.path = path;
    this.cancellation = new Cancellation(path);
    this.#changes = new Changes(database);
    this.state = new JobState(this.sql);
    const { record, sum } = this.sql.first('SELECT record, sum FROM job') ?? {};
    if (typeof record !== 'string' || checksum(record) !== sum) {
      throw damageError(path, 'its record has changed');
    }
    this.record = JSON.parse(record);
  }

  /**
   * Opens a job that exists.
   *
   * @throws MailvetError `input` where the file is no job, or a damaged one; `config` where a build that
   * was never released wrote it, which changes nothing of the file.
   */
  static open(path: string): JobFile {
    let database: DatabaseSync | undefined;
    try {
      const isLogMissing = lacksLog(path);
      probeDatabase(path);
      database = openDatabase(path);
      checkMark(database, path);
      if (isLogMissing && expectsLog(database)) throw lostLog(path);
      return new JobFile(path, database);
    } catch (cause) {
      database?.close();
      if (isMailvetError(cause)) throw cause;
      if (isDamage(cause)) throw damageError(path, (cause as Error).message, cause);
      throw new MailvetError('input', `${path} can't be read as a job`, {
        cause,
        hint: [
          'It is no job of mailvet, or a damaged one: ',
          { code: 'forget_job' },
          ' removes it',
        ],
      });
    }
  }

  /** Throws `input` unless the file is, in all its parts, as it was written. */
  check(): void {
    checkJob(this.database, this.path);
  }

  override close(): void {
    this.sql.clear();
    const hasLeft = leaveLog(this.database, this.path);
    super.close();
    if (!hasLeft) forgetRemovedLog(this.path);
  }

  /** Makes what is written until the disposal cheaper. */
  logged(): Disposable {
    const log = withLog(this.database);
    this.#changes.isGrouping = true;
    return {
      [Symbol.dispose]: () => {
        this.#changes.isGrouping = false;
        try {
          this.commit();
        } catch {
          // A full disk, for example: only a run that failed leaves something, and reports its own error.
        }
        log[Symbol.dispose]();
      },
    };
  }

  /** What waits is durable when it returns. */
  commit(): void {
    this.#changes.commit();
  }

  /** The list as it was when it was submitted. */
  input(): ListSource {
    return openInput(this.database, this.record.name);
  }

  /** True for an address of the list that the job sends: with a sample, not every one is. */
  wants(address: string): boolean {
    return this.ordinalOf(address) > 0;
  }

  /** Addresses that no batch has taken up, at most `size` of one portion; undefined without any. */
  nextRange(size: number): AddressRange | undefined {
    const first = this.#lastTaken + 1;
    if (first > this.#lastPlace) return undefined;
    return { first, last: Math.min(first + size - 1, this.sent.endOf(first)) };
  }

  /** Addresses that no batch has taken up. */
  countUnsent(): number {
    return Math.max(0, this.#lastPlace - this.#lastTaken);
  }

  get #lastTaken(): number {
    return this.sql.number('SELECT last FROM batch ORDER BY number DESC LIMIT 1');
  }

  get #lastPlace(): number {
    return Math.max(0, this.sent.endOf(Number.MAX_SAFE_INTEGER));
  }

  /** The places of what is sent now: the list, or in a retry what is asked again. */
  get round(): AddressRange {
    return { first: this.sql.number('SELECT round FROM job'), last: this.#lastPlace };
  }

  /** A retry whose results were not written yet. */
  get isRetrying(): boolean {
    return this.round.first > 1 && !this.state.isDelivered;
  }

  /** All that the job sends now, in their order. */
  *allAddresses(): Generator<string> {
    const { first: begin, last: end } = this.round;
    for (let first = begin; first <= end; ) {
      const last = this.sent.endOf(first);
      yield* this.addresses({ first, last });
      first = last + 1;
    }
  }

  /**
   * The ordinals of addresses whose last result is unknown; with `only`, of those with one of these fine
   * reasons.
   */
  unknown(only: readonly string[] | undefined): number[] {
    const codes = this.codes();
    return this.submitted().flatMap((batch) => {
      const { ordinals } = this.sent.of(batch);
      const results = this.results(batch, codes);
      return [...ordinals].filter((_, index) => isUnknown(results[index], only));
    });
  }

  /** Gives addresses further places, behind those that were sent, to be verified again. */
  retry(ordinals: readonly number[]): void {
    const asked = new Set(ordinals);
    this.#changes.now(() => {
      for (const batch of this.batches()) {
        if (batch.missing === 0) continue;
        const sent = this.sent.of(batch);
        const results = this.results(batch);
        const isMissing = (ordinal: number, at: number) => !results[at] && !asked.has(ordinal);
        this.#save({ ...batch, missing: sent.ordinals.filter(isMissing).length });
      }
      const after = this.#lastPlace;
      const wanted = JSON.stringify([...asked]);
      this.database.exec('CREATE TEMP TABLE again (ordinal INTEGER PRIMARY KEY) STRICT');
      this.sql.run('INSERT INTO temp.again SELECT value FROM json_each(?)', wanted);
      const which = 'ordinal IN (SELECT ordinal FROM temp.again)';
      const portions = [...cutPortions(this.database, { total: asked.size, which })];
      writePortions(this.database, portions, { after, withLines: true });
      this.database.exec('DROP TABLE temp.again');
      this.sql.run('UPDATE job SET round = ?, delivered = 0', after + 1);
    });
  }

  batches(): JobBatch[] {
    return loadBatches(this.sql);
  }

  /** Those of the list as it was submitted: no retries. */
  submitted(): JobBatch[] {
    return loadBatches(this.sql, `first <= ${this.record.counts.wanted}`);
  }

  /** Those of the present round. */
  roundBatches(): JobBatch[] {
    return loadBatches(this.sql, `first >= ${this.round.first}`);
  }

  /** True when one of the job's batches has this identifier at the service. */
  hasBatch(serviceId: string): boolean {
    return this.sql.number('SELECT count(*) FROM batch WHERE service_id = ?', serviceId) > 0;
  }

  /** Addresses in batches of the round that the service accepted, and those that it has processed. */
  addressCounts({ first, last } = this.round): { readonly sent: number; readonly done: number } {
    const { sent, done } = this.sql.first(ADDRESS_COUNTS, first, last) ?? {};
    return { sent: Number(sent), done: Number(done) };
  }

  /** Sent, or about to be when we died, with no answer on record. */
  unanswered(): JobBatch[] {
    return loadBatches(this.sql, 'service_id IS NULL');
  }

  /** Accepted by the service, their results not stored yet. */
  openBatches(): JobBatch[] {
    return loadBatches(this.sql, 'service_id IS NOT NULL AND collected = 0');
  }

  /** The intent, before the POST. */
  recordIntent({ first, last }: AddressRange, at: number): JobBatch {
    const number = 1 + this.sql.number('SELECT coalesce(max(number), 0) FROM batch');
    return this.#changes.now(() =>
      this.#save({ ...NEW_BATCH, number, first, last, intendedAt: at }),
    );
  }

  /** The same addresses are about to go once more, with nothing that keeps them from being charged twice. */
  renewIntent({ number, lost, resent }: JobBatch, at: number): JobBatch {
    const changes = { intendedAt: at, resent: resent || lost };
    return this.#changes.now(() => this.#change(number, changes));
  }

  /** The POST left, and its answer was lost. */
  recordLost(number: number): JobBatch {
    return this.#changes.now(() => this.#change(number, { lost: true }));
  }

  /** The service surely did nothing: the addresses count as never sent. */
  dropIntent(number: number): void {
    const drop = 'DELETE FROM batch WHERE number = ? AND service_id IS NULL';
    this.#changes.now(() => this.sql.run(drop, number));
  }

  /** The answer, after the POST. */
  recordAnswer(number: number, serviceId: string): void {
    this.#changes.soon(() => this.#change(number, { serviceId, status: 'pending' }));
  }

  /** Each with the number of its batch, in one transaction: a sync for each would cost more than a poll. */
  recordSnapshots(snapshots: readonly (BatchSnapshot & Pick<JobBatch, 'number'>)[]): void {
    if (snapshots.length === 0) return;
    this.#changes.soon(() => {
      for (const { number, ...snapshot } of snapshots) this.#change(number, snapshot);
    });
  }

  /**
   * Stores what came back for a batch, aligned with its addresses, and its snapshot. What decided the results is kept
   * once the batch has ended.
   */
  storeResults(
    batch: JobBatch,
    results: readonly (RowResult | undefined)[],
    snapshot: BatchSnapshot,
  ): void {
    const missing = results.filter((result) => result === undefined).length;
    this.#changes.soon(() => {
      const sent = this.sent.of(batch);
      this.kept.put(sent, results);
      this.kept.putDomains(domainsOf(results));
      if (batch.first > this.record.counts.wanted) this.#forgetEvidence(results, sent.ordinals);
      if (snapshot.collected) this.kept.putEvidence(evidenceOf(sent, results));
      this.#change(batch.number, { ...snapshot, missing });
    });
  }

  /** What was found again rests on nothing of before. */
  #forgetEvidence(results: readonly (RowResult | undefined)[], ordinals: Uint32Array): void {
    for (const [at, result] of results.entries())
      if (result) this.kept.eraseEvidence(ordinals[at] ?? 0);
  }

  batch(number: number): JobBatch {
    const [batch] = loadBatches(this.sql, `number = ${number}`);
    if (!batch) throw new MailvetError('internal', `batch ${number} is not in ${this.path}`);
    return batch;
  }

  #change(number: number, changes: Partial<JobBatch>): JobBatch {
    return this.#save({ ...this.batch(number), ...changes });
  }

  #save(batch: JobBatch): JobBatch {
    saveBatch(this.sql, batch);
    return batch;
  }

  /** True while something is left to send or to collect. */
  hasWork(): boolean {
    return this.nextRange(1) !== undefined || this.sql.number(OPEN_COUNT) > 0;
  }
}

function isUnknown(found: RowResult | undefined, only: readonly string[] | undefined): boolean {
  const judged = { result: found?.verification, error: found?.error };
  if (judge(judged, { riskyRole: true }).verdict !== 'unknown') return false;
  return only === undefined || only.includes(found?.verification?.detail?.reason ?? '');
}

function* evidenceOf(
  { addresses, ordinals }: SentAddresses,
  results: readonly (RowResult | undefined)[],
): Generator<readonly [Numbered, ResultEvidence]> {
  for (const [at, address] of addresses.entries()) {
    const detail = results[at]?.verification?.detail;
    if (detail) yield [{ address, ordinal: ordinals[at] ?? 0 }, detail];
  }
}

const ADDRESS_COUNTS = `
  SELECT total(size) FILTER (WHERE service_id IS NOT NULL) AS sent,
    total(CASE WHEN collected = 1 THEN size ELSE min(processed, size) END) AS done
  FROM (SELECT *, last - first + 1 AS size FROM batch WHERE first >= ? AND last <= ?)
`;
const OPEN_COUNT = 'SELECT count(*) FROM batch WHERE collected = 0';

/** What changes of a job beside its batches. A change is durable when it returns, unless others wait. */
class JobState {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** The process that works on the job, where one has noted itself. */
  get pid(): number | undefined {
    return this.#sql.number('SELECT coalesce(pid, 0) FROM job') || undefined;
  }

  set pid(pid: number | undefined) {
    this.#sql.run('UPDATE job SET pid = ?', pid ?? null);
  }

  /** The mailvet that created the job; undefined where none said so. */
  get writer(): string | undefined {
    return this.#sql.text('SELECT writer FROM job');
  }

  /** What the service listed before anything was sent, where it could be asked. */
  get listing(): Listing | undefined {
    const text = this.#sql.text('SELECT listing FROM job');
    return text === undefined ? undefined : JSON.parse(text);
  }

  set listing(listing: Listing | undefined) {
    this.#sql.run('UPDATE job SET listing = ?', listing ? JSON.stringify(listing) : null);
  }

  /** The results files that the job wrote. */
  get written(): WrittenFile[] {
    return JSON.parse(this.#sql.text('SELECT written FROM job') ?? '[]');
  }

  /** Notes a results file, before it gets its name. Earlier ones of that name stay known. */
  recordWritten(file: WrittenFile): void {
    this.#sql.run('UPDATE job SET written = ?', JSON.stringify([...this.written, file]));
  }

  /** True once all results were written. */
  get isDelivered(): boolean {
    return this.#sql.number('SELECT delivered FROM job') === 1;
  }

  recordDelivered(): void {
    this.#sql.run('UPDATE job SET delivered = 1');
  }
}
