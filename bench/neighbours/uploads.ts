/**
 * What a team's uploads and free writes cost the others: how long another team's upload takes quietly and
 * beside uploads that drip a byte every 20 s, and what a key with a quota of 10 can store by each way that
 * costs nothing.
 */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { type Admin, openAdmin } from '../../src/composition/admin.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { invitePerson } from '../../src/service/people/invitations.ts';
import { createTeam } from '../../src/service/teams/teams.ts';
import { endProcess } from '../../test/support/end-process.ts';
import { withClient } from '../../test/support/postgres-template.ts';
import { createTeamKey } from '../../test/support/team-key.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openPostgres } from '../scale/postgres.ts';
import { urlOnceListening } from './listening.ts';

type Kind = 'sqlite' | 'postgres';

export interface UploadsOptions {
  readonly launcher: string;
  readonly kind: Kind;
  /** Seconds that each flood lasts. */
  readonly seconds: number;
}

interface World {
  readonly origin: string;
  readonly admin: Admin;
  /** Bytes of the database. */
  readonly size: () => Promise<number>;
}

const DRIPPING = [12, 100];
/** The number that one team could have open at first. */
const DRIPS_A_TEAM = 4;
const DRIP_EVERY_MS = 20_000;
const UPLOADS = 5;
/** A small limit, so that a flood of seconds reaches it. */
const STORAGE = '20MB';
const LOOPS = 20;
/** Longer than the grace of a slow upload, with its next look. */
const WAIT_MS = 35_000;

/** Prints both tables; false where an upload beside dripping ones is not taken. */
export async function benchUploads(options: UploadsOptions): Promise<boolean> {
  const folder = temporaryFolder();
  await using postgres = options.kind === 'postgres' ? await openPostgres() : undefined;
  const database = postgres?.url ?? folder.path('service.db');
  const { child, origin } = await start(options.launcher, database, folder.path('lists'));
  const admin = await openAdmin(database, { clock: systemClock });
  const size = postgres ? () => postgresSize(postgres.url) : async () => sqliteSize(database);
  try {
    const isWithin = await measureDripping(options.kind, { origin, admin, size });
    await measureFloods({ origin, admin, size }, options);
    return isWithin;
  } finally {
    await admin.store.close();
    await endProcess(child, 'SIGTERM');
    folder.dispose();
  }
}

async function start(launcher: string, database: string, lists: string) {
  const settings = ['--port', '0', '--database', database, '--lists', lists];
  const env = { PATH: process.env.PATH, HOME: dirname(lists), MAILVET_TEAM_STORAGE: STORAGE };
  const child = spawn(process.execPath, [launcher, 'serve', ...settings, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  return { child, origin: await urlOnceListening(child) };
}

interface Browser {
  readonly cookie: string;
  readonly csrf: string;
}

/** A person of a new team. */
async function browserOf({ origin, admin }: World, team: string): Promise<Browser> {
  const { id: teamId } = await createTeam(admin, team, 10);
  const person = { email: `${team}@example.com`, role: 'owner' } as const;
  const { secret } = await invitePerson(admin, { teamId, actor: 'bench' }, person);

  const joined = await fetch(`${origin}/invitation`, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ token: secret, password: 'correct horse battery' }),
    redirect: 'manual',
  });
  const cookies = joined.headers.getSetCookie().map((each) => each.split(';')[0]);
  const cookie = cookies.join('; ');
  const page = await (await fetch(`${origin}/lists`, { headers: { Cookie: cookie } })).text();
  return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

async function measureDripping(kind: Kind, world: World): Promise<boolean> {
  const neighbour = await browserOf(world, 'neighbour');
  const quiet = await uploads(world.origin, neighbour);
  const attackers: Browser[] = [];
  let isWithin = true;
  print([`${kind}: dripping uploads`, 'quiet', 'beside', 'ratio', 'after 35 s']);
  for (const count of DRIPPING) {
    while (attackers.length * DRIPS_A_TEAM < count) {
      attackers.push(await browserOf(world, `drip${attackers.length}`));
    }
    const drips = await openDrips(world.origin, attackers, count);
    const beside = await uploads(world.origin, neighbour);
    await systemClock.sleep(WAIT_MS);
    const left = drips.filter(({ closed }) => !closed).length;
    for (const { socket } of drips) socket.destroy();
    const ratio = (beside.median / quiet.median).toFixed(1);
    print([String(count), shown(quiet), shown(beside), ratio, `${left} go on`]);
    isWithin = isWithin && beside.taken === UPLOADS;
  }
  return isWithin;
}

interface Drip {
  readonly socket: Socket;
  readonly closed: boolean;
}

async function openDrips(origin: string, browsers: readonly Browser[], count: number) {
  const drips: Drip[] = [];
  for (let at = 0; at < count; at++) {
    const browser = browsers[Math.floor(at / DRIPS_A_TEAM)];
    if (browser) drips.push(await openDrip(origin, browser));
  }
  await systemClock.sleep(200);
  return drips;
}

async function openDrip(origin: string, browser: Browser): Promise<Drip> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const drip = { socket, closed: false };
  const timer = setInterval(() => socket.write('x'), DRIP_EVERY_MS);
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    drip.closed = true;
  });
  const start = `--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${browser.csrf}\r\n--b\r\nContent-Disposition: form-data; name="list"; filename="slow.csv"\r\n\r\nemail\n`;
  const head = [
    'POST /lists HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Origin: ${origin}`,
    `Cookie: ${browser.cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
  return drip;
}

interface Uploads {
  /** Milliseconds. */
  readonly median: number;
  readonly taken: number;
}

async function uploads(origin: string, browser: Browser): Promise<Uploads> {
  const took: number[] = [];
  let taken = 0;
  for (let round = 0; round < UPLOADS; round++) {
    const body = new FormData();
    body.append('csrf', browser.csrf);
    body.append('list', new File([`email\nann${round}@sandbox.test\n`], 'list.csv'));
    const began = performance.now();
    const headers = { Origin: origin, Cookie: browser.cookie };
    const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
    // One that is refused before all of it was sent may end with the connection.
    const answer = await fetch(`${origin}/lists`, init).catch(() => undefined);
    await answer?.text();
    took.push(performance.now() - began);
    if (answer?.status === 303) taken++;
  }
  return { median: took.sort((one, other) => one - other)[UPLOADS >> 1] ?? 0, taken };
}

function shown({ median, taken }: Uploads): string {
  return `${median.toFixed(0)} ms, ${taken} of ${UPLOADS}`;
}

type Send = (path: string, body: object, headers?: Record<string, string>) => Promise<number>;
/** One request of a flood; `n` is another each time. */
type Way = (send: Send, n: number) => Promise<number>;

const LONG = 'x'.repeat(60);
const LONG_DOMAIN = `${`${LONG}.`.repeat(3)}example`;

function addresses(n: number, address: (at: string) => string): string[] {
  return Array.from({ length: 1000 }, (_, at) => address(`${n}.${at}`));
}

/** Ways to store something that cost nothing of the quota. */
const WAYS: Readonly<Record<string, Way>> = {
  suppressions: (send, n) =>
    send('suppressions', { emails: addresses(n, (at) => `${at}@${LONG_DOMAIN}`) }),
  'sandbox batches': (send, n) =>
    send('verify/batch', { emails: addresses(n, (at) => `${at}@sandbox.test`) }),
  'keyed answers': (send, n) =>
    send('verify', { email: `${n}@sandbox.test` }, { 'Idempotency-Key': `${LONG}${n}` }),
  'sandbox verifications': (send, n) => send('verify', { email: `${n}@sandbox.test` }),
};

async function measureFloods(world: World, { kind, seconds }: UploadsOptions): Promise<void> {
  print([`${kind}: free, ${seconds} s, limit ${STORAGE}`, 'stored', 'requests', 'answers']);
  for (const [name, way] of Object.entries(WAYS)) {
    const before = await world.size();
    const answers = await flood(world, { way, seconds, team: name });
    const stored = ((await world.size()) - before) / 1e6;
    const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...answers].map(([status, count]) => `${count} × ${status}`);
    print([name, `${stored.toFixed(1)} MB`, String(all), parts.join(', ')]);
  }
}

interface Flood {
  readonly team: string;
  readonly way: Way;
  readonly seconds: number;
}

async function flood({ origin, admin }: World, { team, way, seconds }: Flood) {
  const key = await createTeamKey(admin, team, 10);
  const send: Send = async (path, body, more = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}/api/v1/${path}`, init);
    await answer.text();
    return answer.status;
  };
  const answers = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  let n = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const status = await way(send, n++);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  return answers;
}

/** Size with the write-ahead log. */
function sqliteSize(database: string): number {
  const folder = dirname(database);
  const own = readdirSync(folder).filter((name) => join(folder, name).startsWith(database));
  const sizes = own.map((name) => statSync(join(folder, name)));
  return sizes.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

async function postgresSize(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select pg_database_size(current_database()) as size');
    return Number(rows[0]?.size);
  });
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padEnd(34)).join('')}\n`);
}
