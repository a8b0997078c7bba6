/**
 * How many messages go to quick receivers in a second, and how long another team's message waits: while
 * nothing else goes on, beside a flood of three teams with ten webhooks each, and beside silent receivers of
 * many teams. From the event (the `timestamp` of the message) to its arrival.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { endProcess } from '../../test/support/end-process.ts';
import { withClient } from '../../test/support/postgres-template.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openPostgres } from '../scale/postgres.ts';
import { urlOnceListening } from './listening.ts';

type Kind = 'sqlite' | 'postgres' | 'two-nodes';

interface Options {
  readonly kind: Kind;
  /** Messages to quick receivers. */
  readonly messages: number;
  readonly silent: number;
  readonly launcher: string;
}

const WANTED_A_SECOND = 500;
const WANTED_WAIT_MS = 2000;
const SAMPLES = 20;
/** A row may take as long. */
const PATIENCE_MS = 60_000;
const FLOODING_WEBHOOKS = 30;
const WEBHOOKS_OF_TEAM = 10;
/** Far more than can be sent while the other team is measured. */
const FLOOD = 20;
const BARE_CONNECTIONS = 20;
const KEY = `mv_${'n'.repeat(40)}`;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const EVENT = 'batch.completed';

/** Prints a row for each kind of load; false where one is not within what is wanted. */
export async function benchWebhooks(options: Options): Promise<boolean> {
  await using receiver = await openReceiver();
  await using silent = await openSilent();
  print(['', 'messages/s', 'bare/s', 'p50 ms', 'longest ms', 'ratio', 'wanted']);
  let isWithin = true;
  await inWorld(options.kind, { options, receiver }, async (world) => {
    const rows = await measure(world, { receiver, silent, options });
    isWithin = rows.every(Boolean);
  });
  return isWithin;
}

interface Load {
  readonly receiver: Receiver;
  readonly silent: Silent;
  readonly options: Options;
}

async function measure(world: World, load: Load): Promise<boolean[]> {
  const { receiver, silent, options } = load;
  const quick = await deliveriesASecond(world, load);
  await world.begin([]);
  const quiet = await waits(world, load);
  const rows = [quick, printWaits(world, 'another team, quiet', quiet)];
  const count = Math.ceil((options.messages * FLOOD) / FLOODING_WEBHOOKS);
  await world.begin(queued('flood', FLOODING_WEBHOOKS, { url: `${receiver.url}/flood`, count }));
  await sleep(2000);
  rows.push(printWaits(world, 'beside a flood of 3 teams', await waits(world, load), quiet));
  await world.begin(queued('silent', options.silent, { url: silent.url, count: 20 }));
  await sleep(2000);
  const name = `beside ${options.silent} silent receivers`;
  rows.push(printWaits(world, name, await waits(world, load), quiet));
  return rows;
}

/** Messages of one webhook, as they are put into the database. */
interface Queued {
  readonly team: string;
  readonly webhook: string;
  readonly url: string;
  readonly count: number;
}

function queued(name: string, webhooks: number, each: Pick<Queued, 'url' | 'count'>): Queued[] {
  return Array.from({ length: webhooks }, (_, n) => ({
    ...each,
    team: `${name}${Math.floor(n / WEBHOOKS_OF_TEAM)}`,
    webhook: `hook_${name}${n}`,
  }));
}

/** Compared with plain undici, which sends as many to the same receiver in the same minute. */
async function deliveriesASecond(world: World, { receiver, options }: Load): Promise<boolean> {
  const { messages } = options;
  const bare = await sendBare(receiver, messages);
  const count = Math.ceil(messages / FLOODING_WEBHOOKS);
  const { arrivals } = receiver;
  arrivals.length = 0;
  const end = performance.now() + PATIENCE_MS;
  await world.begin(queued('quick', FLOODING_WEBHOOKS, { url: `${receiver.url}/quick`, count }));
  const all = count * FLOODING_WEBHOOKS;
  while (arrivals.length < all && performance.now() < end) await sleep(50);
  const [first = 0, last = 0] = [arrivals[0]?.at, arrivals.at(-1)?.at];
  const rate = ((arrivals.length - 1) / Math.max(1, last - first)) * 1000;
  const ratio = (bare / rate).toFixed(1);
  const name = `${world.kind}: quick receivers`;
  print([name, rate.toFixed(0), bare.toFixed(0), '', '', ratio, `>= ${WANTED_A_SECOND}`]);
  return rate >= WANTED_A_SECOND;
}

async function sendBare({ url }: Receiver, messages: number): Promise<number> {
  const pool = new Pool(new URL(url).origin, { connections: BARE_CONNECTIONS });
  const body = JSON.stringify({ type: EVENT, timestamp: new Date().toISOString(), data: {} });
  const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_bare' };
  let left = messages;
  const began = performance.now();
  const loop = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ path: '/bare', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: BARE_CONNECTIONS }, loop));
  const rate = (messages / (performance.now() - began)) * 1000;
  await pool.close();
  return rate;
}

/** One batch after the other of the neighbour's: how long the message of each takes. */
async function waits(world: World, { receiver }: Load): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + PATIENCE_MS;
  while (times.length < SAMPLES && performance.now() < end) {
    receiver.arrivals.length = 0;
    await world.endBatch();
    const message = await receiver.next('/neighbour', end);
    // At least this long if it has not arrived.
    times.push(message ? message.at - message.created : PATIENCE_MS);
  }
  return times.sort((one, other) => one - other);
}

function printWaits({ kind }: World, name: string, times: number[], quiet?: number[]): boolean {
  const median = (of: number[]) => of[Math.floor(of.length / 2)] ?? 0;
  const longest = times.at(-1) ?? 0;
  const ratio = quiet ? (median(times) / Math.max(1, median(quiet))).toFixed(1) : '';
  const shown = [median(times), longest].map((ms) => ms.toFixed(0));
  print([`${kind}: ${name}`, '', '', ...shown, ratio, `<= ${WANTED_WAIT_MS}`]);
  return longest <= WANTED_WAIT_MS;
}

function print([name = '', ...cells]: readonly string[]): void {
  const line = cells.map((cell) => cell.padStart(12)).join('');
  process.stdout.write(`${name.padEnd(44)}${line}\n`);
}

interface Arrival {
  readonly path: string;
  readonly at: number;
  /** Time of the neighbour's event. */
  readonly created: number;
}

interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** Undefined if none arrives before `end` (`performance.now()`). */
  next(path: string, end: number): Promise<Arrival | undefined>;
}

async function openReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createHttp((request, response) => {
    const { url: path = '' } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      response.writeHead(204).end();
      const created = path === '/neighbour' ? Date.parse(JSON.parse(body).timestamp) : 0;
      if (path !== '/bare') arrivals.push({ path, at: Date.now(), created });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    arrivals,
    async next(path, end) {
      while (performance.now() < end) {
        const found = arrivals.find((one) => one.path === path);
        if (found) return found;
        await sleep(2);
      }
      return undefined;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Silent extends AsyncDisposable {
  readonly url: string;
}

async function openSilent(): Promise<Silent> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    url: `${urlOf(server)}/silent`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface World {
  readonly kind: Kind;
  /** Starts the service with these messages and those of the neighbour. */
  begin(queued: readonly Queued[]): Promise<void>;
  /** Ends a batch of the neighbour. */
  endBatch(): Promise<void>;
}

type Place = Pick<Load, 'options' | 'receiver'>;

async function inWorld(
  kind: Kind,
  place: Place,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const { path, dispose } = temporaryFolder();
  try {
    if (kind === 'sqlite') return await atDatabase(kind, path('service.db'), place, work);
    await using postgres = await openPostgres();
    await atDatabase(kind, postgres.url, place, work);
  } finally {
    dispose();
  }
}

async function atDatabase(
  kind: Kind,
  database: string,
  { options: { launcher }, receiver }: Place,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const { path, dispose } = temporaryFolder();
  const nodes: Node[] = [];
  const stop = async () => {
    for (const { child } of nodes.splice(0)) await endProcess(child, 'SIGTERM');
  };
  const restart = async () => {
    await stop();
    for (let n = 0; n < (kind === 'two-nodes' ? 2 : 1); n++) {
      nodes.push(await start({ database, launcher, folder: path('.') }));
    }
  };
  let turn = 0;
  try {
    await restart();
    await run(database, neighbour(receiver));
    await work({
      kind,
      async begin(messages) {
        await stop();
        await run(database, [...CLEAR, ...insertions(messages)]);
        await restart();
      },
      endBatch: () => endBatch(nodes[turn++ % nodes.length]?.url ?? ''),
    });
  } finally {
    await stop();
    dispose();
  }
}

/** Its webhook is at the receiver that the others flood, too. */
function neighbour({ url }: Receiver): string[] {
  const hash = createHash('sha256').update(KEY).digest('hex');
  return [
    `insert into teams (id, name, created_at) values ('neighbour', 'neighbour', 0)`,
    `insert into api_keys (id, team_id, hash, last_four, created_at)
      values ('key_n', 'neighbour', '${hash}', 'nnnn', 0)`,
    insertWebhook('hook_neighbour', 'neighbour', `${url}/neighbour`),
  ];
}

async function endBatch(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/verify/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ emails: ['ann@sandbox.test'] }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.status} of a batch`);
}

const CLEAR = [
  'delete from webhook_deliveries',
  `delete from webhooks where id <> 'hook_neighbour'`,
];

/** Messages that are an hour old. */
function insertions(queued: readonly Queued[]): string[] {
  const at = Date.now() - 60 * 60_000;
  const body = JSON.stringify({ type: EVENT, timestamp: new Date(at).toISOString(), data: {} });
  const teams = [...new Set(queued.map(({ team }) => team))];
  return [
    ...teams.map(
      (id) => `insert into teams (id, name, created_at) values ('${id}', '${id}', 0)
        on conflict do nothing`,
    ),
    ...queued.flatMap(({ webhook, team, url, count }) => [
      insertWebhook(webhook, team, url),
      `insert into webhook_deliveries (id, webhook_id, type, payload, status, created_at, attempts,
          next_at, expires_at, leased_until)
        select 'msg_${webhook}_' || n, '${webhook}', '${EVENT}', '${body}', 'pending', ${at}, 0,
          ${at} + n, ${at + 86_400_000}, 0
        from (with recursive counted (n) as (select 0 union all select n + 1 from counted
          where n < ${count - 1}) select n from counted) as numbers`,
    ]),
  ];
}

function insertWebhook(id: string, team: string, url: string): string {
  return `insert into webhooks (id, team_id, url, events, secret, created_at)
    values ('${id}', '${team}', '${url}', '${EVENT}', '${SECRET}', 0)`;
}

async function run(database: string, statements: readonly string[]): Promise<void> {
  if (database.startsWith('postgres')) {
    await withClient(database, async (client) => {
      for (const statement of statements) await client.query(statement);
      await client.query('vacuum analyze');
    });
    return;
  }
  using file = new DatabaseSync(database);
  file.exec(['begin', ...statements, 'commit'].join(';\n'));
}

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
}

interface Started {
  readonly database: string;
  readonly launcher: string;
  readonly folder: string;
}

async function start({ database, launcher, folder }: Started): Promise<Node> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const args = ['serve', '--port', '0', '--database', database, '--allow-network', '127.0.0.0/8'];
  const limits = ['--rate-limit', '0', '--dns-check', 'off'];
  const child = spawn(process.execPath, [launcher, ...args, ...limits], {
    stdio: ['ignore', 'pipe', log],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, MAILVET_LISTS: join(folder, 'l') },
  });
  return { child, url: await urlOnceListening(child) };
}
