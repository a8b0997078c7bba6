import { Worker, type WorkerOptions } from 'node:worker_threads';

/** From src/ in tests, from dist/ in the built program. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'list-thread.ts' : 'list-thread.js',
  import.meta.url,
);

export function startListProgram(options: WorkerOptions): Worker {
  return new Worker(PROGRAM, options);
}
