/**
 * How long `/healthz` waits while the history is read: 2,000,000 verifications of ten teams, one of
 * which has nearly all. For each kind of read the longest wait of one health check, and the time
 * that the reads took.
 *
 *     npm run bench held [rows]
 *
 * The service is started as a program (npm run build first). Exits with 1 when a check waited more
 * than 200 ms.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ACCEPTED_FACTS } from '../../test/support/accepted-facts.ts';
import { LAUNCHER } from '../../test/support/run-program.ts';

const MAX_WAIT_MS = 200;
const CHECK_EVERY_MS = 10;
const ROWS = Number(process.argv[2] ?? 2_000_000);
const TEAMS = 10;
const OTHERS_ROWS = 1000;

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly setup: string;
}

const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
const database = join(folder, 'service.db');
let longest = 0;
let service: Service | undefined;

try {
  service = await start();
  fill();
  await measureAll(service, await signIn(service));
} finally {
  service?.child.kill('SIGTERM');
  if (service) await once(service.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = longest > MAX_WAIT_MS ? 1 : 0;

async function measureAll({ url, key }: Service, Cookie: string): Promise<void> {
  const page = (path: string) => (signal?: AbortSignal) =>
    read(`${url}${path}`, { Cookie }, signal);
  const api = (query: string) => () =>
    read(`${url}/api/v1/verifications?${query}`, { Authorization: `Bearer ${key}` });
  const deep = ROWS - ROWS / 20;
  await measure('nothing', () => delay(1000));
  await measure('search without a match', page('/verifications?search=nobody'));
  await measure('20 of them at once', many(20, page('/verifications?search=nobody')));
  await measure('search with many matches, page 100', page('/verifications?search=1&page=100'));
  await measure(`API skip=${deep}`, api(`limit=1000&skip=${deep}`));
  await measure('20 of them at once', many(20, api(`limit=1000&skip=${deep}`)));
  await measure(`dashboard page ${deep / 50}`, page(`/verifications?page=${deep / 50}`));
  await measure('overview', page('/'));
  await measure('download of a search', page('/verifications.csv?search=nobody'));
  await measure('5 downloads for 3 s', many(5, page('/verifications.csv'), 3000));
  await measure('download of all', page('/verifications.csv'));
}

function many(count: number, work: (signal?: AbortSignal) => Promise<unknown>, stopAfter?: number) {
  return async () => {
    const signal = stopAfter === undefined ? undefined : AbortSignal.timeout(stopAfter);
    await Promise.allSettled(Array.from({ length: count }, () => work(signal)));
  };
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const checking = check(stop.signal);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  stop.abort();
  const wait = await checking;
  longest = Math.max(longest, wait);
  process.stdout.write(
    `${name.padEnd(36)} took ${(took / 1000).toFixed(2).padStart(6)} s, longest wait of /healthz ${wait.toFixed(0).padStart(4)} ms\n`,
  );
}

async function check(signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const began = performance.now();
    await read(`${service?.url}/healthz`);
    longest = Math.max(longest, performance.now() - began);
    await delay(CHECK_EVERY_MS);
  }
  return longest;
}

/** Reads an answer to its end, and resolves with its size. Rejects unless it is 200. */
function read(
  url: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, ...(signal && { signal }) }, (answer) => {
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

async function start(): Promise<Service> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const flags = ['serve', '--port', '0', '--database', database, '--rate-limit', '0'];
  const child = spawn(process.execPath, [LAUNCHER, ...flags], { stdio: ['ignore', 'pipe', log] });
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

/** The first team has nearly all rows, one a second; every other has a thousand. */
function fill(): void {
  const file = new DatabaseSync(database);
  const [team] = file.prepare('select id from teams').all();
  const facts = JSON.stringify({
    ...ACCEPTED_FACTS,
    score: 95,
  });
  const insert = file.prepare(`
    with recursive n (n) as (select 0 union all select n + 1 from n where n < ? - 1)
    insert into verifications (team_id, batch_id, email, facts, decided, reason, at)
    select ?, null, 'firstname.lastname' || n || '@example' || (n % 977) || '.com', ?, 1, 'accepted',
      ? + n * 1000 from n`);
  const since = Date.now() - ROWS * 1000;
  file.exec('begin');
  for (let other = 1; other < TEAMS; other++) {
    file.exec(`insert into teams (id, name, created_at) values ('t${other}', 'team ${other}', 0)`);
    insert.run(OTHERS_ROWS, `t${other}`, facts, since);
  }
  insert.run(ROWS - OTHERS_ROWS * (TEAMS - 1), String(team?.id), facts, since);
  file.exec('commit');
  file.close();
}

async function signIn({ url, setup }: Service): Promise<string> {
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
