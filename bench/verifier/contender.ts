/**
 * One measurement in a process of its own: `node contender.ts <who> <shape> <concurrency> <port> <addresses> <rounds>`.
 * Each round is a list of other domains, so that nobody lives on what was asked before. Every contender resolves a name in one round trip and connects to the same mail world.
 */
import dns from 'node:dns';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import type { DnsAnswer, DnsSource, RecordType } from '../../src/verifier/dns/source.ts';
import { speakBare } from './bare-sockets.ts';

const [who = '', shape = '', concurrency = '', port = '', maxRecipients = '', rounds = ''] =
  process.argv.slice(2);
const ROUND_TRIP = 20;
const require = createRequire(new URL('./peers/package.json', import.meta.url));

/** `many`: ten addresses at each of 200 domains; `one`, `half`, `tenth`: 2,000 at one; `endless`: 100,000; `million`: 1,000,000. */
function listOf(kind: string, round: number | string): List {
  const { size, domains } = SHAPES[kind] ?? { size: Number(maxRecipients), domains: 1 };
  const letter = LETTERS[kind] ?? 'a';
  // Jobs cut lists by domain: the addresses of one stand together.
  const domainOf = (at: number) => Math.floor((at * domains) / size);
  const address = (at: number) => `${letter}${at}@r${round}d${domainOf(at)}.com`;
  const read = (from: number, length: number) =>
    Array.from({ length: Math.min(length, size - from) }, (_, at) => address(from + at));
  return { size, read };
}

/** The addresses are made as they are read: a million of them would be memory of the benchmark's own. */
interface List {
  readonly size: number;
  read(from: number, length: number): string[];
}

/** The mail world tells by the first letter which numbers are missing. */
const LETTERS: Readonly<Record<string, string>> = { half: 'h', tenth: 't' };

const SHAPES: Readonly<Record<string, { size: number; domains: number }>> = {
  many: { size: 2000, domains: 200 },
  endless: { size: 100_000, domains: 1000 },
  million: { size: 1_000_000, domains: 10_000 },
};

type Run = (list: List) => Promise<number>;

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
  return async (list) => {
    let alive = 0;
    const batch = shape === 'million' ? BATCH : list.size;
    let next = 0;
    const work = async () => {
      while (next < list.size) {
        const emails = list.read(next, batch);
        next += batch;
        await verifier.verifyAll(emails, (_, finding) => {
          if (finding.deliverable) alive++;
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return alive;
  };
}

/** A million addresses come as the service hands them over: batches side by side, of at most so many. */
const AT_ONCE = 20;
const BATCH = 1000;

function zone(type: RecordType, name: string): DnsAnswer<RecordType> {
  if (type === 'MX')
    return { kind: 'records', records: [{ preference: 10, exchange: `mx.${name}` }], ttl: 300 };
  if (type === 'A') return { kind: 'records', records: ['127.0.0.1'], ttl: 300 };
  return { kind: 'nodata', ttl: 300 };
}

function prepareBare(): Run {
  return async (list) => {
    const emails = list.read(0, list.size);
    const domains = new Set(emails.map((email) => email.slice(email.indexOf('@'))));
    const visit = async () => {
      await sleep(ROUND_TRIP);
      await sleep(ROUND_TRIP);
      await speakBare(Number(port));
    };
    await Promise.all([...domains].map(visit));
    return emails.length;
  };
}

/** They resolve by `dns.resolveMx` and go to port 25 of a name: both are led to the mail world. */
function redirect(): void {
  const found = [{ priority: 10, exchange: 'mx.bench.test' }];
  const resolveMx = (_: string, done: (error: null, found: unknown) => void) =>
    void setTimeout(() => done(null, found), ROUND_TRIP);
  Object.assign(dns, { resolveMx });
  Object.assign(dns.promises, { resolveMx: () => sleep(ROUND_TRIP, found) });
  const loopback = [{ address: '127.0.0.1', family: 4 }];
  const lookup: net.LookupFunction = (_name, _options, done) =>
    void setTimeout(() => done(null, loopback), ROUND_TRIP);
  const connect = () => net.connect({ host: 'mx.bench.test', port: Number(port), lookup });
  Object.assign(net, { createConnection: connect });
}

/** Loading and compiling code is no one's rate: all run five lists first, as fast as they can. */
async function warmUp(): Promise<void> {
  const warm = who in PEERS ? prepareTheirs(200) : run;
  for (let at = 0; at < 5; at++) await warm(listOf('many', `w${at}`));
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
  return async (list) => {
    let alive = 0;
    const left = list.read(0, list.size).values();
    const work = async () => {
      for (const email of left) if (await check(email)) alive++;
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return alive;
  };
}

async function measure(list: List) {
  const before = process.cpuUsage();
  const started = performance.now();
  const alive = await run(list);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { count: list.size, alive, seconds, cpuMicros: (user + system) / list.size };
}

const OWN: Readonly<Record<string, () => Run>> = { mailvet: prepareOurs, bare: prepareBare };

const run = OWN[who]?.() ?? prepareTheirs(Number(concurrency));
await warmUp();
console.log('warm');
await once(process.stdin, 'data');
/** Bytes that are in use once the garbage is collected. */
function live(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const memory: number[] = [];
const before = live();
const watch = setInterval(() => memory.push(process.memoryUsage().rss), 500);
const measured = [];
for (let round = 0; round < Number(rounds); round++)
  measured.push(await measure(listOf(shape, round)));
clearInterval(watch);
console.log(JSON.stringify({ measured, memory, heap: [before, live()] }));
process.exit();
