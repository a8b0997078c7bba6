/** A service that is started as a program, and how long its `/healthz` waits beside other requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { LAUNCHER } from '../../test/support/run-program.ts';

export interface HeldService {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly setup: string;
}

/** Starts it with a database in a folder. */
export async function startService(
  folder: string,
  flags: readonly string[] = [],
): Promise<HeldService> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const all = ['serve', '--port', '0', '--database', join(folder, 'service.db')];
  const child = spawn(process.execPath, [LAUNCHER, ...all, ...flags], {
    stdio: ['ignore', 'pipe', log],
  });
  const lines: string[] = [];
  if (child.stdout) {
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.startsWith('Set up')) break;
    }
  }
  const find = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  return {
    child,
    key: find(/(mv_\S+)/),
    url: find(/listening on (\S+)/),
    setup: find(/token=(\S+)/),
  };
}

export async function stopService({ child }: HeldService): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** Creates the first owner, and resolves with the cookies of the session. */
export async function signIn({ url, setup }: Pick<HeldService, 'url' | 'setup'>): Promise<string> {
  const form = { token: setup, email: 'ada@example.com', password: 'correct horse battery' };
  const answer = await fetch(`${url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url },
    body: new URLSearchParams(form),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** How long some work took, and how long one health check waited at most beside it. */
export interface Held<T> {
  readonly result: T;
  readonly took: number;
  readonly wait: number;
}

/** The checks are made in a thread of their own: what this one prepares does not hold them. */
export async function measureHeld<T>(
  { url }: HeldService,
  work: () => Promise<T>,
): Promise<Held<T>> {
  const checker = new Worker(new URL('health-checker.ts', import.meta.url), {
    workerData: { url },
  });
  await once(checker, 'message');
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  checker.postMessage('stop');
  const [wait] = await once(checker, 'message');
  return { result, took, wait };
}

export function heldLine(name: string, { took, wait }: Held<unknown>): string {
  const shown = wait.toFixed(0).padStart(6);
  return `${name.padEnd(52)} took ${(took / 1000).toFixed(2).padStart(6)} s, longest wait of /healthz ${shown} ms`;
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
  readonly agent?: Agent;
}

/** Reads an answer to its end, and resolves with its size. Rejects unless it is 200. */
export function read(url: string, { headers = {}, signal, agent }: Asked = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { headers, ...(signal && { signal }), ...(agent && { agent }) };
    const asked = request(url, options, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(size)
          : reject(new Error(`${answer.statusCode} ${url}`)),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
