/** What SQLite and PostgreSQL do in their own ways; all else is written once, in portable Kysely. */

import type { RawBuilder, Transaction } from 'kysely';
import type { Result } from '../result/result.ts';
import type { FleetStore } from '../service/fleet/records.ts';
import type { ListNews } from '../service/lists/list-ports.ts';
import type { EntryOutcome, PartClaim, PartQueue } from '../service/parts/part-queue.ts';
import type { HistoryPosition, TimeSpan } from '../service/people/records.ts';
import type { NewBatch, NewVerification, Reservation } from '../service/ports.ts';
import type { KeyRecord, Page, Team } from '../service/records.ts';
import type { DamagedThing } from '../service/service-event.ts';
import { StoreError } from '../service/store-error.ts';
import type { ClaimTime, WantedMessages, WebhookMessage } from '../service/webhooks/records.ts';
import type { ClaimedRow, Db, Tables } from './tables.ts';

export type KeyAndTeam = { readonly key: KeyRecord; readonly team: Team };

/** Cached answers of a team that have not expired. */
export interface AnswerReads {
  one(teamId: string, key: string, now: number): Promise<Result | undefined>;
  /** Undefined where the database has to be asked. */
  recall(teamId: string, key: string, now: number): Result | undefined;
  rows(teamId: string, keys: readonly string[], now: number): Promise<readonly CachedRow[]>;
}

export interface TeamVerification extends NewVerification {
  readonly teamId: string;
}

export interface TeamReservation extends Reservation {
  readonly teamId: string;
}

/** Writes that run for each address, many in one statement or transaction. */
export interface AddressWriters {
  /** Reserves usage; false, with nothing reserved, when the quota does not allow it. */
  readonly reserve: (teamId: string, reservation: Reservation) => Promise<boolean>;
  /**
   * Resolves when the verification and its cached answer are committed; with false where another request
   * with its key was answered before.
   */
  readonly writeHistory: (verification: TeamVerification) => Promise<boolean>;
}

/** Outcomes of one part that are recorded together. */
export interface OutcomeGroup {
  readonly part: PartClaim;
  readonly outcomes: readonly EntryOutcome[];
  readonly now: number;
}

/** Stores the entries of a new batch, in the caller's transaction. */
export type InsertEntries = (trx: Db, batch: NewBatch) => Promise<void>;

interface CreatedBatch {
  readonly batchId: string;
  readonly teamId: string;
}

/** What is written of a batch's parts in the transaction that creates or cancels it. */
export interface BatchHooks {
  /** Before the transaction: what takes connections of its own. */
  prepare(): Promise<void>;
  created(trx: Transaction<Tables>, batch: CreatedBatch): Promise<void>;
  /** The batch is locked. */
  cancelled(trx: Transaction<Tables>, batchId: string): Promise<void>;
}

export type Row = Readonly<Record<string, unknown>>;

/** Statements over a team's history, newest first. Callers bound them. */
export interface HistoryReads {
  rows(teamId: string, before: HistoryPosition, limit: number): Promise<readonly Row[]>;
  /** The position `count` rows further on; none where the history ends before. */
  position(teamId: string, before: HistoryPosition, count: number): Promise<readonly Row[]>;
  matches(teamId: string, range: HistoryRange): Promise<readonly Row[]>;
  /**
   * Those before a position whose address is a text, or whose domain begins with it, newest first; undefined where
   * the index can't say, or finds more than `most`.
   */
  beginnings(teamId: string, wanted: WantedBeginnings): Promise<readonly Row[] | undefined>;
  /** A page at any depth. */
  page(teamId: string, page: Page): Promise<readonly Row[]>;
  /** The number of verifications of each day (UTC) that starts in the span: `start`, `count`. */
  days(teamId: string, span: TimeSpan): Promise<readonly Row[]>;
}

/** Verifications from one position to another whose address has a text, in lower case (ASCII). */
interface HistoryRange {
  readonly before: HistoryPosition;
  /** Included. */
  readonly to: HistoryPosition;
  readonly text: string;
  readonly limit: number;
}

export interface WantedBeginnings {
  readonly before: HistoryPosition;
  readonly text: string;
  readonly limit: number;
  /** Rows that an index may find. */
  readonly most: number;
}

export interface HistoryUpkeep {
  /** Time of the newest verification. */
  newest(): Promise<number | undefined>;
  /** Deletes a bounded number of verifications before a time and returns it. */
  sweep(before: number): Promise<number>;
}

/** Whether a column has a text in it, ASCII letters in any case. */
export type Containing = (column: string, text: string) => RawBuilder<boolean>;

/** Sets of texts in a statement, whose text is the same for any number of them. */
export interface TextSets {
  /** Whether a column has one of the texts. */
  isAny(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /** The texts as a table with one column. */
  rows(column: string, texts: readonly string[]): RawBuilder<unknown>;
}

/** A column of many rows: its name, its type and where it comes from. */
export type GivenColumn<Row> = readonly [
  name: string,
  type: 'text' | 'bigint',
  of: (row: Row) => string | number | null,
];

/** Which rows of `verifications` are of a team and one of these mailboxes, as a condition. */
export type FindByMailbox = (
  teamId: string,
  mailboxes: readonly string[],
) => Promise<RawBuilder<boolean>>;

/** Rows as a table in a statement, whose text is the same for any number of them. */
export type GivenRows = <Row>(
  rows: readonly Row[],
  columns: readonly GivenColumn<Row>[],
) => RawBuilder<unknown>;

/** Leases the oldest messages of each webhook that are due and free, in the caller's transaction. */
export type ClaimRows = (
  trx: Db,
  wanted: readonly WantedMessages[],
  time: ClaimTime,
) => Promise<ClaimedRow[]>;

/** Overwrites what is deleted in between, as far as the database does such a thing. */
export interface Overwriting {
  begin(db: Db): Promise<void>;
  end(db: Db): Promise<void>;
}

export interface DatabaseParts {
  readonly db: Db;
  /** The same, with transactions that survive a power cut once they are committed. */
  readonly durable: Db;
  readonly damage: Damage;
  readonly keyByHash: (hash: string) => Promise<KeyAndTeam | undefined>;
  readonly answers: AnswerReads;
  readonly outbox: EventOutbox;
  readonly others: OtherProcesses;
  readonly parts: PartQueue;
  readonly batchHooks?: BatchHooks | undefined;
  readonly writers: AddressWriters;
  readonly insertEntries: InsertEntries;
  readonly historyReads: HistoryReads;
  readonly historyUpkeep: HistoryUpkeep;
  readonly contains: Containing;
  readonly textSets: TextSets;
  readonly findByMailbox: FindByMailbox;
  readonly givenRows: GivenRows;
  readonly claimRows: ClaimRows;
  /** Runs a query that may read much, where it keeps nobody waiting. */
  readonly readAside: (query: RawBuilder<Row>) => Promise<readonly Row[]>;
  readonly overwriting: Overwriting;
  /** The time by the clock of the database, in milliseconds. */
  readonly now: RawBuilder<number>;
  readonly fleet?: FleetStore | undefined;
  readonly backup: (path: string) => Promise<void>;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Reports stored rows that do not fit their schema and are left out. */
export interface Damage {
  report(what: DamagedThing): void;
  listen(listener: (what: DamagedThing) => void): void;
}

export function damageReports(): Damage {
  let listener: ((what: DamagedThing) => void) | undefined;
  return {
    report: (what) => listener?.(what),
    listen(given) {
      listener = given;
    },
  };
}

export function damagedRow(what: string): StoreError {
  return new StoreError('damaged', `a stored ${what} is damaged`);
}

/** What processes on one database let each other know, so that none has to look for it all the time. */
export interface OtherProcesses {
  /** Part of the transaction in which a batch ends. */
  notifyEnded(trx: Db, batchId: string): Promise<void>;
  notifyRecorded(batchId: string): void;
  notifyChanged(): void;
  /** Begins to listen. The listener is called with `changed` whenever `isListening` becomes another. */
  listen(listener: (news: ListNews) => void): void;
  /** Whether what others commit reaches the listener. */
  isListening(): boolean;
}

/** What a read of the cache selects. */
export interface CachedRow {
  readonly key: string;
  readonly expires_at: number;
  readonly result: unknown;
  readonly checked_at: unknown;
}

/**
 * Writes what has happened as messages to the webhooks that want it, in the transaction in which it
 * happens. Costs one look-up by an index where a team has no webhook.
 */
export interface EventOutbox {
  /** A batch has ended. Nothing is written of a batch of a list: the list has its own event. */
  batchEnded(trx: Db, batchId: string): Promise<void>;
  listCompleted(trx: Db, listId: string): Promise<void>;
  /** A list waits for the quota: people get this by mail alone. */
  listPaused(trx: Db, listId: string): Promise<void>;
  write(trx: Db, teamId: string, message: WebhookMessage): Promise<void>;
  /** Calls the listener when the transaction is committed: it has queued a message. */
  announce(trx: Db): void;
  onQueued(listener: () => void): void;
  /** Calls the listener when results of batches, or the end of one, are committed; by others too. */
  onBatches(listener: (news: ListNews) => void): void;
  /** Results are committed. */
  resultsRecorded(batchId: string): void;
}
