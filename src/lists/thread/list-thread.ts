/** Runs in a thread of its own: whatever a list is, other requests are answered meanwhile. */
import { parentPort } from 'node:worker_threads';
import { type ErrorDetails, isMailvetError, type MailvetError } from '../../errors.ts';
import type { Message } from '../../i18n/message.ts';
import type { ListDownload } from '../../service/lists/list-files.ts';
import { download, type ListPlace, TASKS, type TaskName } from './tasks.ts';

/** `next` and `end` are about the download that the request with the number `of` has begun. */
export type ThreadRequest =
  | {
      readonly kind: 'task';
      readonly name: TaskName;
      readonly place: ListPlace;
      readonly argument: unknown;
    }
  | { readonly kind: 'download'; readonly place: ListPlace; readonly wanted: ListDownload }
  | { readonly kind: 'next' | 'end'; readonly of: number };

export interface NumberedRequest {
  readonly number: number;
  readonly request: ThreadRequest;
}

export type ThreadAnswer = { readonly number: number } & (
  | { readonly kind: 'value'; readonly value: unknown }
  /** A message for the owner of the list. */
  | {
      readonly kind: 'refused';
      readonly message: string | Message;
      readonly details: Pick<ErrorDetails, 'hint' | 'advice'>;
    }
  /** The code of a system error, which a copy of the error does not have. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly code: string | undefined }
);

const downloads = new Map<number, AsyncGenerator<Uint8Array>>();

async function answerTo({ number, request }: NumberedRequest): Promise<unknown> {
  switch (request.kind) {
    case 'task': {
      const task = TASKS[request.name] as (place: ListPlace, argument: unknown) => Promise<unknown>;
      return task(request.place, request.argument);
    }
    case 'download':
      downloads.set(number, download(request.place, request.wanted));
      return undefined;
    case 'next':
      return (await downloads.get(request.of)?.next())?.value;
    case 'end':
      await downloads.get(request.of)?.return(undefined);
      downloads.delete(request.of);
      return undefined;
  }
}

function detailsOf({ hint, advice }: MailvetError): Pick<ErrorDetails, 'hint' | 'advice'> {
  return { ...(hint !== undefined && { hint }), ...(advice && { advice }) };
}

parentPort?.on('message', async (asked: NumberedRequest) => {
  const { number } = asked;
  const answer = await answerTo(asked).then(
    (value): ThreadAnswer => ({ number, kind: 'value', value }),
    (error): ThreadAnswer =>
      isMailvetError(error, 'input')
        ? {
            number,
            kind: 'refused',
            message: error.said ?? error.message,
            details: detailsOf(error),
          }
        : { number, kind: 'failed', error, code: (error as NodeJS.ErrnoException).code },
  );
  parentPort?.postMessage(answer);
});
