import {
  type Hint,
  hintParts,
  isMailvetError,
  MailvetError,
  withMessage,
} from '../../../../errors.ts';
import type { ColumnCandidate } from '../../../../formats/inspect/find-columns.ts';
import type { EncodingReading } from '../../../../formats/inspect/guess-encoding.ts';
import { type InspectOptions, inspectList } from '../../../../formats/inspect/inspect-list.ts';
import { unpackList } from '../../../../formats/workbook/workbook.ts';
import { plural } from '../../../../lib/wording.ts';
import { type DraftLocation, JobDraft, type Scan } from '../../../../lists/directory/job-draft.ts';
import type { Sample } from '../../../../lists/file/job-record.ts';
import { type Invocation, mayAsk } from '../../../invocation.ts';
import type { ListInput } from '../../../io/list-input.ts';
import { ask } from '../../../io/prompt.ts';
import { shellQuote } from '../../../shell-quote.ts';
import { tuneV8 } from '../../../tune-v8.ts';

interface ReadList {
  readonly draft: JobDraft;
  readonly scan: Scan;
}

interface ReadSettings {
  readonly place?: DraftLocation;
  readonly reading: InspectOptions;
  readonly sample: Sample | null;
}

/** Copies and reads the list, and prints its notices. The caller keeps or discards the draft. */
export async function readList(
  invocation: Invocation,
  list: ListInput,
  { place, reading, sample }: ReadSettings,
): Promise<ReadList> {
  tuneV8();
  await using _ = invocation.underWay(() => `Reading ${list.name} …`);
  const { chunks, sheet } = await unpackList(list.name, list.chunks, {
    sheet: reading.sheet,
    maxUnpacked: list.maxBytes,
  });
  for (const line of sheetNotices(sheet))
    await invocation.notice([`${list.name}: `, ...hintParts(line)]);
  if (reading.sheet !== undefined && !sheet) throw notWorkbook(list.name);
  const { signal } = invocation.context;
  const draft = await JobDraft.of({ name: list.name, chunks, signal }, place);
  try {
    const questions = mayAsk(invocation) ? listQuestions(invocation) : {};
    const plan = await inspectList(draft.source, {
      ...reading,
      ...sheet?.reading,
      ...questions,
    });
    for (const notice of plan.notices)
      await invocation.notice([`${list.name}: `, ...hintParts(notice)]);
    const kept = sheet ? { ...plan, sheet: sheet.name } : plan;
    return { draft, scan: await draft.scan(kept, sample) };
  } catch (error) {
    draft.discard();
    throw namingList(error, list.name);
  }
}

type Sheet = Awaited<ReturnType<typeof unpackList>>['sheet'];

function sheetNotices(sheet: Sheet): Hint[] {
  if (!sheet) return [];
  const others = sheet.others.map(
    (name): Hint => [
      `Sheet "${name}" holds addresses, too: `,
      { code: 'option', name: 'sheet', value: shellQuote(name) },
      ' reads it',
    ],
  );
  return [`Using sheet "${sheet.name}"`, ...others];
}

function notWorkbook(name: string): MailvetError {
  return new MailvetError('usage', `--sheet is for workbooks, and ${name} is none`, {
    option: 'sheet',
    hint: ['Leave ', { code: 'option', name: 'sheet' }, ' out'],
  });
}

/** Adds the list's name to an error about its content. */
function namingList(error: unknown, name: string): unknown {
  if (!isMailvetError(error, 'input') || error.message.includes(name)) return error;
  return withMessage(error, `${name}: ${error.message}`);
}

/** What is asked on a terminal about a list that is not clear by itself. */
function listQuestions(
  invocation: Invocation,
): Pick<InspectOptions, 'chooseColumn' | 'chooseEncoding'> {
  return {
    chooseColumn: (candidates) => askColumn(invocation, candidates),
    chooseEncoding: (readings) => askEncoding(invocation, readings),
  };
}

async function askColumn(
  invocation: Invocation,
  candidates: readonly ColumnCandidate[],
): Promise<number | readonly number[]> {
  const choices = candidates.map(
    ({ label, addresses }) => `${label}: ${plural(addresses, 'address', 'addresses')}`,
  );
  const all = choices.length === 2 ? 'both' : 'all of them';
  const title = 'Several columns hold addresses:';
  const chosen = await askOne(invocation, title, [...choices, all]);
  if (chosen === choices.length) return candidates.map(({ index }) => index);
  const candidate = candidates[chosen];
  if (candidate) return candidate.index;
  throw new MailvetError('usage', 'No column was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'column', takes: '<name>' }],
  });
}

async function askEncoding(
  invocation: Invocation,
  readings: readonly EncodingReading[],
): Promise<string> {
  const [first, ...others] = readings;
  // Nothing to choose from: the notice says that the reading may be wrong.
  if (!first || others.length === 0) return first?.encoding ?? 'windows-1252';
  const choices = readings.map(({ words, encoding }) => `${words.join(', ')} (${encoding})`);
  const chosen = readings[await askOne(invocation, 'The encoding is not certain:', choices)];
  if (chosen) return chosen.encoding;
  throw new MailvetError('usage', 'No encoding was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'encoding', takes: '<name>' }],
  });
}

/** The place of the choice, from 0; -1 where the answer names no choice. */
async function askOne(
  invocation: Invocation,
  title: string,
  choices: readonly string[],
): Promise<number> {
  const lines = choices.map((choice, at) => `  ${at + 1}) ${choice}`);
  for (const line of [title, ...lines]) await invocation.notice(line);
  const answer = (await ask(invocation.context, `Which one (1 to ${choices.length})? `)).trim();
  const named = choices.findIndex((choice) => choice.toLowerCase() === answer.toLowerCase());
  return named === -1 && /^\d+$/.test(answer) ? Number(answer) - 1 : named;
}
