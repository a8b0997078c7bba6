/** Runs in a thread of its own: whatever a list is, other requests are answered meanwhile. */
import { parentPort } from 'node:worker_threads';
import { isMailvetError } from '../errors.ts';
import type { ListDownload } from '../service/list-files.ts';
import { download, type ListPlace, TASKS, type TaskName } from './tasks.ts';

/** `next`: one more piece of the download that is under way. */
export type ThreadRequest =
  | {
      readonly kind: 'task';
      readonly name: TaskName;
      readonly place: ListPlace;
      readonly argument: unknown;
    }
  | { readonly kind: 'download'; readonly place: ListPlace; readonly wanted: ListDownload }
  | { readonly kind: 'next' };

export type ThreadAnswer =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A message for the owner of the list. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The code of a system error, which a copy of the error does not have. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly code: string | undefined };

let pieces: AsyncGenerator<Uint8Array> | undefined;

async function answerTo(request: ThreadRequest): Promise<unknown> {
  if (request.kind === 'task') {
    const task = TASKS[request.name] as (place: ListPlace, argument: unknown) => Promise<unknown>;
    return task(request.place, request.argument);
  }
  if (request.kind === 'download') pieces = download(request.place, request.wanted);
  return (await pieces?.next())?.value;
}

parentPort?.on('message', async (request: ThreadRequest) => {
  const answer = await answerTo(request).then(
    (value): ThreadAnswer => ({ kind: 'value', value }),
    (error): ThreadAnswer =>
      isMailvetError(error, 'input')
        ? { kind: 'refused', message: error.message }
        : { kind: 'failed', error, code: (error as NodeJS.ErrnoException).code },
  );
  parentPort?.postMessage(answer);
});
