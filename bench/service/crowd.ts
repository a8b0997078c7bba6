/**
 * How long one team waits beside another that keeps the service busy: a single verification, and a
 * batch of five good addresses, beside each crowd of the table. Then how long it takes to cancel
 * 100 batches of 1,000 at silent hosts, and how many connections are opened meanwhile.
 *
 *     node bench/service/crowd.ts [name of a crowd]
 *
 * The service is started as a program (npm run build first) with DNS and mail hosts of its own on
 * loopback. Mail hosts listen on port 25, so this needs root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAdmin } from '../../src/composition/admin.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { DnsServer } from '../../test/support/dns-server.ts';
import { LAUNCHER } from '../../test/support/run-program.ts';
import { createTeamKey } from '../../test/support/team-key.ts';

const SINGLE_AIM_MS = 10_000;
const BATCH_AIM_MS = 15_000;
/** Milliseconds after which a crowd holds all that it can get. */
const SETTLED = 15_000;
const PATIENCE = 200_000;

const HOSTS = {
  silent: '127.77.0.1',
  good: '127.77.0.2',
  slow: '127.77.0.3',
  grey: '127.77.0.4',
} as const;
type Manner = keyof typeof HOSTS;

interface Crowd {
  readonly manner: Manner;
  readonly batches: number;
  readonly size: number;
  /** Addresses at each domain. */
  readonly together: number;
}

const CROWDS: Readonly<Record<string, Crowd>> = {
  '1,000 domains whose hosts stay silent': {
    manner: 'silent',
    batches: 1,
    size: 1000,
    together: 1,
  },
  '100 batches of 5, greylisted for ever': { manner: 'grey', batches: 100, size: 5, together: 1 },
  'four batches of 1,000 at slow hosts': { manner: 'slow', batches: 4, size: 1000, together: 10 },
};
const CANCELLED: Crowd = { manner: 'silent', batches: 100, size: 1000, together: 1 };

let connections = 0;
let services = 0;
const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
const servers = await Promise.all((Object.keys(HOSTS) as Manner[]).map(startHost));
// Names say where they lead: x1.silent-7.test is at a silent host, and each is another provider.
const dns = await DnsServer.listen((name, type) => {
  const manner = /([a-z]+)-\d+\.test$/.exec(name)?.[1] as Manner | undefined;
  if (manner === undefined) return 3;
  if (type === 'MX') return [{ type, name, ttl: 300, data: { preference: 1, exchange: name } }];
  return type === 'A' ? [{ type, name, ttl: 300, data: HOSTS[manner] }] : [];
});
try {
  await main(process.argv[2]);
} finally {
  dns[Symbol.dispose]();
  for (const { server, sockets } of servers) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function main(only: string | undefined): Promise<void> {
  for (const [name, crowd] of Object.entries(CROWDS)) {
    if (only === undefined || name.includes(only)) await beside(name, crowd);
  }
  if (only === undefined || 'cancel'.includes(only)) await cancelAll();
}

async function beside(name: string, crowd: Crowd): Promise<void> {
  await using service = await startService();
  await submit(service, crowd);
  await sleep(SETTLED);
  print(`beside ${name}:`);
  for (const round of [0, 1]) {
    const single = await timed(async () => {
      const email = `a@x.good-${round}.test`;
      return await service.b('POST', '/api/v1/verify', { email });
    });
    const emails = [1, 2, 3, 4, 5].map((at) => `a@x.good-${round}${at}.test`);
    const batch = await timed(() => finished(service, emails));
    judge('single verification', single.ms, SINGLE_AIM_MS, single.value.score);
    judge('batch of five', batch.ms, BATCH_AIM_MS, batch.value);
  }
}

async function cancelAll(): Promise<void> {
  await using service = await startService();
  const ids = await submit(service, CANCELLED);
  await sleep(SETTLED);
  const before = connections;
  // One after the other: what the first ones free is not to go to the last ones.
  const { ms } = await timed(async () => {
    for (const id of ids) await service.a('POST', `/api/v1/batches/${id}/cancel`);
  });
  print(`${ids.length} batches of ${CANCELLED.size} are cancelled in ${ms.toFixed(0)} ms`);
  await sleep(2000);
  print(`  ${connections - before} connections were opened from then on (${before} before)`);
}

async function finished(service: Service, emails: readonly string[]): Promise<string> {
  const { id } = await service.b('POST', '/api/v1/verify/batch', { emails });
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    const { batch, emails: entries } = await service.b('GET', `/api/v1/batches/${id}`);
    if (batch.status === 'completed') {
      return entries.map((entry: { result: { score: number } }) => entry.result.score).join(' ');
    }
    await sleep(100);
  }
  return 'not completed';
}

async function submit(service: Service, crowd: Crowd): Promise<string[]> {
  const { manner, batches, size, together } = crowd;
  const ids: string[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const emails = Array.from({ length: size }, (_, at) => {
      const domain = batch * size + Math.floor(at / together);
      return `a${at}@x.${manner}-${domain}.test`;
    });
    ids.push((await service.a('POST', '/api/v1/verify/batch', { emails })).id);
  }
  return ids;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read once, for a figure.
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

interface Service extends AsyncDisposable {
  /** By the crowd's key, and by the key of the team beside it. */
  readonly a: Call;
  readonly b: Call;
}

async function startService(): Promise<Service> {
  const database = join(folder, `service-${++services}.db`);
  const admin = await openAdmin(database, { clock: systemClock });
  const keys: string[] = [];
  for (const team of ['crowd', 'beside']) {
    keys.push(await createTeamKey(admin, team));
  }
  await admin.store.close();
  const log = openSync(join(folder, 'service.log'), 'a');
  const settings = ['--port', '0', '--database', database, '--rate-limit', '0'];
  const network = ['--dns', dns.address, '--allow-network', '127.0.0.0/8'];
  const child = spawn(process.execPath, [LAUNCHER, 'serve', ...settings, ...network], {
    stdio: ['ignore', 'pipe', log],
  });
  const url = await urlOf(child);
  const [a = '', b = ''] = keys;
  return {
    a: callBy(url, a),
    b: callBy(url, b),
    async [Symbol.asyncDispose]() {
      const { ms } = await timed(async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      });
      print(`  the service ends ${ms.toFixed(0)} ms after SIGTERM`);
    },
  };
}

async function urlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('the service did not start');
}

function callBy(url: string, key: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  };
}

interface MailServer {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

async function startHost(manner: Manner): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (manner !== 'silent') converse(socket, manner);
  });
  server.listen({ port: 25, host: HOSTS[manner], backlog: 4096 });
  await once(server, 'listening');
  return { server, sockets };
}

function converse(socket: Socket, manner: Manner): void {
  const wait = manner === 'slow' ? 1000 : 20;
  const say = (reply: string) =>
    setTimeout(() => {
      if (socket.writable) socket.write(`${reply}\r\n`);
      if (reply.startsWith('221')) socket.end();
    }, wait);
  say('220 mx.bench.test ESMTP');
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) say(answerTo(line, manner));
  });
}

function answerTo(line: string, manner: Manner): string {
  if (line.startsWith('EHLO')) return '250-mx.bench.test\r\n250 8BITMIME';
  if (line.startsWith('QUIT')) return '221 2.0.0 Bye';
  if (!line.startsWith('RCPT')) return '250 2.0.0 Ok';
  if (manner === 'grey') return '451 4.7.1 Greylisted, try again later';
  return /<a\d*@/.test(line) ? '250 2.1.5 Ok' : '550 5.1.1 User unknown';
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

function judge(what: string, ms: number, aim: number, scores: unknown): void {
  print(`  ${what}: ${ms.toFixed(0)} ms (aim ${aim}), scores ${scores}`);
  if (ms > aim) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
