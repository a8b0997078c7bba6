import { sql } from 'kysely';
import type {
  HistoryPosition,
  HistorySearch,
  SearchResult,
  TimeSpan,
  VerificationRecord,
} from '../service/people/records.ts';
import type { Page } from '../service/records.ts';
import { HISTORY, inFineBlock, stepsInBlock, withFineBlock } from './block-counts.ts';
import {
  type Damage,
  type DatabaseParts,
  damagedRow,
  type HistoryReads,
  type Row,
} from './database-parts.ts';
import { lowerAscii } from './index-keys.ts';
import { readResult, resultOf, resultsJoin } from './results.ts';

/** Bounds of reads of a history, in rows. */
export interface HistoryBounds {
  /** Rows that one statement of a search scans. */
  readonly scanned: number;
  /** Rows that a search scans before it stops with a position to continue from; for older ones it asks the index. */
  readonly searched: number;
  /** The same of one that continues. */
  readonly searchedOlder: number;
  /** Rows that the index may find for a search. */
  readonly beginnings: number;
  /** Rows that a download reads at a time. */
  readonly slice: number;
}

/** Each statement takes some 3 to 5 ms with a million rows. */
export const HISTORY_BOUNDS: HistoryBounds = {
  scanned: 10_000,
  searched: 20_000,
  searchedOlder: 500_000,
  beginnings: 1000,
  slice: 500,
};

/** A team's verifications, newest first, read in bounded statements. */
export interface TeamHistory {
  page(page: Page, signal?: AbortSignal): Promise<VerificationRecord[]>;
  search(search: HistorySearch, signal?: AbortSignal): Promise<SearchResult>;
  all(text: string, signal?: AbortSignal): AsyncGenerator<readonly VerificationRecord[]>;
  /** The number of verifications of each day (UTC), by its start; days without any are left out. */
  days(span: TimeSpan): Promise<ReadonlyMap<number, number>>;
}

interface HistoryDeps {
  readonly reads: HistoryReads;
  readonly damage: Damage;
  readonly bounds: HistoryBounds;
}

const NEWEST: HistoryPosition = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };
const OLDEST: HistoryPosition = { at: Number.MIN_SAFE_INTEGER, seq: Number.MIN_SAFE_INTEGER };

export function teamHistory({ reads, damage, bounds }: HistoryDeps, teamId: string): TeamHistory {
  const inTurn = oneAtATime();

  function rowsBefore(position: HistoryPosition, limit: number) {
    return inTurn(() => reads.rows(teamId, position, limit));
  }

  /** The position `count` rows further on; undefined where the history ends before. */
  async function stepped(from: HistoryPosition, count: number) {
    const [row] = await inTurn(() => reads.position(teamId, from, count));
    return row && toPosition(row);
  }

  function toRecords(rows: readonly Row[]): VerificationRecord[] {
    return rows.flatMap((row) => {
      const record = toRecord(row);
      if (!record) damage.report('verification');
      return record ?? [];
    });
  }

  /** The matches among the next rows, and the position to continue from; undefined at the end. */
  async function scan(from: HistoryPosition, text: string) {
    const end = await stepped(from, bounds.scanned);
    const range = { before: from, to: end ?? OLDEST, text, limit: bounds.slice };
    const rows = await inTurn(() => reads.matches(teamId, range));
    const last = rows.at(-1);
    const isCut = last !== undefined && rows.length === bounds.slice;
    return {
      rows,
      next: isCut ? toPosition(last) : end,
      scanned: isCut ? rows.length : bounds.scanned,
    };
  }

  async function find(
    { text, page, before }: HistorySearch,
    signal?: AbortSignal,
  ): Promise<SearchResult> {
    const found: Row[] = [];
    let toSkip = page.skip;
    let position: HistoryPosition | undefined = before ?? NEWEST;
    for (
      let left = before ? bounds.searchedOlder : bounds.searched;
      position && found.length < page.limit;
    ) {
      signal?.throwIfAborted();
      if (left <= 0) break;
      const { rows, next, scanned } = await scan(position, text);
      found.push(...rows.slice(toSkip));
      toSkip = Math.max(0, toSkip - rows.length);
      position = next;
      left -= scanned;
    }
    if (!position || found.length >= page.limit)
      return { verifications: toRecords(found.slice(0, page.limit)) };
    const limit = toSkip + page.limit - found.length;
    const wanted = { before: position, text, limit, most: bounds.beginnings };
    const older = await inTurn(() => reads.beginnings(teamId, wanted));
    found.push(...(older ?? []).slice(toSkip));
    const hasOlderBeginnings = older !== undefined;
    return { verifications: toRecords(found), next: position, hasOlderBeginnings };
  }

  async function page(wanted: Page, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const { limit, skip } = wanted;
    const isFirst = skip === 0;
    return toRecords(
      await (isFirst ? rowsBefore(NEWEST, limit) : inTurn(() => reads.page(teamId, wanted))),
    );
  }

  return {
    page,
    async search(search, signal) {
      const text = lowerAscii(search.text);
      if (text === '') return { verifications: await page(search.page, signal) };
      return find({ ...search, text }, signal);
    },
    async *all(given, signal) {
      const text = lowerAscii(given);
      let position: HistoryPosition | undefined = NEWEST;
      while (position) {
        signal?.throwIfAborted();
        const { rows, next }: HistorySlice =
          text === '' ? await slice(position) : await scan(position, text);
        if (rows.length > 0) yield toRecords(rows);
        position = next;
      }
    },
    async days(span) {
      const rows = await inTurn(() => reads.days(teamId, span));
      return new Map(rows.map(({ start, count }) => [Number(start), Number(count)]));
    },
  };

  async function slice(from: HistoryPosition): Promise<HistorySlice> {
    const rows = await rowsBefore(from, bounds.slice);
    const last = rows.at(-1);
    return { rows, next: last && rows.length === bounds.slice ? toPosition(last) : undefined };
  }
}

interface HistorySlice {
  readonly rows: readonly Row[];
  readonly next: HistoryPosition | undefined;
}

/** Runs one statement of a team at a time, so that other teams' statements run in between. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

function toPosition({ at, seq }: Row): HistoryPosition {
  if (typeof at === 'number' && typeof seq === 'number') return { at, seq };
  throw damagedRow('verification');
}

function toRecord(row: Row): VerificationRecord | undefined {
  const { email, at } = row;
  if (typeof email !== 'string' || typeof at !== 'number') return undefined;
  const result = readResult(row, email);
  return result && { email, result, at };
}

/** Reads of the history that are the same on both databases. */
export function countedReads(
  read: DatabaseParts['readAside'],
): Pick<HistoryReads, 'page' | 'days'> {
  const newest = sql`order by at desc, seq desc`;
  return {
    page: (teamId, { limit, skip }) =>
      read(sql`
        ${withFineBlock(HISTORY, { teamId, skip })}, first_row as (
          select at, seq from verifications where team_id = ${teamId} and ${inFineBlock(HISTORY)}
          ${newest} limit 1 offset ${stepsInBlock(skip)}
        )
        select seq, at, email, ${sql.raw(resultOf('verifications'))}
        from verifications ${sql.raw(resultsJoin('verifications'))}
        where team_id = ${teamId} and at <= (select at from first_row)
          and (at, seq) <= ((select at from first_row), (select seq from first_row))
        ${newest} limit ${limit}`),
    days: (teamId, { since, until }) =>
      read(sql`
        select start, count from block_counts where team_id = ${teamId}
          and counted = ${HISTORY.name} and size = ${sql.lit(HISTORY.coarse)}
          and start >= ${since} and start <= ${until}`),
  };
}
