/** mailvet as people run it: the built command with the embedded service, and the service by its API. */
import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder, listening, MAILVET, type Metered, metered, startMetered } from '../metered.ts';
import type { World } from './open-world.ts';

export interface Verified {
  readonly seconds: number;
  /** Microseconds of processor time for each address, start and end of the program included. */
  readonly cpuMicros: number;
  readonly peakMb: number;
  /** The peak of the last quarter of the time by that of the second one: 1 where memory does not grow with the list. */
  readonly growth: number;
  readonly deliverable: number;
}

const BATCH = 1000;
const POSTS_AT_ONCE = 4;
const POLL_EVERY_MS = 50;

/** `mailvet batch submit` of a CSV file; the seconds are those of the whole process. */
export function verifyByCli(emails: readonly string[], world: World): Promise<Verified> {
  return inFolder(async (home) => {
    const rows = emails.map((email, at) => `${at},${email}\n`).join('');
    await writeFile(join(home, 'list.csv'), `id,email\n${rows}`);
    const program = start(['batch', 'submit', 'list.csv', '--wait', '-o', 'out.csv'], home, world);
    const figures = await metered(program, home);
    const output = await readFile(join(home, 'out.csv'), 'utf8');
    // The header has the word once.
    const deliverable = output.split(',deliverable,').length - 2;
    return { ...figuresOf(figures, emails.length), seconds: figures.wallSeconds, deliverable };
  });
}

/** Batches in the order of the list, sent as fast as they are taken; until all results are fetched. */
export function verifyByApi(emails: readonly string[], world: World): Promise<Verified> {
  return inFolder(async (home) => {
    const options = ['--port', '0', '--database', 'service.db', '--rate-limit', '0'];
    const program = start(['serve', ...options], home, world);
    const call = await connectTo(program);
    const began = performance.now();
    const deliverable = await verifyBatches(emails, call);
    const seconds = (performance.now() - began) / 1000;
    program.kill('SIGTERM');
    const figures = await metered(program, home);
    return { ...figuresOf(figures, emails.length), seconds, deliverable };
  });
}

type Call = (path: string, body?: object) => Promise<unknown>;

async function connectTo(program: ChildProcess): Promise<Call> {
  const { url, key } = await listening(program);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (path, body) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function verifyBatches(emails: readonly string[], call: Call): Promise<number> {
  const starts = Array.from({ length: Math.ceil(emails.length / BATCH) }, (_, at) => at * BATCH);
  const left = starts.values();
  const ids: string[] = [];
  const send = async () => {
    for (const at of left) {
      const batch = { emails: emails.slice(at, at + BATCH) };
      ids.push(((await call('/verify/batch', batch)) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, send));
  for (;;) {
    const batches = (await call('/batches?limit=1000')) as { status: string }[];
    if (batches.every(({ status }) => status === 'completed')) break;
    await sleep(POLL_EVERY_MS);
  }
  let deliverable = 0;
  for (const id of ids) {
    const found = (await call(`/batches/${id}`)) as {
      emails: { result: { deliverable: boolean } }[];
    };
    deliverable += found.emails.filter(({ result }) => result.deliverable).length;
  }
  return deliverable;
}

export function figuresOf({ cpuSeconds, peakMb, memory }: Metered, size: number) {
  const peakOf = (quarter: number) => {
    const ends = [quarter, quarter + 1].map((at) => Math.ceil((memory.length * at) / 4));
    return Math.max(...memory.slice(...ends));
  };
  return { cpuMicros: (cpuSeconds / size) * 1e6, peakMb, growth: peakOf(3) / peakOf(1) };
}

/** Runs the built program against the world. */
function start(args: readonly string[], home: string, world: World): ChildProcess {
  return startMetered([MAILVET, ...args], home, {
    WORLD_PORT: String(world.port),
    MAILVET_DNS: world.resolver,
    MAILVET_ALLOW_NETWORK: '127.0.0.0/8',
    MAILVET_HELO: 'bench.mailvet.test',
  });
}
