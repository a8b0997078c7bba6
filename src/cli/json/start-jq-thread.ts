import { Worker } from 'node:worker_threads';

/** From src/ in tests, from dist/ in the built program. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'jq-thread.ts' : 'jq-thread.js',
  import.meta.url,
);

export function startJqThread(): Worker {
  return new Worker(PROGRAM, { name: 'jq' });
}
