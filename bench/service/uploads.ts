/**
 * How long other requests wait while a list is uploaded in the dashboard: for each file the longest
 * wait for `/healthz`, the time until the upload was answered, the answer, and the peak memory.
 *
 *     node bench/service/uploads.ts [name of a file]
 *     node bench/service/uploads.ts places     uploads to PostgreSQL with lists in a folder and in the database, in turn
 *
 * The service is started as a program (npm run build first) with a heap of 512 MB.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { LAUNCHER } from '../../test/support/run-program.ts';
import { openPostgres } from '../fleet/postgres.ts';

const AIM_MS = 200;
const SIZE = 20 * 1024 * 1024 - 4096;

const repeated = (text: string) => () => Buffer.alloc(SIZE, text);

function framed(start: string, text: string, end: string): () => Buffer {
  return () => Buffer.concat([Buffer.from(start), Buffer.alloc(SIZE - 64, text), Buffer.from(end)]);
}

const FILES: Readonly<Record<string, () => Buffer>> = {
  'line ends': repeated('\n'),
  commas: repeated(','),
  quotes: repeated('"'),
  NULs: repeated('\0'),
  'one line': repeated('x'),
  '["",1,1,…]': framed('["",1', ',1', ']'),
  '["","",…]': framed('[""', ',""', ']'),
  '[[[[…': repeated('['),
  'one long quoted cell': framed('email\n"', 'a\n', '"\n'),
  'a list of 15 MB': () => ordinary(15 * 1024 * 1024, 300),
  '50,000 addresses': () => ordinary(4 * 1024 * 1024, 40),
};

const ROUNDS = 5;
const LISTS = ['a list of 15 MB', '50,000 addresses'] as const;

if (isMainThread) await (process.argv[2] === 'places' ? places() : main(process.argv[2]));
else await pollHealth(workerData as string);

async function main(only: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
  const service = await startService(folder, ['--database', join(folder, 'service.db')]);
  try {
    const browser = await signIn(service.setupUrl);
    let longest = 0;
    for (const [name, make] of Object.entries(FILES)) {
      if (only === undefined || only === name) {
        longest = Math.max(longest, await measure(service, browser, { name, bytes: make() }));
      }
    }
    print(`longest wait ${longest.toFixed(0)} ms (aim ${AIM_MS})`);
    if (longest > AIM_MS) process.exitCode = 1;
  } finally {
    await stopService(service, folder);
  }
}

async function stopService({ child }: Service, folder: string): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

/** The shortest time until an upload is answered, by where the lists lie: others may use the machine. */
async function places(): Promise<void> {
  for (const name of LISTS) {
    const bytes = FILES[name]?.() ?? Buffer.alloc(0);
    const shortest: number[] = [];
    for (const place of ['folder', 'database']) {
      await using postgres = await openPostgres();
      const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
      const lists = place === 'folder' ? join(folder, 'lists') : place;
      const service = await startService(folder, ['--database', postgres.url, '--lists', lists]);
      const browser = await signIn(service.setupUrl);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now();
        await measure(service, browser, { name: `${name}, ${place}`, bytes });
        times.push((performance.now() - began) / 1000);
      }
      shortest.push(Math.min(...times));
      await stopService(service, folder);
    }
    const [folder = 0, database = 0] = shortest;
    print(
      `${name}: ${folder.toFixed(2)} s to a folder, ${database.toFixed(2)} s to the database: ` +
        `${(database / folder).toFixed(2)} × (aim 1.5)`,
    );
  }
}

interface Service {
  readonly child: ChildProcess;
  readonly setupUrl: string;
}

async function startService(folder: string, place: readonly string[]): Promise<Service> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const settings = ['--port', '0', '--workers', '0', ...place];
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=512', LAUNCHER, 'serve', ...settings],
    {
      stdio: ['ignore', 'pipe', log],
      env: { ...process.env, XDG_DATA_HOME: folder },
    },
  );
  if (!child.stdout) throw new Error('the service has no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const setupUrl = /^Set up the dashboard: (\S+)/.exec(line)?.[1];
    if (setupUrl !== undefined) return { child, setupUrl };
  }
  throw new Error(readFileSync(join(folder, 'service.log'), 'utf8'));
}

interface Browser {
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly csrf: string;
}

async function signIn(setupUrl: string): Promise<Browser> {
  const { origin, searchParams } = new URL(setupUrl);
  const form = { email: 'ada@example.com', password: 'correct horse battery' };
  const set = await fetch(`${origin}/setup`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, token: searchParams.get('token') ?? '' }),
    headers: { Origin: origin },
    redirect: 'manual',
  });
  const cookie = set.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const headers = { Origin: origin, Cookie: cookie, Accept: 'text/html' };
  const page = await (await fetch(`${origin}/lists`, { headers })).text();
  return { origin, headers, csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
}

async function measure(
  { child }: Service,
  { origin, headers, csrf }: Browser,
  { name, bytes }: HostileFile,
): Promise<number> {
  const body = new FormData();
  body.append('csrf', csrf);
  body.append('list', new File([new Uint8Array(bytes)], 'list.csv'));
  forgetPeak(child);
  const poller = new Worker(new URL(import.meta.url), { workerData: origin });
  await once(poller, 'message');
  const began = performance.now();
  const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
  const answer = await fetch(`${origin}/lists`, init);
  const text = await answer.text();
  const seconds = (performance.now() - began) / 1000;
  poller.postMessage('stop');
  const [longest] = (await once(poller, 'message')) as [number];
  const said = /role="alert">([^<]*)/.exec(text)?.[1] ?? answer.headers.get('Location') ?? '';
  print(
    `${name}: longest wait ${longest.toFixed(0)} ms, answered in ${seconds.toFixed(2)} s, peak ` +
      `${peakOf(child)} MB: ${answer.status} ${said.slice(0, 120)}`,
  );
  return longest;
}

/** In a thread of its own, so that making and sending files delays no measurement. */
async function pollHealth(origin: string): Promise<void> {
  let stopped = false;
  let longest = 0;
  parentPort?.once('message', () => {
    stopped = true;
  });
  await fetch(`${origin}/healthz`);
  parentPort?.postMessage('ready');
  while (!stopped) {
    const began = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    longest = Math.max(longest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  parentPort?.postMessage(longest);
}

/** Linux alone knows the peak of a process that runs. */
function peakOf({ pid }: ChildProcess): string {
  if (process.platform !== 'linux') return '?';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return String(Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024));
}

function forgetPeak({ pid }: ChildProcess): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function ordinary(size: number, rowBytes: number): Buffer {
  const rows = ['name,email,company,note\n'];
  const filler = 'x'.repeat(rowBytes - 34);
  for (let length = 0, row = 0; length < size && row < 49_900; row++) {
    const line = `Person ${row},person${row}@sandbox.test,Company ${row},${filler}\n`;
    rows.push(line);
    length += line.length;
  }
  return Buffer.from(rows.join(''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
