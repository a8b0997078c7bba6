/**
 * Lists that people upload. What is known of a list stands in the store; its rows and results are in
 * a file of its own. Times are milliseconds since the Unix epoch.
 *
 * Its addresses have places in the order of sending. A batch is a range of them, as quota and open batches of its
 * team permit.
 */
import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { Verdict } from '../../contract/verdict.ts';
import type { AuditAction, AuditedChange } from '../people/records.ts';
import type { BatchRecord, Page } from '../records.ts';

/**
 * What people and programs see of the state of a list, which list-states.ts of the store draws. `uploading`: the file
 * is here as a whole, and is read; `ready`: it is read, and somebody decides whether it is verified.
 */
export type ListStatus =
  | 'uploading'
  | 'choosing_column'
  | 'ready'
  | 'running'
  | 'completed'
  | 'cancelled';

/** Why nothing more of a list is sent for the moment. */
export type ListWait = 'quota' | 'open_batches' | 'storage' | 'file';

/** How the list was found to be written. */
export interface ListForm {
  /** `csv`, `lines`, `json` or `jsonl`. */
  readonly format: string;
  readonly encoding: string;
  readonly delimiter: string;
  /** The sheet of a workbook. */
  readonly sheet: string | null;
  /** The names of the columns as they are; null without a header. */
  readonly header: readonly string[] | null;
  /** Where the addresses are, from 0. Empty while nobody has chosen. */
  readonly columns: readonly number[];
  /** Other columns that hold addresses; absent in lists of earlier versions. */
  readonly otherColumns?: readonly number[];
  /** Other sheets of the workbook that hold addresses. */
  readonly otherSheets?: readonly string[];
  /** Whether each address of a cell that has several is taken. */
  readonly splitCells?: boolean;
  /** Whether downloads have each address once. */
  readonly dropDuplicates?: boolean;
  /** Lists that further sheets became, by the names of the sheets. */
  readonly sheetLists?: Readonly<Record<string, string>>;
}

export interface ListCounts {
  readonly rows: number;
  readonly distinct: number;
  /** Addresses beyond the first of their kind. */
  readonly duplicates: number;
  /** Distinct addresses with the mailbox of an earlier one, verified with it; absent without any. */
  readonly sameMailbox?: number;
  /** Rows without an address that can be verified. */
  readonly unusable: number;
  /** Cells of the address column that are empty. */
  readonly empty: number;
  /** Addresses with a likely typo. */
  readonly suggestions: number;
  /** Rows with a cell that has several addresses, none of which is taken; absent in lists of earlier versions. */
  readonly several?: number;
  /** Of a list whose rows may hold several addresses: the cells, or their parts, that are judged. */
  readonly entries?: number;
}

/** Rows by verdict, those included whose cell is no address. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export const NO_VERDICTS: VerdictCounts = {
  deliverable: 0,
  risky: 0,
  undeliverable: 0,
  unknown: 0,
};

/** What a list came to when its file was read. */
export interface ListContent {
  readonly form: ListForm;
  readonly counts: ListCounts;
  readonly verdicts: VerdictCounts;
  /** Addresses that are sent. */
  readonly places: number;
  /** Bytes that it takes on the disk. */
  readonly size: number;
}

export interface ListRecord {
  readonly id: string;
  /** The file's, unless somebody has given it another. */
  readonly name: string;
  /** Null: it is in none. */
  readonly folder: string | null;
  /** The address of the person who uploaded it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly status: ListStatus;
  /** Bytes that it takes on the disk. */
  readonly size: number;
  /** Null until the file was read. */
  readonly form: ListForm | null;
  readonly counts: ListCounts | null;
  readonly verdicts: VerdictCounts;
  /** By which the verdicts are counted, as the version of TeamJudging. */
  readonly judgedBy: string;
  /** Addresses that are verified in this round: all of them, or those of a retry. */
  readonly totalCount: number;
  readonly processedCount: number;
  /** Whether this round is a retry of what was unknown. */
  readonly isRetry: boolean;
  /** Addresses that are sent in all rounds, and how many of them are in batches. */
  readonly places: number;
  readonly sent: number;
  /** When the round began. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly waitsFor: ListWait | null;
  /** Null where nobody has asked for one. */
  readonly retryPlan: RetryPlan | null;
}

/** When a list's undecided addresses are checked again by themselves. */
export interface RetryPlan {
  /** Times to come, the next first; empty behind the last. */
  readonly times: readonly number[];
  /** Addresses that were undecided when it was made. */
  readonly undecided: number;
}

export interface NewList {
  readonly id: string;
  readonly name: string;
  /** Bytes of the file. */
  readonly size: number;
}

/** A round of verification that begins. */
export interface ListRound {
  /** Addresses that are sent in all rounds. */
  readonly places: number;
  /** Addresses of this round. */
  readonly totalCount: number;
}

/** What a list is taken for: somebody asked for a retry, its plan did, or it is read in another way. */
export type RetryKind = 'asked' | 'planned' | 'revision';

/** An ended list that is taken: nobody else takes it, and nothing of it is sent. */
export interface TakenList {
  /** Batches of it that were created. */
  readonly sent: number;
}

/** An ended list that is read in another way from now on. */
export interface RevisedContent extends JudgedCounts {
  readonly form: ListForm;
  readonly counts: ListCounts;
  /** Bytes that it takes on the disk. */
  readonly size: number;
  /** Of 0 addresses: the list stays ended. */
  readonly round: ListRound;
  readonly action: AuditAction;
}

/** What is known of a file whose column somebody has to choose. */
export interface ColumnQuestion {
  readonly form: ListForm;
  /** Bytes that it takes on the disk. */
  readonly size: number;
}

export interface ListStart {
  readonly content: ListContent;
  /** What the team's lists may take. */
  readonly maxBytes: number;
  /** Whether it waits until somebody starts it. */
  readonly waits?: boolean;
}

export const LIST_ORDERS = ['newest', 'oldest', 'name', 'addresses'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Which lists are shown. */
export interface ListSelection extends Page {
  /** Part of a name, in whatever case. */
  readonly search?: string | undefined;
  /** Those in this folder alone. */
  readonly folder?: string | undefined;
  /** Default: newest first. */
  readonly order?: ListOrder | undefined;
}

export interface FolderCount {
  readonly folder: string;
  readonly lists: number;
}

export interface Reformed {
  readonly change: (form: ListForm) => ListForm;
  readonly action: AuditAction;
}

/** A team's lists. Each method is one transaction; what people do is written to the audit log with it. */
export interface ListStore {
  /** An upload that begins. False, and nothing is stored, where the lists would take more than `maxBytes`. */
  create(list: NewList, maxBytes: number, change: AuditedChange): Promise<boolean>;
  find(id: string): Promise<ListRecord | undefined>;
  list(selection: ListSelection): Promise<ListRecord[]>;
  /** Completed ones that were uploaded before a list, the latest first. */
  completedBefore(id: string, limit: number): Promise<ListRecord[]>;
  /** Folders that have lists, by name. */
  folders(): Promise<FolderCount[]>;
  /** False where there is no such list. */
  rename(id: string, name: string, change: AuditedChange): Promise<boolean>;
  /** `folder`: null takes it out of its folder. False where there is no such list. */
  move(id: string, folder: string | null, change: AuditedChange): Promise<boolean>;
  /** False where there is no such list. */
  share(id: string, share: NewShare, change: AuditedChange): Promise<boolean>;
  /** Links that have not expired, newest first. */
  shares(id: string, now: number): Promise<ListShare[]>;
  /** False where there is no such link. */
  unshare(id: string, shareId: string, change: AuditedChange): Promise<boolean>;
  running(): Promise<number>;
  /** Bytes that all lists take. */
  storage(): Promise<number>;
  /** The file was read, and somebody has to choose the column. */
  askColumn(id: string, question: ColumnQuestion, change: AuditedChange): Promise<void>;
  /** The file was read: it is verified from now on, or when it is started once more. */
  start(
    id: string,
    start: ListStart,
    change: AuditedChange,
  ): Promise<'started' | 'over_storage' | 'ended'>;
  /** Forgets an upload that came to nothing. */
  discard(id: string): Promise<void>;
  /**
   * Takes an ended list for a round, which `at` names, until `retry`, `revise` or `leave`. Undefined unless it is
   * completed or cancelled, and unless it is due where the retry is planned.
   */
  take(id: string, at: number, kind?: RetryKind): Promise<TakenList | undefined>;
  /**
   * Begins the round of a list that was taken at the time of the change, and takes the times that have come
   * out of its plan; without an address the list is what it was. False where it was cancelled or removed since.
   */
  retry(id: string, round: ListRound, change: AuditedChange): Promise<boolean>;
  /** As `retry`, for a list that is read in another way. */
  revise(id: string, revised: RevisedContent, change: AuditedChange): Promise<boolean>;
  /** Makes a taken list what it was. */
  leave(id: string, at: number): Promise<void>;
  /** Null: no more. False unless it is completed. */
  planRetries(id: string, plan: RetryPlan | null, change: AuditedChange): Promise<boolean>;
  /** False unless it runs or waits for its column. */
  cancel(id: string, change: AuditedChange): Promise<boolean>;
  /** It is gone for everybody at once; its rows and files follow. */
  remove(id: string, change: AuditedChange): Promise<boolean>;
  /** Its batches, newest first. */
  batches(id: string, page: Page): Promise<BatchRecord[]>;
  openBatches(id: string): Promise<string[]>;
  /** Changes what is known of its form. False where there is no such list, or it is not read. */
  reform(id: string, form: Reformed, change: AuditedChange): Promise<boolean>;
  recordDownload(id: string, change: AuditedChange): Promise<void>;
}

/** A list that the service has to see to. */
export interface OpenList {
  readonly id: string;
  readonly teamId: string;
  readonly status: 'running' | 'cancelled' | 'removed';
  readonly places: number;
  readonly sent: number;
  /** Batches that have not ended. */
  readonly open: number;
  /** Addresses in them that have no result. */
  readonly waiting: number;
  readonly waitsFor: ListWait | null;
  /** 1 while the round of a watch is under way. */
  readonly rounds: number;
  /** Of its team, in verifications a month; null: unlimited. */
  readonly quota: number | null;
  /** Under which this process sees to it; as in ListLeases. */
  readonly lease?: number | undefined;
}

/** A batch of a list whose results are not in the list yet. */
export interface ListBatch {
  readonly batchId: string;
  /** Its first, from 1. */
  readonly place: number;
  readonly isFinal: boolean;
  readonly processedCount: number;
}

/** Rows by the verdict that a team gives them. */
export interface JudgedCounts {
  readonly verdicts: VerdictCounts;
  /** The version of TeamJudging; another than all of them while some rows are judged by an earlier one. */
  readonly judgedBy: string;
}

/** What the file of a list says after results were put into it. */
export interface ListFigures extends JudgedCounts {
  /** Bytes that it takes on the disk. */
  readonly size: number;
  /** Where they have changed. */
  readonly counts?: ListCounts;
}

/**
 * What a process has committed: results of a batch, the end of one, or something else for which lists are to be
 * looked at.
 */
export type ListNews = 'recorded' | 'ended' | 'changed';

/** Which process sees to a list: one at a time, until its lease is over. */
export interface ListLeases {
  /**
   * Of these lists, those that `holder` sees to for `forMs` milliseconds from now on, by the clock of the
   * database: those that it has, and those that nobody has. The number is another whenever a list goes from
   * one process to another.
   */
  take(
    listIds: readonly string[],
    holder: string,
    forMs: number,
  ): Promise<ReadonlyMap<string, number>>;
  /** Others may take at once what the holder has. */
  release(holder: string): Promise<void>;
}

/** Of some lists, those that this process sees to, with the numbers of their leases. */
export type HoldLists = (listIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** The folder with the files of the lists of a database, by its id. */
export interface ListFolderIds {
  /** Undefined while nothing is settled. */
  find(): Promise<string | undefined>;
  /** `fresh`, unless another was settled before. */
  settle(fresh: string): Promise<string>;
  /** False where it is not `before`. */
  change(before: string, after: string): Promise<boolean>;
  /** Ids of the lists that have files. */
  withFiles(): Promise<readonly string[]>;
}

/** The lists of all teams, as their runner sees them. */
export interface ListQueue {
  /**
   * Calls the listener when this process has committed something for batches of any kind, or another one for
   * those of lists; with `changed` too whenever `isNotified` becomes another.
   */
  onNews(listener: (news: ListNews) => void): void;
  /** Whether the listener gets the news of other processes: while not, they have to be looked for. */
  isNotified(): boolean;
  /** Other processes get the news that lists have changed. */
  notifyOthers(): void;
  /** Those that are under way, oldest first. */
  open(): Promise<OpenList[]>;
  uncollected(listId: string): Promise<ListBatch[]>;
  /**
   * `ended`: batches whose last results are in the list now. Nothing is noted where another process sees to
   * the list than under `lease`.
   */
  recordProgress(
    listId: string,
    progress: ListFigures,
    by?: { readonly ended?: readonly string[]; readonly lease?: number | undefined },
  ): Promise<void>;
  /** Lists whose verdicts are counted by another policy than their team's, the newest first; `judge`: of `version`. */
  unjudged(
    judge: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly teamId: string }[]>;
  /** Nothing is changed where the verdicts were counted by this policy meanwhile. */
  recordJudged(listId: string, counts: JudgedCounts): Promise<void>;
  setWait(listId: string, wait: ListWait | null): Promise<void>;
  /**
   * All of it is sent and collected, unless it has changed since it was looked at. `round`: what came of the
   * round of a watched list, and the address of its page.
   */
  endList(
    list: OpenList,
    at: number,
    round?: { readonly changes: ChangeCounts; readonly page: string },
  ): Promise<void>;
  /** Completed lists whose planned time has come. It stays in the plan until the retry begins. */
  dueRetries(now: number): Promise<readonly { readonly id: string; readonly teamId: string }[]>;
  /** The list is looked at again at a time. */
  postponeRetry(listId: string, until: number): Promise<void>;
  /** Deletes a bounded number of rows of a removed list; true when all of it is gone. */
  deleteRows(listId: string): Promise<boolean>;
  /**
   * For what began before a time, whose process has died: ends uploads, makes lists that were taken for a
   * round what they were, and lets revisions go on, since their files are changed already.
   */
  endAbandoned(before: number): Promise<void>;
  /** Notes the bytes that lists take now; those under way are counted with their progress. */
  recordSizes(sizes: ReadonlyMap<string, number>): Promise<void>;
  /** Ids of all lists. */
  ids(): Promise<ReadonlySet<string>>;
}

export interface ListShare {
  readonly id: string;
  /** The address of a person. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface NewShare extends ListShare {
  /** Of its secret, which is stored nowhere. */
  readonly hash: string;
}

/** The list that a link shows. */
export interface SharedReport {
  readonly teamId: string;
  readonly listId: string;
}

export interface ListShares {
  /** Undefined where the link has expired or was revoked, or the list is gone. */
  find(hash: string, now: number): Promise<SharedReport | undefined>;
  /** Deletes links that have expired. */
  sweep(now: number): Promise<void>;
}

/** A decision about `@domain`, or about a whole cell. */
export interface DecidedCorrection {
  readonly from: string;
  /** Null: it is no error. */
  readonly to: string | null;
}

export interface TeamCorrection extends DecidedCorrection {
  /** The address of a person. */
  readonly decidedBy: string;
  readonly decidedAt: number;
}

/** A change as the audit log has it, without addresses: they may have to be erased. */
export interface CorrectionChange extends AuditedChange {
  readonly action: Extract<AuditAction, 'corrections_rejected' | 'corrections_removed'>;
  readonly subject: string;
}

/** The decisions of one team. Each method is one transaction. */
export interface CorrectionStore {
  find(from: readonly string[]): Promise<readonly TeamCorrection[]>;
  /** In place of what was decided before. Not logged where a list was corrected, which is. */
  decide(
    decisions: readonly DecidedCorrection[],
    change: AuditedChange | CorrectionChange,
  ): Promise<void>;
  /** Returns how many there were. */
  remove(from: readonly string[], change: AuditedChange | CorrectionChange): Promise<number>;
  /** Those decided last first. */
  list(page: Page): Promise<readonly TeamCorrection[]>;
  count(): Promise<number>;
}
