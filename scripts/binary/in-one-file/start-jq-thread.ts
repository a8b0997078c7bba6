import { getAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** The thread starts from text: there is no file beside the program. */
export function startJqThread(): Worker {
  return new Worker(getAsset('jq-thread.js', 'utf8'), { name: 'jq', eval: true });
}
