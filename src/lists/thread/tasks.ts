/** What the threads of the lists are asked to do. */
import type { ListChange as ChangeName } from '../../contract/list-changes.ts';
import type { ListSource } from '../../formats/source.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import type {
  ChangedAddress,
  ChosenReading,
  ForgottenList,
  HowStored,
  ListDownload,
  ListEntry,
  ListedAddresses,
  ListFacts,
  ListResult,
  ListRevision,
  ListSample,
  ListTexts,
  ListView,
  Portion,
  PortionCut,
  ReadList,
  ReceivedList,
  ReportHead,
  RevisedReading,
  Since,
  TextPosition,
} from '../../service/lists/list-files.ts';
import type {
  JudgedCounts,
  ListContent,
  ListProgress,
  ListRound,
} from '../../service/lists/list-ports.ts';
import type { TeamJudging } from '../../service/teams/policy-ports.ts';
import {
  type Compared,
  changedAddresses,
  countChanged,
  ordinalsOfChange,
} from '../file/changed-results.ts';
import { readEntries } from '../file/entries.ts';
import { forgetAddress } from '../file/forget.ts';
import { countsOf, judgeList } from '../file/judge-list.ts';
import { readFacts } from '../file/list-facts.ts';
import { readList, rereadList, sourceOf } from '../file/read-list.ts';
import { reviseList } from '../file/revise.ts';
import { sampleRows } from '../file/sample-rows.ts';
import { readListed, readTexts } from '../file/texts.ts';
import { UploadedList } from '../file/uploaded-list.ts';
import { writeList, writeReport } from '../file/write-list.ts';
import { databasePath, type ListFolder, rowsPath, sizeOnDisk } from '../folder/list-folder.ts';

/** What is looked at, with the place of what it is compared with. */
type PlacedView = Omit<ListView, 'changed'> & { readonly changed?: PlacedChange | undefined };

/** One list of a folder. */
export interface ListPlace {
  readonly folder: ListFolder;
  readonly id: string;
}

/** By name, so that a thread can be asked: arguments and results are plain data. */
export const TASKS = {
  read: ({ folder, id }: ListPlace, list: ReceivedList): Promise<ReadList> =>
    readList(folder, id, list),

  chooseColumns: ({ folder, id }: ListPlace, chosen: ChosenReading): Promise<ListContent> =>
    rereadList(folder, id, chosen),

  async sample(place: ListPlace): Promise<ListSample> {
    using list = openList(place);
    return await sampleRows(rowsOf(place, list), list.header);
  },

  async portion(
    place: ListPlace,
    [number, lease]: readonly [number, number | undefined],
  ): Promise<Portion> {
    using list = openList(place);
    if (lease !== undefined) list.noteLease(lease);
    return list.portion(number);
  },

  dividePortion: async (
    place: ListPlace,
    [number, cut]: readonly [number, PortionCut],
  ): Promise<void> => {
    change(place, (list) => list.dividePortion(number, cut));
  },

  store: async (place: ListPlace, [results, how]: StoredResults): Promise<ListProgress> =>
    withSize(
      place,
      change(place, (list) => {
        list.storeResults(results, how);
        return countsOf(list);
      }),
    ),

  async judge(place: ListPlace, judging: TeamJudging): Promise<JudgedCounts> {
    using list = openList(place);
    return await judgeList(list, judging);
  },

  retryUnknown: async (place: ListPlace, sent: number): Promise<ListRound> =>
    change(place, (list) => list.retryUndecided(sent)),

  planRound: async (
    place: ListPlace,
    [sent, ordinals]: readonly [number, Uint32Array],
  ): Promise<ListRound> => change(place, (list) => list.startRound(sent, ordinals)),

  async listed(
    place: ListPlace,
    [after, limit]: readonly [number, number],
  ): Promise<ListedAddresses> {
    using list = openList(place);
    return readListed(list.database, after, limit);
  },

  async countChanges(place: ListPlace, since: PlacedSince): Promise<ChangeTotals> {
    return compare(place, since, countChanged);
  },

  async changes(place: ListPlace, since: PlacedSince): Promise<readonly ChangedAddress[]> {
    return compare(place, since, changedAddresses);
  },

  async revise(
    place: ListPlace,
    [reading, sent]: readonly [RevisedReading, number],
  ): Promise<ListRevision> {
    using list = openList(place);
    const revised = await reviseList(list, rowsOf(place, list), { reading, sent });
    const { columns, splitCells } = revised.plan;
    const { counts, verdicts, judgedBy, round } = revised;
    const size = sizeOnDisk(place.folder, place.id);
    return { form: { columns, splitCells }, counts, verdicts, judgedBy, round, size };
  },

  async entries(
    place: ListPlace,
    [{ changed, ...view }, judging]: readonly [PlacedView, TeamJudging | undefined],
  ): Promise<readonly ListEntry[]> {
    using list = openList(place);
    if (judging) await judgeList(list, judging);
    const policy = judging?.policy;
    if (!changed) return await readEntries(list, view, { policy });
    const { since, change: wanted } = changed;
    const among = compare(place, since, (each, compared) =>
      ordinalsOfChange(each, compared, wanted),
    );
    return await readEntries(list, view, { policy, among });
  },

  async facts(place: ListPlace, judging: TeamJudging | undefined): Promise<ListFacts> {
    using list = openList(place);
    if (judging) await judgeList(list, judging);
    // Results are stored meanwhile: all counts are of one moment.
    list.database.exec('BEGIN');
    return readFacts(list, judging?.policy);
  },

  async texts(place: ListPlace, after: TextPosition): Promise<ListTexts> {
    using list = openList(place);
    return readTexts(list.database, after);
  },

  async report(place: ListPlace, head: ReportHead): Promise<string> {
    using list = openList(place);
    return await writeReport(list, rowsOf(place, list), head);
  },

  async forget(place: ListPlace, address: string): Promise<Omit<ForgottenList, 'id'> | undefined> {
    using list = openList(place);
    const { folder, id } = place;
    const file = { source: rowsOf(place, list), path: rowsPath(folder, id) };
    const { rows, totals } = await forgetAddress(list, file, address);
    const { judgedBy } = countsOf(list);
    return totals && { rows, progress: { ...totals, judgedBy, size: sizeOnDisk(folder, id) } };
  },
};

type ChangeTotals = Readonly<Record<ChangeName, number>>;

/** As `Since`; an earlier list by where it lies. */
export type PlacedSince =
  | Extract<Since, { readonly round: unknown }>
  | ({ readonly place: ListPlace } & Pick<Since, 'policy'>);

interface PlacedChange {
  readonly since: PlacedSince;
  readonly change: ChangeName;
}

function compare<T>(
  place: ListPlace,
  since: PlacedSince,
  work: (list: UploadedList, compared: Compared) => T,
): T {
  using list = openList(place);
  if ('round' in since) return work(list, since);
  using earlier = openList(since.place);
  const { folder, id } = since.place;
  const path = databasePath(folder, id);
  return work(list, { earlier: { list: earlier, path }, policy: since.policy });
}

function openList({ folder, id }: ListPlace): UploadedList {
  return UploadedList.open({ path: databasePath(folder, id), isShared: folder.isShared });
}

function rowsOf({ folder, id }: ListPlace, { header }: UploadedList): ListSource {
  return sourceOf(folder, id, header.name);
}

/** Opens a list for one transaction. */
function change<T>(place: ListPlace, work: (list: UploadedList) => T): T {
  using list = openList(place);
  return inTransaction(list.database, () => work(list));
}

/** Of a list that is closed: a journal is no part of it. */
function withSize({ folder, id }: ListPlace, counts: JudgedCounts): ListProgress {
  return { ...counts, size: sizeOnDisk(folder, id) };
}

type StoredResults = readonly [results: readonly ListResult[], how: HowStored];

type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export type TaskArgument<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

/** The list as it is downloaded, piece by piece. */
export async function* download(
  place: ListPlace,
  wanted: ListDownload,
): AsyncGenerator<Uint8Array> {
  using list = openList(place);
  yield* writeList(list, rowsOf(place, list), wanted);
}
