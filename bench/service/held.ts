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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ACCEPTED_FACTS } from '../../test/support/accepted-facts.ts';
import {
  type HeldService,
  heldLine,
  measureHeld,
  read,
  signIn,
  startService,
  stopService,
} from './held-service.ts';

const MAX_WAIT_MS = 200;
const ROWS = Number(process.argv[2] ?? 2_000_000);
const TEAMS = 10;
const OTHERS_ROWS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
const database = join(folder, 'service.db');
let longest = 0;
let service: HeldService | undefined;

try {
  service = await startService(folder, ['--rate-limit', '0']);
  fill();
  await measureAll(service, await signIn(service));
} finally {
  if (service) await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = longest > MAX_WAIT_MS ? 1 : 0;

async function measureAll({ url, key }: HeldService, Cookie: string): Promise<void> {
  const page = (path: string) => (signal?: AbortSignal) =>
    read(`${url}${path}`, { headers: { Cookie }, signal });
  const api = (query: string) => () =>
    read(`${url}/api/v1/verifications?${query}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
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
  if (!service) return;
  const held = await measureHeld(service, work);
  longest = Math.max(longest, held.wait);
  process.stdout.write(`${heldLine(name, held)}\n`);
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
