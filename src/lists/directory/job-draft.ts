import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { ListSource } from '../../formats/source.ts';
import { withoutMends } from '../../formats/write/find-mends.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { isAlive } from '../../lib/process-alive.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { build } from '../../lib/version.ts';
import { checksum, sealAddresses, writeRecord } from '../file/check.ts';
import { createDatabase, temporaryDatabase } from '../file/database.ts';
import { copyInput, openInput } from '../file/input.ts';
import { JobFile } from '../file/job-file.ts';
import { fingerprintOf, type JobCounts, type JobRecord, type Sample } from '../file/job-record.ts';
import { ADDRESS, cutPortions, writePortions } from '../file/portions.ts';
import { formatUnpackable } from '../file/result-store.ts';
import { noteSameMailboxes, SENT_ONCE } from '../file/same-mailbox.ts';
import { sampleOrdinals } from '../file/sample.ts';
import { scanList } from '../file/scan.ts';

/** The details of a job beside its list. */
type JobDetails = Pick<
  JobRecord,
  'createdAt' | 'inputPath' | 'service' | 'settings' | 'noCache' | 'mode'
>;

/** Where a draft becomes a job: in `directory`, under `id`, written by process `pid`. */
export interface DraftLocation {
  readonly directory: string;
  readonly id: string;
  readonly pid: number;
}

/** A list to be copied. */
interface GivenInput {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the reading of the copy, too; `chunks` heed it themselves. */
  readonly signal?: AbortSignal;
}

/** What reading a list showed, and how it is sent. */
export interface Scan {
  readonly plan: ListPlan;
  readonly counts: JobCounts;
  readonly sample: Sample | null;
  readonly fingerprint: string;
  /** As in a JobRecord. */
  readonly unmended?: string;
  /** SHA-256 of the list's bytes, in hex. */
  readonly contentHash: string;
  /** Batches that it is sent in. */
  readonly batches: number;
}

/**
 * A list that is being looked at. Nothing of it counts until `keep`: a draft is built under a name
 * of its own and becomes a job by one rename, so that no half-read list is ever resumed.
 */
export class JobDraft {
  /** The copied list. */
  readonly source: ListSource;
  readonly #database: DatabaseSync;
  readonly #place: DraftLocation | undefined;
  readonly #contentHash: string;

  private constructor(
    { name, signal }: GivenInput,
    hash: string,
    at: [DatabaseSync, DraftLocation | undefined],
  ) {
    [this.#database, this.#place] = at;
    this.#contentHash = hash;
    this.source = openInput(this.#database, name, signal);
  }

  /** Copies a list. Without a place the draft can't be kept and leaves nothing on the disk. */
  static async of(input: GivenInput, place?: DraftLocation): Promise<JobDraft> {
    const database = place ? createDatabase(draftPath(place), LARGE_PAGES) : temporaryDatabase();
    if (place) OPEN_DRAFTS.add(draftName(place));
    const hash = createHash('sha256');
    try {
      database.exec('BEGIN');
      await copyInput(database, input.chunks, (chunk) => hash.update(chunk));
      return new JobDraft(input, hash.digest('hex'), [database, place]);
    } catch (error) {
      abandon(database, place);
      throw error;
    }
  }

  /** Reads the list as planned and notes its distinct addresses, or a sample of them. */
  async scan(plan: ListPlan, sample: Sample | null): Promise<Scan> {
    const counts = await scanList(this.#database, this.source, plan);
    const wanted = sample ? this.#keepSample(counts.distinct, sample) : counts.distinct;
    const fingerprint = fingerprintOf(this.#contentHash, { plan, sample });
    const unmended = plan.mended && this.fingerprint(plan, sample);
    // A sample is one of distinct addresses: its rates are theirs.
    const sameMailbox = sample ? 0 : noteSameMailboxes(this.#database);
    const total = wanted - sameMailbox;
    const portions = cutPortions(this.#database, {
      total,
      ...(sameMailbox > 0 && { which: SENT_ONCE }),
    });
    // Pages that wait to be written would leave no room in the cache for those that portions are read from.
    this.#database.exec('COMMIT');
    const batches = writePortions(this.#database, portions, { withLines: true });
    this.#database.exec('BEGIN');
    const contentHash = this.#contentHash;
    const found = { ...counts, wanted: total, ...(sameMailbox > 0 && { sameMailbox }) };
    const known = { plan, sample, fingerprint, contentHash, counts: found, batches };
    return unmended === undefined ? known : { ...known, unmended };
  }

  /** Of the list as it was written, whether its cells are mended or not. */
  fingerprint(plan: ListPlan, sample: Sample | null): string {
    return fingerprintOf(this.#contentHash, { plan: withoutMends(plan), sample });
  }

  /** The addresses that `scan` noted, as they will be sent. */
  *portions(): Generator<readonly string[]> {
    for (const { lines } of this.#database.prepare(PORTIONS).iterate())
      yield String(lines).split('\n');
  }

  /** All that `scan` noted, in the order of the list, many at a time; `sent`: one address of each mailbox. */
  *listed({ sent = false } = {}): Generator<{
    readonly addresses: readonly string[];
    readonly ordinals: readonly number[];
  }> {
    const which = sent ? SENT_ONCE : 'domain IS NOT NULL';
    const select = this.#database.prepare(LISTED.replace('WHICH', which));
    for (let after = 0; ; ) {
      const rows = select.all(after, MAX_BATCH_SIZE);
      const ordinals = rows.map(({ ordinal }) => Number(ordinal));
      if (ordinals.length === 0) return;
      yield { addresses: rows.map(({ email }) => String(email)), ordinals };
      after = ordinals.at(-1) ?? after;
    }
  }

  /** Keeps the result of an address that is known already: after `divideAgain` it is not sent. */
  keepKnown(ordinal: number, result: RowResult): void {
    const text = formatUnpackable(result);
    this.#database
      .prepare('INSERT INTO unpackable_result (ordinal, result, sum) VALUES (?, ?, ?)')
      .run(ordinal, text, checksum(text));
  }

  /** Divides the addresses again: those without a kept result, as many as `wanted`. */
  divideAgain(scan: Scan, wanted: number): Scan {
    this.#database.exec('DELETE FROM portion');
    const portions = cutPortions(this.#database, { total: wanted, which: WITHOUT_RESULT });
    const batches = writePortions(this.#database, portions, { withLines: true });
    return { ...scan, counts: { ...scan.counts, wanted }, batches };
  }

  /** Turns the draft into a job. It is on the disk when this returns. */
  keep({ batches: _, contentHash: __, ...scan }: Scan, details: JobDetails): JobFile {
    const place = this.#place;
    if (!place) throw new TypeError('a draft without a place is only for looking');
    const record: JobRecord = { ...details, ...scan, id: place.id, name: this.source.name };
    this.#database.exec('COMMIT; PRAGMA synchronous = EXTRA');
    inTransaction(this.#database, () => {
      writeRecord(this.#database, record, build());
      sealAddresses(this.#database);
    });
    this.#database.close();
    const path = jobPath(place);
    renameSync(draftPath(place), path);
    OPEN_DRAFTS.delete(draftName(place));
    return JobFile.open(path);
  }

  /** Removes the draft. */
  discard(): void {
    abandon(this.#database, this.#place);
  }

  /** Leaves only the sample, numbered from 1. Returns its size. */
  #keepSample(distinct: number, { size, seed }: Sample): number {
    const ordinals = sampleOrdinals(distinct, Math.min(size, distinct), seed);
    this.#database.exec('CREATE TEMP TABLE sampled (place INTEGER PRIMARY KEY, ordinal INTEGER)');
    const insert = this.#database.prepare('INSERT INTO sampled VALUES (?, ?)');
    ordinals.forEach((ordinal, index) => {
      insert.run(index + 1, ordinal);
    });
    // Ascending places are never above their ordinals, and negatives never meet positives.
    this.#database.exec(`
      DELETE FROM address WHERE ordinal NOT IN (SELECT ordinal FROM sampled);
      UPDATE address SET ordinal =
        -(SELECT place FROM sampled WHERE sampled.ordinal = address.ordinal);
      UPDATE address SET ordinal = -ordinal;
      DROP TABLE sampled;
    `);
    return ordinals.length;
  }
}

const LISTED = `SELECT ordinal, ${ADDRESS} AS email FROM address
  WHERE ordinal > ? AND WHICH ORDER BY ordinal LIMIT ?`;

const WITHOUT_RESULT = `${SENT_ONCE}
  AND ordinal NOT IN (SELECT ordinal FROM unpackable_result)`;

/** They suit a long list, of which a thousand addresses are read at a time. */
const LARGE_PAGES = 'PRAGMA page_size = 16384';

const PORTIONS = 'SELECT lines FROM portion ORDER BY first';

const DRAFT_NAME = /^\.draft-job_[a-z0-9]+-(\d+)\.sqlite$/;

/** Names of the drafts that this process has open, in whatever directories. */
const OPEN_DRAFTS = new Set<string>();

/**
 * Whether a file in the jobs' directory was left behind by a process that was killed. A process has
 * the number of an earlier one in a container, where everybody is process 1.
 */
export function isAbandonedDraft(fileName: string, self: number): boolean {
  const match = DRAFT_NAME.exec(fileName);
  if (!match) return false;
  const pid = Number(match[1]);
  return pid === self ? !OPEN_DRAFTS.has(fileName) : !isAlive(pid);
}

/** Where the file of a job is. */
export function jobPath({ directory, id }: Pick<DraftLocation, 'directory' | 'id'>): string {
  return join(directory, `${id}.sqlite`);
}

function draftName({ id, pid }: DraftLocation): string {
  return `.draft-${id}-${pid}.sqlite`;
}

function draftPath(place: DraftLocation): string {
  return join(place.directory, draftName(place));
}

function abandon(database: DatabaseSync, place: DraftLocation | undefined): void {
  if (database.isOpen) database.close();
  if (!place) return;
  OPEN_DRAFTS.delete(draftName(place));
  rmSync(draftPath(place), { force: true });
}
