import { Worker } from 'node:worker_threads';
import { PageError } from '../page-error.ts';
import type { ThreadAnswer, ThreadTask } from './list-thread.ts';
import type { UploadedList } from './read-list.ts';

/** An ordinary list of 20 MB takes a second and 100 MB. */
const DEADLINE_MS = 15_000;
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** From src/ in tests, from dist/ in the built program. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'list-thread.ts' : 'list-thread.js',
  import.meta.url,
);

/**
 * Reads a list in a thread of its own, with limits of time and memory, so that no file delays other
 * requests. Rejects with a 422 that says what is wrong, or a 503 when the service stops.
 */
export async function readInThread(task: ThreadTask, leaving: AbortSignal): Promise<UploadedList> {
  const ended = AbortSignal.any([leaving, AbortSignal.timeout(DEADLINE_MS)]);
  if (leaving.aborted) throw stopping();
  const thread = new Worker(PROGRAM, { workerData: task, resourceLimits: RESOURCES, execArgv: [] });
  try {
    const answer = await firstAnswer(thread, ended);
    if (answer.kind === 'list') return answer.list;
    if (answer.kind === 'refused') throw new PageError(422, answer.message);
    throw answer.error;
  } catch (error) {
    if (leaving.aborted) throw stopping();
    throw ended.aborted ? tooSlow() : error;
  } finally {
    await thread.terminate();
  }
}

function firstAnswer(thread: Worker, ended: AbortSignal): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('messageerror', reject);
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    );
    thread.once('exit', () => reject(new Error('The thread ended without an answer')));
    ended.addEventListener('abort', () => reject(ended.reason), { once: true });
  });
}

function tooMuch(): PageError {
  return new PageError(422, 'Reading the file takes too much memory: it does not look like a list');
}

function tooSlow(): PageError {
  return new PageError(422, 'Reading the file takes too long: it does not look like a list');
}

function stopping(): PageError {
  return new PageError(503, 'The service is stopping: try again in a moment', {
    'Retry-After': '5',
  });
}
