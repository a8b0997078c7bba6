/** The rows and results of lists, in a file each. lists/thread/ implements it; it reads and writes in threads. */
import type { Facts } from '../../contract/facts.ts';
import type { Reason, Verdict } from '../../contract/verdict.ts';
import type { ListContent, ListForm, ListProgress, ListRound } from './list-ports.ts';

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
}

export type ReadList =
  | { readonly kind: 'content'; readonly content: ListContent }
  /** Several columns are as good: somebody has to choose. */
  | { readonly kind: 'column'; readonly form: ListForm; readonly size: number };

/** What somebody sees who chooses the column. */
export interface ListSample {
  /** Names of the columns, or their numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What came of an address, in the words of its batch. */
export interface ListResult {
  readonly email: string;
  readonly facts: Facts | null;
  /** As in Answer. */
  readonly detail?: string | undefined;
  readonly error: string | null;
}

/** What goes into one batch. */
export interface Portion {
  readonly emails: readonly string[];
  /** Portions of the list. */
  readonly portions: number;
}

/** The local part and the domain of an address; of what is none, the text. */
export type TextPosition = readonly [local: string, domain: string];

/** Some of the texts that stand where addresses are looked for. */
export interface ListTexts {
  /** In their order, each address once. */
  readonly texts: readonly string[];
  /** For the next ones; undefined behind the last. */
  readonly last: TextPosition | undefined;
}

/** Which addresses of a list are looked at. */
export interface ListView {
  /** `suggestions`: those with a likely typo. */
  readonly only?: Verdict | 'suggestions' | undefined;
  /** Part of an address. */
  readonly search: string;
  readonly skip: number;
  readonly limit: number;
}

/** An address of a list, or a cell that is none. */
export interface ListEntry {
  readonly text: string;
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

/** `zip`: a CSV file for each verdict. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'zip'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** What a report says beside the list. */
export interface ReportHead {
  readonly name: string;
  readonly at: number;
  readonly service: string;
  /** The language of its readers, such as `de`; absent: English. */
  readonly language?: string | undefined;
}

export interface ListDownload {
  readonly format: DownloadFormat;
  /** Rows of one verdict alone. */
  readonly only?: Verdict | undefined;
  /** CSV with other than ASCII characters begins with a byte order mark, which spreadsheets need. */
  readonly bom: boolean;
  readonly head: ReportHead;
}

/** A list whose cells were emptied. */
export interface ForgottenList {
  readonly id: string;
  /** Rows that held the address. */
  readonly rows: number;
  readonly progress: ListProgress;
}

/** Rejects with MailvetError `input` for what can't be read as a list, in words for its owner. */
export interface ListFiles {
  read(id: string, list: ReceivedList): Promise<ReadList>;
  sample(id: string): Promise<ListSample>;
  /** `columns`: names, or numbers from 1. */
  chooseColumns(id: string, columns: readonly string[]): Promise<ListContent>;
  /** Addresses of a batch; `number` from 1. */
  portion(id: string, number: number): Promise<Portion>;
  /** Leaves the first addresses of a portion in it; the others become the next portion. */
  dividePortion(id: string, number: number, first: number): Promise<void>;
  /**
   * Puts results into the list, in place of earlier ones. To do it twice changes nothing. `portion`: the
   * one that they are of, where it is known, which saves the search for them.
   */
  store(id: string, results: readonly ListResult[], portion?: number): Promise<ListProgress>;
  /** Divides what is unknown into portions behind the `sent` ones, in place of those not sent. */
  retryUnknown(id: string, sent: number): Promise<ListRound>;
  /** In the order of the list. */
  entries(id: string, view: ListView): Promise<readonly ListEntry[]>;
  /** Addresses, and the texts of cells that are none. */
  texts(id: string, after: TextPosition): Promise<ListTexts>;
  /** The list with its results, as it stands. Ends when the signal aborts. */
  download(id: string, wanted: ListDownload, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** An HTML page. */
  report(id: string, head: ReportHead): Promise<string>;
  /** Empties the cells that hold the address, in all lists; yields those lists that had it. */
  forget(address: string): AsyncIterable<ForgottenList>;
  /** Deletes the files of a list. */
  remove(id: string): Promise<void>;
  /** Bytes that lists take where they lie, by their ids; what is not there is left out. */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Ids of the lists that have files. */
  ids(): Promise<readonly string[]>;
  /**
   * Of these lists, those that this process sees to, for some seconds: each is one process's. The number
   * says under which claim it does; undefined: several may see to a list.
   */
  claim(ids: readonly string[]): Promise<ReadonlyMap<string, number | undefined>>;
  /** Deletes what is left over, such as names of received files, whose process was killed. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
