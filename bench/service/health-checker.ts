/** A thread that asks for `/healthz` again and again until it gets a message to stop, and says how long one answer took at most. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { read } from './held-service.ts';

const CHECK_EVERY_MS = 5;
const { url } = workerData as { readonly url: string };
const agent = new Agent({ keepAlive: true });
let isStopped = false;
let longest = 0;

parentPort?.on('message', () => {
  isStopped = true;
});
for (let isFirst = true; !isStopped; isFirst = false) {
  const began = performance.now();
  // A thread that is held longer than a request may take answers 408.
  await read(`${url}/healthz`, { agent }).catch(() => {});
  // The first connection is that of the checker.
  if (isFirst) parentPort?.postMessage('started');
  else longest = Math.max(longest, performance.now() - began);
  await delay(CHECK_EVERY_MS);
}
parentPort?.postMessage(longest);
parentPort?.close();
agent.destroy();
