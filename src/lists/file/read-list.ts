import { isAscii } from 'node:buffer';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { type InspectOptions, inspectList } from '../../formats/inspect/inspect-list.ts';
import { columnLabel, type ListPlan } from '../../formats/plan.ts';
import { readRows } from '../../formats/read/read-rows.ts';
import { fileSource, type ListSource } from '../../formats/source.ts';
import { unpackList } from '../../formats/workbook/workbook.ts';
import { findMends, withMends } from '../../formats/write/find-mends.ts';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import {
  type ChosenReading,
  type ListPreview,
  MAX_LIST_BYTES,
  MAX_LIST_ROWS,
  type ReadList,
  type ReceivedList,
} from '../../service/lists/list-files.ts';
import type { ListContent, ListForm } from '../../service/lists/list-ports.ts';
import {
  databasePath,
  deleteDatabase,
  deleteFiles,
  type ListFolder,
  originalPath,
  rowsPath,
  sizeOnDisk,
} from '../folder/list-folder.ts';
import { type ListHeader, UploadedList } from './uploaded-list.ts';

const CHUNK_SIZE = 256 * 1024;

/** Keeps a received file as a list, and finds out how it is written. */
export async function keepList(
  folder: ListFolder,
  id: string,
  { fd, name, column, takeOnlyColumn = false, sheet: wanted, splitCells = false }: ReceivedList,
): Promise<ReadList> {
  const packed = { sheet: wanted, maxUnpacked: MAX_LIST_BYTES, choosesFile: true };
  const { chunks, sheet } = await unpackList(name, bytesOf(fd), packed);
  // A process that read it may have died.
  deleteFiles(folder, id);
  const isAscii = await keepBytes(rowsPath(folder, id), chunks);
  if (sheet && sheet.others.length > 0) await keepBytes(originalPath(folder, id), bytesOf(fd));
  const reading = { ...sheet?.reading, takeOnlyColumn };
  const draft = { folder, id, name, isAscii, sheet: sheet?.name, reading };
  const chosen = { columns: column === '' ? [] : [column], splitCells };
  const { plan, isCertain, otherColumns } = await inspectDraft(draft, chosen);
  const built = await build(draft, plan, isCertain);
  const others = { otherColumns, ...(sheet && { otherSheets: sheet.others }) };
  const content = { ...built, form: { ...built.form, ...others } };
  if (isCertain) return { kind: 'content', content };
  return { kind: 'column', form: { ...content.form, columns: [] }, size: content.size };
}

/** Reads a list once more, by the columns that somebody has chosen. */
export async function rereadList(
  folder: ListFolder,
  id: string,
  chosen: ChosenReading,
): Promise<ListContent> {
  using list = UploadedList.open({ path: databasePath(folder, id), isShared: folder.isShared });
  const { name, isAscii, reading, plan: before } = list.header;
  const draft = { folder, id, name, isAscii, reading, sheet: before.sheet };
  const { plan: asWritten } = await inspectDraft(draft, chosen);
  const plan = chosen.mends ? await mendedPlan(sourceOf(folder, id, name), asWritten) : asWritten;
  deleteDatabase(folder, id);
  return build(draft, plan, true);
}

async function mendedPlan(source: ListSource, plan: ListPlan): Promise<ListPlan> {
  const mends = await findMends(source, plan);
  return mends.cells === 0 ? plan : withMends(plan, mends);
}

interface Draft {
  readonly folder: ListFolder;
  readonly id: string;
  readonly name: string;
  readonly isAscii: boolean;
  /** Of a workbook. */
  readonly sheet: string | undefined;
  readonly reading: InspectOptions;
}

interface InspectedDraft {
  readonly plan: ListPlan;
  /** Whether nobody has to choose the column. */
  readonly isCertain: boolean;
  /** Columns that hold addresses, too. */
  readonly otherColumns: readonly number[];
}

async function inspectDraft(
  { folder, id, name, sheet, reading }: Draft,
  { columns, splitCells = false }: ChosenReading,
): Promise<InspectedDraft> {
  let isCertain = true;
  let otherColumns: readonly number[] = [];
  const plan = await inspectList(sourceOf(folder, id, name), {
    ...reading,
    columns,
    splitCells,
    noteOtherColumns(others) {
      otherColumns = others;
    },
    chooseColumn: async ([first]) => {
      isCertain = false;
      return first?.index ?? 0;
    },
  });
  if (plan.rows > MAX_LIST_ROWS) throw tooManyRows();
  return { plan: sheet === undefined ? plan : { ...plan, sheet }, isCertain, otherColumns };
}

/** Without addresses while nobody knows where they are. */
async function build(draft: Draft, plan: ListPlan, isCertain: boolean): Promise<ListContent> {
  const { folder, id, name, isAscii, reading } = draft;
  const source = isCertain ? sourceOf(folder, id, name) : undefined;
  const path = databasePath(folder, id);
  const file = { path, isShared: folder.isShared };
  const scanned = await UploadedList.create(file, { name, isAscii, reading, plan }, source);
  flush(path);
  return { ...scanned, form: toForm(plan), size: sizeOnDisk(folder, id) };
}

export function sourceOf(folder: ListFolder, id: string, name: string): ListSource {
  return fileSource(rowsPath(folder, id), name);
}

function toForm(plan: ListPlan): ListForm {
  const { format, encoding, delimiter, header, columns, splitCells, sheet = null } = plan;
  return { format, encoding, delimiter, sheet, header, columns, splitCells };
}

/** Returns whether there is nothing but ASCII. */
async function keepBytes(path: string, chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  let isWholeAscii = true;
  const file = openSync(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      isWholeAscii &&= isAscii(chunk);
      writeAll(file, chunk);
    }
    fsyncSync(file);
    return isWholeAscii;
  } finally {
    closeSync(file);
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Not a read stream: one that is left before its end closes the descriptor, which is not ours. */
async function* bytesOf(fd: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    const read = readSync(fd, buffer, 0, CHUNK_SIZE, position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
  }
}

function tooManyRows(): MailvetError {
  const most = MAX_LIST_ROWS.toLocaleString('en');
  return new MailvetError('input', message('errorTexts.too_many_rows', { most }));
}

const ROWS_SHOWN = 8;
const COLUMNS_SHOWN = 100;
const LONGEST_CELL = 100;

/** The first rows of a list, for somebody who chooses its column. */
export async function previewRows(source: ListSource, { plan }: ListHeader): Promise<ListPreview> {
  const rows: string[][] = [];
  for await (const { cells, problem } of readRows(source, plan)) {
    if (problem === 'blank') continue;
    rows.push(cells.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, LONGEST_CELL)));
    if (rows.length === ROWS_SHOWN) break;
  }
  const length = Math.min(plan.width, COLUMNS_SHOWN);
  const columns = Array.from({ length }, (_, index) => nameOf(plan.header, index));
  return { columns, rows };
}

function nameOf(header: readonly string[] | null, index: number): string {
  return columnLabel(header, index).replace(/^"(.*)"$/s, '$1');
}
