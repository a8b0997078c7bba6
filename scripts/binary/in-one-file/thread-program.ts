import { getAsset } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The thread starts from text: there is no file beside the program. */
export function startListProgram(options: WorkerOptions): Worker {
  return new Worker(getAsset('list-thread.js', 'utf8'), { ...options, eval: true });
}
