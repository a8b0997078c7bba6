/** The rows and results of lists, in a file each. lists/thread/ implements it; it reads and writes in threads. */
import type { ListChange } from '../../contract/list-changes.ts';
import { type Reason, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { message } from '../../i18n/message.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Result } from '../../result/result.ts';
import type { TeamJudging } from '../teams/records.ts';
import type {
  JudgedCounts,
  ListContent,
  ListCounts,
  ListFigures,
  ListForm,
  ListRound,
  VerdictCounts,
} from './list-ports.ts';

/** Of a file as it is received, and of what it holds if it is packed. */
export const MAX_LIST_BYTES = 200_000_000;
export const MAX_LIST_ROWS = 1_000_000;
/** In characters. */
export const MAX_LIST_NAME = 200;

/** How the names of received files begin, for the moment that they have one. */
export const SPOOL_PREFIX = 'upload-';

/** A file that was received. */
export interface ReceivedList {
  /** A descriptor of ours, open until the list is read. */
  readonly fd: number;
  readonly name: string;
  /** The name or number of the e-mail column; empty: it is to be found. */
  readonly column: string;
  /** A file of one column is read by it, whatever is in its cells. */
  readonly takeOnlyColumn?: boolean;
  /** The sheet of a workbook; absent: it is to be found. */
  readonly sheet?: string | undefined;
  readonly splitCells?: boolean | undefined;
}

/** A file that is open until it is closed. */
export interface OpenFile {
  readonly fd: number;
  close(): Promise<void>;
}

/** How a list is read once more. */
export interface ChosenReading {
  /** Names, or numbers from 1. */
  readonly columns: readonly string[];
  /** Whether each address of a cell that has several is taken. */
  readonly splitCells?: boolean;
  /** Whether what `mends` shows is verified and downloaded in the place of what was typed. */
  readonly mends?: boolean;
}

/** A cell that can be mended, with the physical line (from 1) on which its row starts. */
export interface ListMendExample {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Cells that are mended in the same way: typing errors of a domain, written-out signs, what stands around an address. */
export interface ListMendGroup {
  readonly kind: 'typo' | 'written_out' | 'around';
  /** Of a `typo`, the domain that was typed, and the one that is meant. */
  readonly from?: string;
  readonly to?: string;
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly ListMendExample[];
}

/** What can be mended in the address cells of a list, as `mailvet clean --fix` does. */
export interface ListMends {
  /** Cells, and how many of them have another address afterwards. */
  readonly cells: number;
  readonly corrected: number;
  /** Those of most cells first. */
  readonly groups: readonly ListMendGroup[];
}

/** How an ended list is read from now on; what is absent stays as it is. */
export interface RevisedReading {
  /** From 0. */
  readonly columns?: readonly number[];
  readonly splitCells?: boolean;
  /** Corrections to be made beside the others. */
  readonly correct?: readonly ListCorrection[];
  /** Corrections that are taken back, by what was typed. */
  readonly uncorrect?: readonly string[];
}

/** What was typed, and what is meant: `@gmial.com` and `@gmail.com`, or a whole cell and an address. */
export type ListCorrection = readonly [from: string, to: string];

/** What a list came to when it was read in another way. */
export interface ListRevision extends JudgedCounts {
  readonly form: Pick<ListForm, 'columns' | 'splitCells'>;
  readonly counts: ListCounts;
  readonly size: number;
  /** The addresses that are new; may be empty. */
  readonly round: ListRound;
}

export type ReadList =
  | { readonly kind: 'content'; readonly content: ListContent }
  /** Several columns are as good: somebody has to choose. */
  | { readonly kind: 'column'; readonly form: ListForm; readonly size: number };

/** What somebody sees who chooses the column. */
export interface ListPreview {
  /** Names of the columns, or their numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What came of an address, in the words of its batch. */
export interface ListResult {
  readonly email: string;
  readonly result: Result | null;
  readonly error: string | null;
}

export interface HowStored {
  /** The first place of the batch that the results are of, where it is known. */
  readonly place?: number | undefined;
  /** Absent: as the service judges. */
  readonly judging?: TeamJudging | undefined;
}

/** What goes into one batch: the addresses at places `first` to `last` in the order of sending, from 1. */
export interface PlacedAddresses {
  readonly first: number;
  readonly last: number;
  /** Those that were erased are missing. */
  readonly emails: readonly string[];
}

/** The local part and the domain of an address; of anything else, the text. */
export type TextPosition = readonly [local: string, domain: string];

/** Addresses with their ordinals, which grow. */
export interface ListedAddresses {
  readonly emails: readonly string[];
  readonly ordinals: readonly number[];
}

/** Some of the texts that stand where addresses are looked for. */
export interface ListTexts {
  /** In their order, each address once. */
  readonly texts: readonly string[];
  /** For the next ones; undefined behind the last. */
  readonly last: TextPosition | undefined;
}

/** `unchecked`: addresses without a result; `suggestions`: those with a likely typo. */
export const SHOWN_PARTS = [...VERDICTS, 'unchecked', 'suggestions'] as const;
export type ShownPart = (typeof SHOWN_PARTS)[number];

/** A round of a watched list: its places in the order of sending, from 1. */
export interface RoundView {
  readonly first: number;
  readonly last: number;
  /** Of the latest one, what was found since then counts, too. */
  readonly isLatest: boolean;
}

/** Since when changes are looked for, before a round or since an earlier list, and how both sides are judged. */
export type Since = ({ readonly round: RoundView } | { readonly listId: string }) & {
  readonly policy?: Policy | undefined;
};

/** An address that has changed. */
export interface ChangedAddress {
  readonly email: string;
  /** The verdict; the fine reason where the verdict is the same. Null: it was, or is, not in the list. */
  readonly from: string | null;
  readonly to: string | null;
  readonly change: ListChange;
}

/** Which addresses of a list are looked at; what is absent does not narrow them. */
export interface ListView {
  readonly only?: ShownPart | undefined;
  readonly reason?: Reason | undefined;
  readonly domain?: string | undefined;
  /** Who runs the mail servers, as ListFacts names it. */
  readonly provider?: string | undefined;
  readonly changed?: { readonly since: Since; readonly change: ListChange } | undefined;
  /** Part of an address. */
  readonly search: string;
  readonly skip: number;
  readonly limit: number;
}

/** What of a policy decided: the line of a rule, or a list by its name. */
export type RuleOfTeam = number | 'allow' | 'disposable';

/** An address of a list, or another cell. */
export interface ListEntry {
  readonly text: string;
  /** What of the policy of the team decided: a rule by its line, or a list of names; absent: nothing. */
  readonly by?: RuleOfTeam | undefined;
  /** Rows that have it. */
  readonly rows: number;
  /** Absent while there is no result. */
  readonly verdict?: Verdict | undefined;
  readonly reason?: Reason | undefined;
  /** The fine reason. */
  readonly detail?: string | undefined;
  readonly score?: number | undefined;
  readonly suggestion?: string | undefined;
}

/** Rows of something by their verdict; `unchecked` have none yet. */
export interface RowCounts {
  readonly name: string;
  readonly rows: number;
  readonly verdicts: VerdictCounts;
}

/** Rows of a reason; a policy may give them several verdicts. */
export interface ReasonCounts {
  readonly reason: Reason;
  readonly rows: number;
  readonly verdicts: VerdictCounts;
}

/** What stands behind the numbers of a list. All counts are rows where nothing else is said. */
export interface ListFacts {
  /** Most first. */
  readonly reasons: readonly ReasonCounts[];
  /** Those with most rows. */
  readonly domains: readonly RowCounts[];
  readonly providers: readonly RowCounts[];
  /** Unknown results that may come out otherwise next time. */
  readonly undecided: { readonly addresses: number; readonly rows: number };
  /** Likely typing errors, those with most rows first. */
  readonly typos: readonly Typo[];
  /** What was corrected. */
  readonly corrected: readonly Typo[];
}

/** What was typed and what is meant, as in ListCorrection, and the rows that have it. */
export interface Typo {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/** Which rows somebody sends to. `all`: every row, whatever came of it. */
export const SEND_CHOICES = ['safe', 'safe_accept_all', 'all'] as const;
export type SendChoice = (typeof SEND_CHOICES)[number];

/** `zip`: a CSV file for each verdict. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'zip'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** What goes back into the tool that a list comes from: rows to import there, addresses to archive there. */
export const TOOL_FORMATS = ['import', 'archive'] as const;
type ToolFormat = (typeof TOOL_FORMATS)[number];

/** Every file of a list. */
export type FileFormat = DownloadFormat | ToolFormat;

/** What a report says beside the list. */
export interface ReportHead {
  readonly name: string;
  readonly at: number;
  readonly service: string;
  /** The language of its readers, such as `de`; absent: English. */
  readonly language?: string | undefined;
  /** By which rows are judged; absent: as the service says. */
  readonly policy?: Policy | undefined;
}

/** What of a list is downloaded, and how it is written. */
export interface DownloadChoice {
  readonly format: FileFormat;
  /** Rows of one verdict alone. */
  readonly only?: Verdict | undefined;
  /** Whether rows are left out whose address stands in a row before. */
  readonly isUnique?: boolean | undefined;
  /** Whether corrected addresses stand in the cells, in the place of what was typed. */
  readonly inCells?: boolean | undefined;
  /** Names of the columns that are added; absent: those of every output. */
  readonly columns?: readonly string[] | undefined;
  /** Rows to send to alone; absent: all. */
  readonly send?: SendChoice | undefined;
  /** CSV with other than ASCII characters begins with a byte order mark, which spreadsheets need. */
  readonly bom: boolean;
}

export interface ListDownload extends DownloadChoice {
  readonly head: ReportHead;
}

/** What a page says of such a list. */
export const LIST_FILE_MISSING = message('errorTexts.list_file_missing');

/** A list that the database knows has no file: the disk of the service is to be looked at. */
export class ListFileMissing extends Error {
  override readonly name = 'ListFileMissing';
  /** As of the error of the system. */
  readonly code = 'ENOENT';

  constructor(cause: unknown) {
    super(LIST_FILE_MISSING.english, { cause });
  }
}

/** What was emptied in the cells of a list. */
export interface ForgottenRows {
  /** Rows that held the address. */
  readonly rows: number;
  readonly progress: ListFigures;
}

/** A list whose cells were emptied. */
export interface ForgottenList extends ForgottenRows {
  readonly id: string;
}

/** What is asked of a list, or done with it, once its file is open. */
export interface ListQuestions {
  preview(): Promise<ListPreview>;
  mends(): Promise<ListMends>;
  /** Addresses for a batch from a place on: at most `most`, of one portion. */
  cut(first: number, most: number): Promise<PlacedAddresses>;
  /**
   * Puts results into the list, in place of earlier ones. To do it twice changes nothing. `place`: the
   * first of the batch that they are of, where it is known, which saves the search for them. `judging`: as the team judges.
   */
  store(results: readonly ListResult[], how?: HowStored): Promise<ListFigures>;
  /** Counts the verdicts of a list by a policy, where they are counted by another. */
  judge(judging: TeamJudging): Promise<JudgedCounts>;
  /** Divides what is unknown into portions behind the `sent` places, in place of those not sent. */
  retryUnknown(sent: number): Promise<ListRound>;
  /** Divides some addresses into portions, as `retryUnknown` does, and keeps the results that they have now. */
  planRound(sent: number, ordinals: Uint32Array): Promise<ListRound>;
  /** Addresses of a list behind an ordinal, in its order. */
  listed(after: number, limit: number): Promise<ListedAddresses>;
  countChanges(since: Since): Promise<Readonly<Record<ListChange, number>>>;
  changes(since: Since): Promise<readonly ChangedAddress[]>;
  /** Reads a list in another way: what is known of its addresses stays, and those that are new form a round. */
  revise(reading: RevisedReading, sent: number): Promise<ListRevision>;
  /** In the order of the list. Without `judging` the verdicts are left as they are counted, here and of facts. */
  entries(view: ListView, judging?: TeamJudging): Promise<readonly ListEntry[]>;
  /** As the list stands. */
  facts(judging?: TeamJudging): Promise<ListFacts>;
  /** Addresses, and the texts of other cells. */
  texts(after: TextPosition): Promise<ListTexts>;
  /** An HTML page. */
  report(head: ReportHead): Promise<string>;
}

/** The same, of a list by its id. */
type AskedById = {
  readonly [Name in keyof ListQuestions]: (
    id: string,
    ...asked: Parameters<ListQuestions[Name]>
  ) => ReturnType<ListQuestions[Name]>;
};

/** Rejects with MailvetError `input` for what can't be read as a list, in words for its owner. */
export interface ListFiles extends AskedById {
  /** Keeps the file itself, too, where further sheets of it may be wanted. */
  read(id: string, list: ReceivedList): Promise<ReadList>;
  /** Whether the file of a list is kept as it was uploaded. */
  hasOriginal(id: string): Promise<boolean>;
  /** Undefined where it is not kept. */
  openOriginal(id: string): Promise<OpenFile | undefined>;
  chooseColumns(id: string, chosen: ChosenReading): Promise<ListContent>;
  /** The list with its results, as it is. Ends when the signal aborts. */
  download(id: string, wanted: ListDownload, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Empties the cells that hold the address, in all lists; yields those lists that had it. Files that are kept
   * as they were uploaded are deleted: nobody knows what is on their other sheets.
   */
  forget(address: string): AsyncIterable<ForgottenList>;
  /** Deletes the files of a list, as it was uploaded and as it was read. */
  remove(id: string): Promise<void>;
  /** Bytes that lists take where they lie, by their ids; what is not there is left out. */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Ids of the lists that have files. */
  ids(): Promise<readonly string[]>;
  /** Throws StoreError `lists_away` where their folder is not there, or belongs to another database by now. */
  check(): void;
  /** Keeps the files of a list apart that the database does not know; returns where, undefined: they are gone. */
  setAside(id: string): Promise<string | undefined>;
  /** Brings back files of these lists that were set aside. */
  takeBack(ids: ReadonlySet<string>): Promise<void>;
  /** Deletes what is left over, such as names of received files, whose process was killed. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
