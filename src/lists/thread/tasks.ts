/** What the threads of the lists are asked to do. */
import type { DatabaseSync } from 'node:sqlite';
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
import { applyChange, type ListChange, planResults, planRetry } from '../file/list-changes.ts';
import { openDatabase, readHeader } from '../file/list-database.ts';
import { readPortion } from '../file/list-portions.ts';
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

  dividePortion: async (
    place: ListPlace,
    [number, first]: readonly [number, number],
  ): Promise<void> => {
    change(place, (database) => applyChange(database, { kind: 'split', number, first }));
  },

  store: async (place: ListPlace, results: readonly ListResult[]): Promise<ListProgress> =>
    change(place, (database) => {
      applyChange(database, planResults(database, results));
      return progressOf(database, place);
    }),

  retryUnknown: async (place: ListPlace, sent: number): Promise<ListRound> =>
    change(place, (database) => {
      const planned = planRetry(database, sent);
      applyChange(database, planned.change);
      return planned.round;
    }),

  async planResults(
    { folder, id }: ListPlace,
    results: readonly ListResult[],
  ): Promise<ListChange> {
    using database = openDatabase(folder, id);
    return planResults(database, results);
  },

  async planRetry(
    { folder, id }: ListPlace,
    sent: number,
  ): Promise<{ readonly change: ListChange; readonly round: ListRound }> {
    using database = openDatabase(folder, id);
    return planRetry(database, sent);
  },

  apply: async (place: ListPlace, changes: readonly ListChange[]): Promise<ListProgress> =>
    change(place, (database) => {
      for (const each of changes) applyChange(database, each);
      return progressOf(database, place);
    }),

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

/** Opens a list for one transaction. */
function change<T>({ folder, id }: ListPlace, work: (database: DatabaseSync) => T): T {
  using database = openDatabase(folder, id);
  return inTransaction(database, () => work(database));
}

function progressOf(database: DatabaseSync, { folder, id }: ListPlace): ListProgress {
  return { verdicts: readHeader(database).verdicts, size: sizeOnDisk(folder, id) };
}

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
