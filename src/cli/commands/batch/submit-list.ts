import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { isMailvetError, MailvetError, withMessage } from '../../../errors.ts';
import { type DraftPlace, JobDraft, type Scan } from '../../../jobs/job-draft.ts';
import type { Sample } from '../../../jobs/job-record.ts';
import { plural } from '../../../lib/wording.ts';
import { type InspectOptions, inspectList } from '../../../lists/inspect-list.ts';
import { unpackList } from '../../../lists/workbook.ts';
import { type Invocation, mayAsk } from '../../invocation.ts';
import { ask } from '../../io/prompt.ts';
import { keepHeapSmall } from '../../small-heap.ts';

/** A list that was given to be sent. */
export interface GivenList {
  readonly name: string;
  /** Absolute; null for stdin. */
  readonly path: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Finds the list: a file, or stdin for `-` and for nothing at all. */
export async function openList(
  { context, globals }: Pick<Invocation, 'context' | 'globals'>,
  file: string | undefined,
): Promise<GivenList> {
  if (file !== undefined && file !== '-') return await openFile(context.cwd, file);
  if (globals.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the list or the API key, not both');
  }
  if (file === undefined && context.stdin.isTTY) {
    throw new MailvetError('usage', 'There is no list to read', {
      hint: 'Name a file, or pipe a list into stdin',
    });
  }
  return { name: 'stdin', path: null, chunks: bytesOf(context.stdin.stream) };
}

async function openFile(cwd: string, file: string): Promise<GivenList> {
  const path = resolve(cwd, file);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `can't be read (${error.code})`;
    throw new MailvetError('input', `${file} ${why}`, { cause: error });
  });
  if (found.isDirectory()) throw new MailvetError('input', `${file} is a directory, not a list`);
  return { name: basename(path), path, chunks: readable(path, file) };
}

const CHUNK_SIZE = 64 * 1024;

async function* readable(path: string, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_SIZE });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new MailvetError('input', `${file} can't be read (${code})`, { cause });
  }
}

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield Buffer.from(chunk as Uint8Array);
}

export interface ReadList {
  readonly draft: JobDraft;
  readonly scan: Scan;
}

interface Reading {
  readonly place?: DraftPlace;
  readonly reading: InspectOptions;
  readonly sample: Sample | null;
}

/** Copies and reads the list, telling what was found in it. The draft is the caller's to end. */
export async function readList(
  invocation: Invocation,
  list: GivenList,
  { place, reading, sample }: Reading,
): Promise<ReadList> {
  keepHeapSmall();
  const { chunks, sheet } = await unpackList(list.name, list.chunks);
  if (sheet) {
    await invocation.notice(
      `${list.name}: the first sheet, "${sheet.name}", is read; results are CSV`,
    );
  }
  const draft = await JobDraft.of(list.name, chunks, place);
  try {
    const chooseColumn = mayAsk(invocation) ? columnQuestion(invocation) : undefined;
    const plan = await inspectList(draft.source, {
      ...reading,
      ...sheet?.reading,
      ...(chooseColumn && { chooseColumn }),
    });
    for (const notice of plan.notices) await invocation.notice(`${list.name}: ${notice}`);
    return { draft, scan: await draft.scan(plan, sample) };
  } catch (error) {
    draft.discard();
    throw namingList(error, list.name);
  }
}

/** An error about what is in the list says which list. */
function namingList(error: unknown, name: string): unknown {
  if (!isMailvetError(error, 'input') || error.message.includes(name)) return error;
  return withMessage(error, `${name}: ${error.message}`);
}

interface Candidate {
  readonly index: number;
  readonly label: string;
  readonly addresses: number;
}

function columnQuestion(invocation: Invocation) {
  return async (candidates: readonly Candidate[]): Promise<number> => {
    const choices = candidates.map(
      ({ label, addresses }, at) =>
        `  ${at + 1}) ${label}: ${plural(addresses, 'address', 'addresses')}`,
    );
    for (const line of ['Several columns hold addresses:', ...choices])
      await invocation.notice(line);
    const answer = Number(await ask(invocation.context, `Which one (1 to ${candidates.length})? `));
    const chosen = candidates[answer - 1];
    if (chosen) return chosen.index;
    throw new MailvetError('usage', 'No column was chosen', {
      hint: 'Name it with --column <name>',
    });
  };
}
