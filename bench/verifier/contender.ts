/**
 * One measurement in a process of its own: `node contender.ts <who> <shape> <concurrency> <port> [<addresses>]`.
 * Every contender resolves a name in one round trip and connects to the same mail world.
 */
import dns from 'node:dns';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import type { DnsAnswer, DnsSource, RecordType } from '../../src/verifier/dns/source.ts';

const [who = '', shape = '', concurrency = '', port = '', most = '2000'] = process.argv.slice(2);
const ROUND_TRIP = 20;
const require = createRequire(new URL('./peers/package.json', import.meta.url));

/** `many`: ten addresses at each of 200 domains; `one`, `half`: 2,000 at one; `endless`: 100,000. */
function listOf(kind: string): string[] {
  const size = kind === 'endless' ? 100_000 : Number(most);
  const domains = kind === 'many' ? 200 : kind === 'endless' ? 1000 : 1;
  const letter = kind === 'half' ? 'h' : 'a';
  return Array.from({ length: size }, (_, at) => `${letter}${at}@d${at % domains}.com`);
}

type Run = (emails: readonly string[]) => Promise<number>;

function prepareOurs(): Run {
  const source: DnsSource = {
    async query<Type extends RecordType>(type: Type, name: string) {
      await sleep(ROUND_TRIP);
      return zone(type, name) as DnsAnswer<Type>;
    },
  };
  const verifier = createVerifier(
    { helo: 'bench.mailvet.test', port: Number(port), allowNetwork: ['127.0.0.0/8'] },
    { dns: source },
  );
  return async (emails) => {
    let alive = 0;
    await verifier.verifyAll(emails, (_, finding) => {
      if (finding.deliverable) alive++;
    });
    return alive;
  };
}

function zone(type: RecordType, name: string): DnsAnswer<RecordType> {
  if (type === 'MX')
    return { kind: 'records', records: [{ preference: 10, exchange: `mx.${name}` }], ttl: 300 };
  if (type === 'A') return { kind: 'records', records: ['127.0.0.1'], ttl: 300 };
  return { kind: 'nodata', ttl: 300 };
}

/** They resolve by `dns.resolveMx` and go to port 25: both are led to the mail world. */
function redirect(): void {
  const found = [{ priority: 10, exchange: 'mx.bench.test' }];
  const resolveMx = (_: string, done: (error: null, found: unknown) => void) =>
    void setTimeout(() => done(null, found), ROUND_TRIP);
  Object.assign(dns, { resolveMx });
  Object.assign(dns.promises, { resolveMx: () => sleep(ROUND_TRIP, found) });
  const connect = () => net.connect({ host: '127.0.0.1', port: Number(port) });
  Object.assign(net, { createConnection: connect });
}

/** Loading and compiling code is no one's rate: all run as many addresses first, as fast as they can. */
async function warmUp(): Promise<void> {
  const others = Array.from({ length: 2000 }, (_, at) => `a${at}@warm${at % 200}.com`);
  await (who === 'mailvet' ? run : prepareTheirs(200))(others);
}

type Check = (email: string) => Promise<boolean>;

const PEERS: Readonly<Record<string, () => Check>> = {
  'deep-email-validator'() {
    const { validate } = require('deep-email-validator');
    return async (email) => {
      const steps = { validateTypo: false, validateDisposable: false };
      return (await validate({ email, sender: 'bench@mailvet.test', ...steps })).valid;
    };
  },
  'email-verify'() {
    const { verify } = require('email-verify');
    return (email) =>
      new Promise((resolve) =>
        verify(email, { sender: 'bench@mailvet.test' }, (_: unknown, info: { success: boolean }) =>
          resolve(info?.success === true),
        ),
      );
  },
};

function prepareTheirs(atOnce: number): Run {
  redirect();
  const check = PEERS[who]?.();
  if (!check) throw new Error(`${who} is unknown`);
  return async (emails) => {
    let alive = 0;
    const left = emails.values();
    const work = async () => {
      for (const email of left) if (await check(email)) alive++;
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return alive;
  };
}

const emails = listOf(shape);
const run = who === 'mailvet' ? prepareOurs() : prepareTheirs(Number(concurrency));
await warmUp();
console.log('warm');
await once(process.stdin, 'data');
const before = process.cpuUsage();
const started = performance.now();
const memory: number[] = [];
const watch = setInterval(() => memory.push(process.memoryUsage().rss), 500);
const alive = await run(emails);
clearInterval(watch);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
const cpuMicros = (user + system) / emails.length;
console.log(JSON.stringify({ count: emails.length, alive, seconds, cpuMicros, memory }));
process.exit();
