import type { ListChange } from '../../contract/list-changes.ts';
import type { ListSource } from '../../formats/source.ts';
import { findMends } from '../../formats/write/find-mends.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import type {
  ChangedAddress,
  ForgottenRows,
  HowStored,
  ListDownload,
  ListEntry,
  ListedAddresses,
  ListFacts,
  ListMends,
  ListPreview,
  ListQuestions,
  ListResult,
  ListRevision,
  ListTexts,
  ListView,
  PlacedAddresses,
  ReportHead,
  RevisedReading,
  Since,
  TextPosition,
} from '../../service/lists/list-files.ts';
import type { JudgedCounts, ListFigures, ListRound } from '../../service/lists/list-ports.ts';
import type { TeamJudging } from '../../service/teams/records.ts';
import {
  type Compared,
  changedAddresses,
  countChanged,
  ordinalsOfChange,
} from '../file/changed-results.ts';
import { forgetAddress } from '../file/forget.ts';
import { readEntries, readFacts, readListed, readTexts } from '../file/list-views.ts';
import { previewRows, sourceOf } from '../file/read-list.ts';
import { reviseList } from '../file/revise.ts';
import { UploadedList } from '../file/uploaded-list.ts';
import { writeList, writeReport } from '../file/write-list.ts';
import { databasePath, type ListFolder, rowsPath, sizeOnDisk } from '../folder/list-folder.ts';

/** One list of a folder. */
export interface ListPlace {
  readonly folder: ListFolder;
  readonly id: string;
}

/** A list that a thread has open. Each question is a method; arguments and results are plain data. */
export class AskedList implements ListQuestions, Disposable {
  readonly #place: ListPlace;
  readonly #list: UploadedList;

  constructor(place: ListPlace) {
    this.#place = place;
    this.#list = openList(place);
  }

  [Symbol.dispose](): void {
    if (this.#list.database.isOpen) this.#list.close();
  }

  preview(): Promise<ListPreview> {
    return previewRows(this.#rows, this.#list.header);
  }

  async mends(): Promise<ListMends> {
    const { corrections: _, ...mends } = await findMends(this.#rows, this.#list.header.plan);
    return mends;
  }

  async cut(first: number, most: number): Promise<PlacedAddresses> {
    return this.#list.cut(first, most);
  }

  async store(results: readonly ListResult[], how: HowStored = {}): Promise<ListFigures> {
    this.#change((list) => list.storeResults(results, how));
    const counts = this.#list.judgedCounts();
    // A journal is no part of its size.
    this.#list.close();
    return { ...counts, size: this.#size };
  }

  judge(judging: TeamJudging): Promise<JudgedCounts> {
    return this.#list.judge(judging);
  }

  async retryUnknown(sent: number): Promise<ListRound> {
    return this.#change((list) => list.retryUndecided(sent));
  }

  async planRound(sent: number, ordinals: Uint32Array): Promise<ListRound> {
    return this.#change((list) => list.startRound(sent, ordinals));
  }

  async listed(after: number, limit: number): Promise<ListedAddresses> {
    return readListed(this.#list.database, after, limit);
  }

  async countChanges(since: Since): Promise<Readonly<Record<ListChange, number>>> {
    return this.#compare(since, countChanged);
  }

  async changes(since: Since): Promise<readonly ChangedAddress[]> {
    return this.#compare(since, changedAddresses);
  }

  async revise(reading: RevisedReading, sent: number): Promise<ListRevision> {
    const revised = await reviseList(this.#list, this.#rows, { reading, sent });
    const { columns, splitCells } = revised.plan;
    const { counts, verdicts, judgedBy, round } = revised;
    return { form: { columns, splitCells }, counts, verdicts, judgedBy, round, size: this.#size };
  }

  async entries(view: ListView, judging?: TeamJudging): Promise<readonly ListEntry[]> {
    if (judging) await this.#list.judge(judging);
    const { changed } = view;
    const among =
      changed &&
      this.#compare(changed.since, (list, compared) =>
        ordinalsOfChange(list, compared, changed.change),
      );
    return readEntries(this.#list, view, { policy: judging?.policy, among });
  }

  async facts(judging?: TeamJudging): Promise<ListFacts> {
    if (judging) await this.#list.judge(judging);
    // Results are stored meanwhile: all counts are of one moment.
    this.#list.database.exec('BEGIN');
    return readFacts(this.#list, judging?.policy);
  }

  async texts(after: TextPosition): Promise<ListTexts> {
    return readTexts(this.#list.database, after);
  }

  report(head: ReportHead): Promise<string> {
    return writeReport(this.#list, this.#rows, head);
  }

  /** Undefined where no row had the address. */
  async forget(address: string): Promise<ForgottenRows | undefined> {
    const { folder, id } = this.#place;
    const file = { source: this.#rows, path: rowsPath(folder, id) };
    const { rows, totals } = await forgetAddress(this.#list, file, address);
    const { judgedBy } = this.#list.judgedCounts();
    return totals && { rows, progress: { ...totals, judgedBy, size: this.#size } };
  }

  /** The list as it is downloaded, piece by piece. */
  download(wanted: ListDownload): AsyncGenerator<Uint8Array> {
    return writeList(this.#list, this.#rows, wanted);
  }

  get #rows(): ListSource {
    const { folder, id } = this.#place;
    return sourceOf(folder, id, this.#list.header.name);
  }

  get #size(): number {
    return sizeOnDisk(this.#place.folder, this.#place.id);
  }

  #change<T>(work: (list: UploadedList) => T): T {
    return inTransaction(this.#list.database, () => work(this.#list));
  }

  /** All lists are in one folder. */
  #compare<T>(since: Since, work: (list: UploadedList, compared: Compared) => T): T {
    if ('round' in since) return work(this.#list, since);
    const place = { folder: this.#place.folder, id: since.listId };
    using list = openList(place);
    const earlier = { list, path: databasePath(place.folder, place.id) };
    return work(this.#list, { earlier, policy: since.policy });
  }
}

function openList({ folder, id }: ListPlace): UploadedList {
  return UploadedList.open({ path: databasePath(folder, id), isShared: folder.isShared });
}
