import { readBatches } from '../../formats/read/read-rows.ts';
import { renderReport } from '../../formats/report/report.ts';
import { createSummary } from '../../formats/report/summarise.ts';
import type { ListSource } from '../../formats/source.ts';
import type { JudgedAddress, JudgedRow } from '../../formats/write/judged-row.ts';
import { mendCells } from '../../formats/write/mended-cells.ts';
import {
  LIST_COLUMNS,
  needsEvidence,
  type OutputOptions,
  policyColumns,
  type ResultColumn,
} from '../../formats/write/output.ts';
import { keepWanted, ToolFile, type ToolPart } from '../../formats/write/tool-files.ts';
import { type OutputPart, SPLIT_PARTS, writeResults } from '../../formats/write/write-results.ts';
import { findLanguage } from '../../i18n/languages.ts';
import { textLoader } from '../../i18n/load-texts.ts';
import { ZipWriter } from '../../lib/zip-writer.ts';
import type { ListDownload, ReportHead } from '../../service/lists/list-files.ts';
import { lookupInOrder } from './lookup-in-order.ts';
import type { ListHeader, UploadedList } from './uploaded-list.ts';

/** The list with its results, as `mailvet clean` writes it. */
export async function* writeList(
  list: UploadedList,
  source: ListSource,
  wanted: ListDownload,
): AsyncGenerator<Uint8Array> {
  const open = { list, source, header: list.header };
  const { format } = wanted;
  if (format === 'zip') yield* writeParts(open, wanted);
  else if (format === 'import' || format === 'archive') yield* writeToolFile(open, wanted, format);
  else yield* writeFile(open, wanted, { file: 'whole', format });
}

/** As `mailvet clean` writes it, byte for byte. */
async function* writeToolFile(
  { list, source, header: { plan } }: OpenedList,
  { head: { policy } }: ListDownload,
  part: ToolPart,
): AsyncGenerator<Uint8Array> {
  const toolFiles = [new ToolFile(part, { plan, filter: {} })];
  const output = { format: 'csv', columns: [], judging: { policy } } as const;
  const wanted = { plan, output, lookup: lookupInOrder(list), files: [], toolFiles };
  for await (const { chunk } of writeResults(readBatches(source, plan), wanted))
    yield Buffer.from(chunk);
}

interface OpenedList {
  readonly list: UploadedList;
  readonly source: ListSource;
  readonly header: ListHeader;
}

interface WantedFile {
  readonly file: OutputPart;
  readonly format: OutputOptions['format'];
}

async function* writeFile(
  { list, source, header }: OpenedList,
  wanted: ListDownload,
  { file, format }: WantedFile,
): AsyncGenerator<Uint8Array> {
  const { only, send, isUnique, inCells, bom, head } = wanted;
  const { counts } = header;
  const { mended, ...asTyped } = header.plan;
  // Without mended cells the address that was verified has a column of its own.
  const plan = inCells && mended ? header.plan : asTyped;
  const { language, policy, ...named } = head;
  const text = await textLoader()(findLanguage(language ?? 'en') ?? 'en');
  const summary = createSummary();
  const facts = () => ({ ...named, text, summary: summary.result(), counts });
  const columns = columnsOf(wanted);
  const output = {
    format,
    facts,
    observe: summary.add,
    judging: { policy },
    ...(columns && { columns }),
    keep: keepOf(list, { only, send, isUnique }),
  };
  const lookup = lookupInOrder(list, { evidence: needsEvidence(columns) });
  const read = readBatches(source, plan);
  const rows = inCells ? mendCells(read, plan) : read;
  const isSafe = send !== undefined && send !== 'all';
  const change = inCells && isSafe ? keepWanted(plan, (judged) => isSent(judged, send)) : undefined;
  let needsMark = bom && format === 'csv' && !header.isAscii;
  for await (const { chunk } of writeResults(rows, {
    plan,
    output,
    lookup,
    change,
    files: [file],
  })) {
    yield toBytes(chunk, needsMark);
    needsMark = false;
  }
}

/** What was asked for; else as the policy says. */
function columnsOf({ columns, head }: ListDownload): readonly ResultColumn[] | undefined {
  if (columns) return LIST_COLUMNS.filter((column) => columns.includes(column));
  return head.policy && policyColumns(head.policy);
}

/** Those of the choice alone, and of one address the first row where no more are wanted. */
function keepOf(
  list: UploadedList,
  { only, send, isUnique }: Pick<ListDownload, 'only' | 'send' | 'isUnique'>,
): OutputOptions['keep'] {
  const isAll = send === undefined || send === 'all';
  if (isAll && !isUnique && only === undefined) return undefined;
  const isNew = isUnique ? createFirstFinder(list) : () => true;
  const isPart = ({ verdict }: JudgedRow) => only === undefined || verdict === only;
  return (outcome) => isPart(outcome) && isSent(outcome, send) && isNew(outcome);
}

function isSent({ reason, verdict }: JudgedAddress, send: ListDownload['send']): boolean {
  if (send === undefined || send === 'all' || verdict === 'deliverable') return true;
  // A policy may forbid them.
  return send === 'safe_accept_all' && reason === 'accept_all' && verdict === 'risky';
}

/** Whether a row is the first with its address. By ordinals: a million addresses would fill the memory. */
function createFirstFinder(list: UploadedList): (outcome: JudgedRow) => boolean {
  const seen = new Set<number>();
  return ({ row }) => {
    const address = row.addresses[0]?.address;
    const ordinal = address === undefined ? 0 : list.ordinalOf(address);
    if (ordinal === 0) return true;
    if (seen.has(ordinal)) return false;
    seen.add(ordinal);
    return true;
  };
}

const BOM = '\ufeff';

/** Spreadsheets take a file without the mark for one of their country's encoding. */
function toBytes(chunk: string | Uint8Array, needsMark: boolean): Uint8Array {
  if (typeof chunk !== 'string') return chunk;
  return Buffer.from(needsMark && !chunk.startsWith(BOM) ? BOM + chunk : chunk);
}

/** An archive with a file for each verdict. */
async function* writeParts(list: OpenedList, wanted: ListDownload): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter(new Date(wanted.head.at));
  const parts = SPLIT_PARTS.filter((part) => part !== 'empty' || list.header.counts.empty > 0);
  for (const file of parts) {
    await zip.begin(`${file}.csv`);
    for await (const bytes of writeFile(list, wanted, { file, format: 'csv' })) {
      await zip.write(bytes);
      const taken = zip.take();
      if (taken.length > 0) yield taken;
    }
  }
  await zip.end();
  yield zip.take();
}

/** The report of a list, by the rows that it has now. */
export async function writeReport(
  list: UploadedList,
  source: ListSource,
  { language, policy, ...head }: ReportHead,
): Promise<string> {
  const { plan, counts } = list.header;
  const summary = createSummary();
  const judging = { policy };
  const output = { format: 'csv', columns: [], observe: summary.add, judging } as const;
  const wanted = { plan, output, lookup: lookupInOrder(list), files: [] };
  for await (const _ of writeResults(readBatches(source, plan), wanted));
  const text = await textLoader()(findLanguage(language ?? 'en') ?? 'en');
  return renderReport({ ...head, text, summary: summary.result(), counts });
}
