import {
  type Hint,
  hintParts,
  isMailvetError,
  MailvetError,
  withMessage,
} from '../../../../errors.ts';
import { type InspectOptions, inspectList } from '../../../../formats/inspect/inspect-list.ts';
import { unpackList } from '../../../../formats/workbook/workbook.ts';
import { type DraftLocation, JobDraft, type Scan } from '../../../../lists/directory/job-draft.ts';
import type { Sample } from '../../../../lists/file/job-record.ts';
import { type Invocation, mayAsk } from '../../../invocation.ts';
import type { ListInput } from '../../../io/list-input.ts';
import { shellQuote } from '../../../shell-quote.ts';
import { tuneV8 } from '../../../tune-v8.ts';
import { listQuestions } from './list-questions.ts';

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
