/**
 * How much of a bare Hono application's speed the service keeps for verifications answered from the
 * cache (authenticated, counted, written into the history before the answer), on the same Node, with
 * the same load: rounds in pairs, one after the other, the median of their ratios. Then the time to
 * create batches of 1000 addresses.
 *
 *     npm run bench service [rounds] [seconds a round]
 *     npm run bench service -- --soak       200 clients at once for 60 s: no error but 429
 *
 * The service is started as a program (npm run build first), with its log of requests in a file.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CACHE_LIFETIME_MS } from '../../src/contract/limits.ts';
import { openStore } from '../../src/store/open-store.ts';
import { foundResult } from '../../test/support/found-result.ts';
import { LAUNCHER } from '../../test/support/run-program.ts';
import type { Load, LoadResult } from './load.ts';

/** As many as the soak has: both servers are busy all the time. */
const CONNECTIONS = 200;
/** Settings of both servers, as in deploy/. */
const NODE_FLAGS = ['--max-semi-space-size=8'];
const TARGET = 0.6;
const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
const children: ChildProcess[] = [];

try {
  if (process.argv.includes('--soak')) await soak();
  else await compare(...(process.argv.slice(2).map(Number) as [number?, number?]));
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  rmSync(folder, { recursive: true, force: true });
}

async function compare(rounds = 7, seconds = 4): Promise<void> {
  const service = await startService('--rate-limit', '0');
  const answer = await keepAnswer('ada@example.com');
  const bare = await startBare(answer as object);
  const body = { email: 'ada@example.com' };
  const ratios: number[] = [];
  await Promise.all([bare, service].map((each) => runLoad(each, body, 2)));
  for (let round = 1; round <= rounds; round++) {
    // In turns first and second, so that neither always meets the warmer machine.
    const order = round % 2 ? [bare, service] : [service, bare];
    const results = new Map<Running, LoadResult>();
    for (const each of order) results.set(each, await runLoad(each, body, seconds));
    const [least, ours] = [bare, service].map((each) => results.get(each) as LoadResult);
    ratios.push(report(round, least as LoadResult, ours as LoadResult));
  }
  const middle = median(ratios);
  print(`median ratio ${middle.toFixed(3)} (aim ${TARGET})`);
  await batches(service);
}

function report(round: number, least: LoadResult, ours: LoadResult): number {
  const ratio = ours.requestsPerSecond / least.requestsPerSecond;
  const { p50, p99 } = ours.latency;
  print(
    `round ${round}: bare ${least.requestsPerSecond.toFixed(0)}/s, service ${ours.requestsPerSecond.toFixed(0)}/s` +
      ` (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms), ratio ${ratio.toFixed(3)}`,
  );
  if (Object.keys(ours.statuses).join() !== '200') throw new Error(JSON.stringify(ours.statuses));
  return ratio;
}

/** Different addresses each time, so that each batch is work to store and work to do: as many as the sandbox keeps. */
async function batches(service: Service, count = 40): Promise<void> {
  const times: number[] = [];
  for (let batch = 0; batch < count; batch++) {
    const emails = Array.from({ length: 1000 }, (_, n) => `b${batch}n${n}@sandbox.test`);
    const began = performance.now();
    const answer = await service.call('/verify/batch', { emails });
    times.push(performance.now() - began);
    if (!answer.ok)
      throw new Error(`a batch was answered ${answer.status}: ${await answer.text()}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((count - 1) * share)] ?? 0).toFixed(1);
  print(
    `${count} batches of 1000, while they are worked on: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

async function soak(): Promise<void> {
  const service = await startService('--rate-limit', '0');
  await keepAnswer('ada@example.com');
  const load = { email: 'ada@example.com' };
  const { statuses, latency, requestsPerSecond } = await runLoad(service, load, 60);
  print(
    `${CONNECTIONS} clients, 60 s: ${requestsPerSecond.toFixed(0)}/s, ${JSON.stringify(statuses)}`,
  );
  print(`p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms`);
  const wrong = Object.keys(statuses).filter((status) => !['200', '429'].includes(status));
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(', ')}`);
}

/** Puts an answer into the service's cache: what is under `sandbox.test` is never cached. */
async function keepAnswer(email: string): Promise<object> {
  const store = await openStore(join(folder, 'service.db'));
  const team = await store.teams.findByName('default');
  const now = Date.now();
  const keep = { key: email, expiresAt: now + CACHE_LIFETIME_MS };
  await store
    .team(team?.id ?? '')
    .recordVerification({ email, result: foundResult(), at: now, keep });
  await store.close();
  return { email, ...foundResult().facts };
}

interface Running {
  readonly url: string;
  readonly key: string;
}

interface Service extends Running {
  call(path: string, body: object): Promise<Response>;
}

async function startService(...flags: readonly string[]): Promise<Service> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const database = join(folder, 'service.db');
  const all = ['serve', '--port', '0', '--database', database, '--open-batches', '1000', ...flags];
  const child = spawn(process.execPath, [...NODE_FLAGS, LAUNCHER, ...all], {
    stdio: ['ignore', 'pipe', log],
  });
  const lines = await linesUntil(child, /listening on/);
  const key = /(mv_\S+)/.exec(lines.join('\n'))?.[1] ?? '';
  const url = /(http\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const call = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { url, key, call };
}

async function startBare(answer: object): Promise<Running> {
  const program = fileURLToPath(new URL('bare.ts', import.meta.url));
  const child = spawn(process.execPath, [...NODE_FLAGS, program, JSON.stringify(answer)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url = ''] = await linesUntil(child, /^http/);
  return { url, key: 'mv_none' };
}

async function linesUntil(child: ChildProcess, last: RegExp): Promise<string[]> {
  children.push(child);
  const lines: string[] = [];
  if (!child.stdout) return lines;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (last.test(line)) return lines;
  }
  throw new Error('the server ended before it listened');
}

/** Runs in a separate process. */
async function runLoad({ url, key }: Running, body: object, seconds: number): Promise<LoadResult> {
  const load: Load = {
    url,
    request: requestOf(url, key, body),
    connections: CONNECTIONS,
    milliseconds: seconds * 1000,
  };
  const program = fileURLToPath(new URL('load.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text) as LoadResult;
}

function requestOf(url: string, key: string, body: object): string {
  const text = JSON.stringify(body);
  return [
    'POST /api/v1/verify HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
