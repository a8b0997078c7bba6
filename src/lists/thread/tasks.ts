/** What the threads of the lists are asked to do. */
import { inTransaction } from '../../lib/in-transaction.ts';
import type {
  ForgottenList,
  ListDownload,
  ListEntry,
  ListResult,
  ListSample,
  ListTexts,
  ListView,
  Portion,
  ReadList,
  ReceivedList,
  ReportHead,
  TextPosition,
} from '../../service/list-files.ts';
import type { ListContent, ListProgress, ListRound } from '../../service/list-ports.ts';
import { readEntries } from '../file/entries.ts';
import { forgetAddress } from '../file/forget.ts';
import { openDatabase, readHeader } from '../file/list-database.ts';
import { dividePortion, divideUnknown, readPortion } from '../file/list-portions.ts';
import { storeResults } from '../file/list-results.ts';
import { readList, rereadList, sourceOf } from '../file/read-list.ts';
import { sampleRows } from '../file/sample-rows.ts';
import { readTexts } from '../file/texts.ts';
import { writeList, writeReport } from '../file/write-list.ts';
import { type ListFolder, rowsPath, sizeOnDisk } from '../folder/list-folder.ts';

/** One list of a folder. */
export interface ListPlace {
  readonly folder: ListFolder;
  readonly id: string;
}

/** By name, so that a thread can be asked: arguments and results are plain data. */
export const TASKS = {
  read: ({ folder, id }: ListPlace, list: ReceivedList): Promise<ReadList> =>
    readList(folder, id, list),

  chooseColumns: ({ folder, id }: ListPlace, columns: readonly string[]): Promise<ListContent> =>
    rereadList(folder, id, columns),

  async sample({ folder, id }: ListPlace): Promise<ListSample> {
    using database = openDatabase(folder, id);
    const header = readHeader(database);
    return await sampleRows(sourceOf(folder, id, header.name), header);
  },

  async portion({ folder, id }: ListPlace, number: number): Promise<Portion> {
    using database = openDatabase(folder, id);
    return readPortion(database, number);
  },

  async dividePortion({ folder, id }: ListPlace, [number, first]: [number, number]): Promise<void> {
    using database = openDatabase(folder, id);
    inTransaction(database, () => dividePortion(database, number, first));
  },

  async store({ folder, id }: ListPlace, results: readonly ListResult[]): Promise<ListProgress> {
    using database = openDatabase(folder, id);
    const verdicts = inTransaction(database, () => storeResults(database, results));
    return { verdicts, size: sizeOnDisk(folder, id) };
  },

  async retryUnknown({ folder, id }: ListPlace, sent: number): Promise<ListRound> {
    using database = openDatabase(folder, id);
    return inTransaction(database, () => divideUnknown(database, sent));
  },

  async entries({ folder, id }: ListPlace, view: ListView): Promise<readonly ListEntry[]> {
    using database = openDatabase(folder, id);
    return await readEntries(database, view);
  },

  async texts({ folder, id }: ListPlace, after: TextPosition): Promise<ListTexts> {
    using database = openDatabase(folder, id);
    return readTexts(database, after);
  },

  async report({ folder, id }: ListPlace, head: ReportHead): Promise<string> {
    using database = openDatabase(folder, id);
    return await writeReport(database, sourceOf(folder, id, readHeader(database).name), head);
  },

  async forget(
    { folder, id }: ListPlace,
    address: string,
  ): Promise<Omit<ForgottenList, 'id'> | undefined> {
    using database = openDatabase(folder, id);
    const source = sourceOf(folder, id, readHeader(database).name);
    const file = { source, path: rowsPath(folder, id) };
    const { rows, totals } = await forgetAddress(database, file, address);
    return totals && { rows, progress: { ...totals, size: sizeOnDisk(folder, id) } };
  },
};

type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export type TaskArgument<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

/** The list as it is downloaded, piece by piece. */
export async function* download(
  { folder, id }: ListPlace,
  wanted: ListDownload,
): AsyncGenerator<Uint8Array> {
  using database = openDatabase(folder, id);
  yield* writeList(database, sourceOf(folder, id, readHeader(database).name), wanted);
}
