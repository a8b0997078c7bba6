/**
 * Looks 5,000 domains up, each for its mail hosts and the address of the first, beside Node's own
 * resolver, and prints ratios: absolute times are this machine's. The name server is a process of
 * its own. Both warm up for a round that counts for nothing; of several rounds, taken in turn, the
 * median counts.
 *
 *     npm run bench:dns [-- <rounds>]
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDnsSource } from '../src/verifier/dns/resolver-source.ts';

const DOMAINS = 5000;
/** Domains looked up side by side, as the verifier does. */
const CONCURRENCY = 200;

/** Finds the first mail host of a domain, and its address. */
type LookUp = (domain: string) => Promise<string>;

interface Round {
  /** Look-ups a second: two for each domain. */
  readonly rate: number;
  /** Microseconds of processor time for each look-up. */
  readonly cpu: number;
}

function ours(server: string): LookUp {
  const dns = createDnsSource([server], { check: false });
  return async (domain) => {
    const hosts = await dns.query('MX', domain);
    if (hosts.kind !== 'records') throw new Error(`${domain} has no host: ${hosts.kind}`);
    const addresses = await dns.query('A', hosts.records[0]?.exchange ?? '');
    if (addresses.kind !== 'records') throw new Error(`${domain}: ${addresses.kind}`);
    return addresses.records[0] ?? '';
  };
}

function nodes(server: string): LookUp {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  resolver.setServers([server]);
  return async (domain) => {
    const [host] = await resolver.resolveMx(domain);
    const [address] = await resolver.resolve4(host?.exchange ?? '', { ttl: true });
    return address?.address ?? '';
  };
}

async function measure(lookUp: LookUp): Promise<Round> {
  const start = performance.now();
  const before = process.cpuUsage();
  let next = 0;
  const worker = async () => {
    while (next < DOMAINS) {
      const address = await lookUp(`domain-${next++}.test`);
      if (address !== '192.0.2.1') throw new Error(`not the address: ${address}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const { user, system } = process.cpuUsage(before);
  const lookUps = 2 * DOMAINS;
  const rate = lookUps / ((performance.now() - start) / 1000);
  return { rate, cpu: (user + system) / lookUps };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function compare(server: string, count: number): Promise<void> {
  const contenders = { 'node:dns': nodes(server), mailvet: ours(server) };
  const rounds: Record<string, Round[]> = { 'node:dns': [], mailvet: [] };
  for (const lookUp of Object.values(contenders)) await measure(lookUp);
  for (let round = 0; round < count; round++) {
    for (const [name, lookUp] of Object.entries(contenders)) {
      rounds[name]?.push(await measure(lookUp));
    }
  }
  const middle = (name: string, what: keyof Round) =>
    median((rounds[name] ?? []).map((r) => r[what]));
  console.log(`node ${process.version}, ${DOMAINS} domains, MX and A, median of ${count} rounds`);
  for (const name of Object.keys(contenders)) {
    const [rate, cpu] = [middle(name, 'rate'), middle(name, 'cpu')];
    const times = (rate / middle('node:dns', 'rate')).toFixed(2);
    const cost = (cpu / middle('node:dns', 'cpu')).toFixed(2);
    console.log(
      `${name.padEnd(8)} ${rate.toFixed(0).padStart(7)} look-ups/s (${times} ×), ` +
        `${cpu.toFixed(1)} µs of CPU each (${cost} ×)`,
    );
  }
}

/** Answers MX questions with one host of the domain, others with one address, as fast as it can. */
function serve(): void {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const head = Buffer.from(query.subarray(0, end));
    const isMx = head.readUInt16BE(end - 4) === 15;
    // A response, recursion available, one question and one answer.
    head.write('81800001000100000000', 2, 'hex');
    socket.send([head, isMx ? MX : A], port, address);
  });
  socket.bind(0, '127.0.0.1', () => console.log(socket.address().port));
  process.stdin.on('end', () => socket.close()).resume();
}

/** The name is that of the question (at 12); preference 10, the host `mx` below it. */
const MX = Buffer.from('c00c000f0001000003840007000a026d78c00c', 'hex');
const A = Buffer.from('c00c00010001000003840004c0000201', 'hex');

async function run(count: number): Promise<void> {
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve']);
  server.stderr.pipe(process.stderr);
  const [port] = await once(server.stdout, 'data');
  await compare(`127.0.0.1:${String(port).trim()}`, count);
  server.stdin.end();
}

if (process.argv[2] === 'serve') serve();
else await run(Number(process.argv[2] ?? 9));
