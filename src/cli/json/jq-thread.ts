/** The program of the thread in which jq runs. */
import { parentPort } from 'node:worker_threads';
import { loadJq } from './load-jq.ts';

export interface JqRequest {
  readonly json: string;
  readonly filter: string;
}

export type JqAnswer = { readonly text: string } | { readonly error: string };

/** Texts as they are, all else in one line, as `gh --jq` prints them. */
const FLAGS = ['-r', '-c'];

const loading = loadJq();
parentPort?.on('message', async (request: JqRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer({ json, filter }: JqRequest): Promise<JqAnswer> {
  const jq = await loading;
  try {
    return { text: jq.raw(json, filter, FLAGS) ?? '' };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
