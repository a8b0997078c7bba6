/** Runs in a thread of its own: whatever a list is, other requests are answered meanwhile. */
import { parentPort } from 'node:worker_threads';
import type { Message } from '../../i18n/message.ts';
import { type ErrorDetails, isMailvetError, type MailvetError } from '../../lib/errors.ts';
import type { ChosenReading, ListDownload, ReceivedList } from '../../service/lists/list-files.ts';
import { keepList, rereadList } from '../file/read-list.ts';
import { AskedList, type ListPlace } from './asked-list.ts';

/** The name of a question, which is a method of a list. */
export type QuestionName = Exclude<keyof AskedList, 'download' | typeof Symbol.dispose>;

interface AskRequest {
  readonly kind: 'ask';
  readonly question: QuestionName;
  readonly place: ListPlace;
  readonly asked: readonly unknown[];
}

/** `next` and `end` are about the download that the request with the number `of` has begun. */
export type ThreadRequest =
  | AskRequest
  | { readonly kind: 'read'; readonly place: ListPlace; readonly list: ReceivedList }
  | { readonly kind: 'reread'; readonly place: ListPlace; readonly chosen: ChosenReading }
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
    case 'ask':
      return ask(request);
    case 'read':
      return keepList(request.place.folder, request.place.id, request.list);
    case 'reread':
      return rereadList(request.place.folder, request.place.id, request.chosen);
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

async function ask({ question, place, asked }: AskRequest): Promise<unknown> {
  using list = new AskedList(place);
  const answer = list[question] as (...asked: unknown[]) => unknown;
  return await answer.apply(list, [...asked]);
}

async function* download(place: ListPlace, wanted: ListDownload): AsyncGenerator<Uint8Array> {
  using list = new AskedList(place);
  yield* list.download(wanted);
}

function detailsOf({ hint, advice }: MailvetError) {
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
