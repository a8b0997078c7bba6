/**
 * Name server and mail hosts at a distance, as a process of its own: every answer is due one round
 * trip after its question. Prints its ports as JSON; a line on stdin asks for counts and begins to
 * count again.
 *
 *     node world.ts '{ "roundTrip": 120, "recipient": 100 }'        as WorldParameters
 */
import { hash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import dnsPacket from 'dns-packet';
import { isMissing, isOptOut, mxOf } from './lists.ts';

export interface WorldParameters {
  /** Milliseconds; the median if hosts differ. */
  readonly roundTrip?: number;
  /** Milliseconds that a host takes for a recipient, likewise. */
  readonly recipient?: number;
  /** Standard deviation of the logarithm of both among hosts. */
  readonly spread?: number;
  /** One in so many mailboxes doesn't exist. */
  readonly missing?: number;
  /** Share of company hosts that accept connections and say nothing. */
  readonly silent?: number;
  /** Decides which hosts are slow or silent. */
  readonly seed?: number;
}

const parameters: WorldParameters = JSON.parse(process.argv[2] ?? '{}');
const { roundTrip = 20, recipient = 0, spread = 0, missing, silent = 0, seed = 0 } = parameters;
/** Each host has an address of its own, by which it is known. */
const isVaried = spread > 0 || silent > 0;
const NXDOMAIN = 3;
const TTL = 300;

/** What contenders did since the last count. */
export interface WorldCounts {
  readonly connections: number;
  /** Sessions in which a domain was asked about, summed over all domains. */
  readonly visits: number;
  readonly domains: number;
  readonly recipients: number;
  /** Connections open at a time. */
  readonly peak: number;
  /** Questions to the name server, by type of record. */
  readonly queries: Readonly<Record<string, number>>;
}

class Counter {
  connections = 0;
  open = 0;
  peak = 0;
  visits = 0;
  recipients = 0;
  readonly domains = new Set<string>();
  readonly queries: Record<string, number> = {};

  enter(): void {
    this.connections++;
    this.peak = Math.max(this.peak, ++this.open);
  }

  report(): WorldCounts {
    const { connections, visits, recipients, peak, domains, queries } = this;
    return { connections, visits, recipients, peak, domains: domains.size, queries };
  }
}

let counter = new Counter();

interface Host {
  readonly roundTrip: number;
  readonly recipient: number;
  readonly isSilent: boolean;
}

const USUAL_HOST: Host = { roundTrip, recipient, isSilent: false };
const hostsByAddress = new Map<string, Host>();

/** The address of a host. */
function addressOf(name: string): string {
  if (!isVaried) return '127.0.0.1';
  const [a, b, c] = [draw(name, 'a'), draw(name, 'b'), draw(name, 'c')];
  const address = `127.${[a, b, c].map((one) => 1 + Math.floor(one * 254)).join('.')}`;
  // Box and Muller: normally distributed.
  const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * draw(name, 'd'));
  const factor = Math.exp(spread * normal);
  const isSilent = name.startsWith('mx.') && draw(name, 'e') < silent;
  const host = { roundTrip: roundTrip * factor, recipient: recipient * factor, isSilent };
  hostsByAddress.set(address, host);
  return address;
}

/** A number in [0, 1). */
function draw(name: string, what: string): number {
  return Number.parseInt(hash('md5', `${seed} ${what} ${name}`).slice(0, 8), 16) / 2 ** 32;
}

// Half open, since a hang-up is answered a round trip later as well.
const hosts = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
  // Those that are still closing when it is counted again stay with what went before.
  const counted = counter;
  counted.enter();
  const host = hostsByAddress.get(socket.localAddress ?? '') ?? USUAL_HOST;
  const later = (act: () => void, work = 0) => setTimeout(act, host.roundTrip + work);
  let isOpen = true;
  const leave = () => {
    if (isOpen) counted.open--;
    isOpen = false;
    socket.end();
  };
  socket.on('close', leave);
  socket.on('error', () => {});
  socket.on('end', () => later(leave));
  if (host.isSilent) return void socket.resume();
  later(() => say(socket, '220 mx.bench.test ESMTP'));
  const visited = new Set<string>();
  let idleAt = 0;
  let rest = '';
  const workFor = (line: string) => {
    const now = performance.now();
    idleAt = Math.max(now, idleAt) + (isRecipient(line) ? host.recipient : 0);
    return idleAt - now;
  };
  let last = Promise.resolve();
  // One after the other: two timers that are due at one moment may come in any order.
  const replyLater = (reply: string, work: number) => {
    if (reply === '') return;
    const due = new Promise<void>((resolve) => later(resolve, work));
    last = Promise.all([last, due]).then(() => {
      say(socket, reply);
      if (reply.endsWith('221 2.0.0 Bye')) leave();
    });
  };
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    const replies = lines.map((line) => answer(line, counted, visited));
    // Recipients are looked up one after the other, all else takes no time.
    if (recipient === 0) replyLater(replies.join('\r\n'), 0);
    else for (const [at, reply] of replies.entries()) replyLater(reply, workFor(lines[at] ?? ''));
  });
});

function isRecipient(line: string): boolean {
  return /^rcpt to:/i.test(line);
}

function say(socket: Socket, reply: string): void {
  if (socket.writable) socket.write(`${reply}\r\n`);
}

function answer(line: string, counted: Counter, visited: Set<string>): string {
  const [, local, domain] = /^rcpt to: *<(.*)@(.*)>/i.exec(line) ?? [];
  if (local !== undefined && domain !== undefined) {
    counted.recipients++;
    if (!visited.has(domain)) counted.visits++;
    visited.add(domain);
    counted.domains.add(domain);
    return answerRecipient(local);
  }
  if (/^ehlo/i.test(line)) return '250-mx.bench.test\r\n250-PIPELINING\r\n250 8BITMIME';
  return /^quit/i.test(line) ? '221 2.0.0 Bye' : '250 2.0.0 Ok';
}

function answerRecipient(local: string): string {
  const number = /^u(\d+)$/.exec(local)?.[1];
  const exists = number !== undefined && !isMissing(Number(number), missing);
  return exists ? '250 2.1.5 Ok' : '550 5.1.1 User unknown';
}

const names = createSocket('udp4', (message, peer) => {
  const { id, questions } = dnsPacket.decode(message);
  const question = questions?.[0];
  if (!question) return;
  const { name, type } = question;
  counter.queries[type] = (counter.queries[type] ?? 0) + 1;
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE;
  const answers = recordsOf(name, type);
  const isDenied = answers.length === 0;
  const code = name.endsWith('.invalid') ? NXDOMAIN : 0;
  const packet = dnsPacket.encode({
    type: 'response',
    flags: flags | code,
    questions: [question],
    answers,
    ...(id !== undefined && { id }),
    ...(isDenied && { authorities: [SOA] }),
  });
  setTimeout(() => names.send(packet, peer.port, peer.address), roundTrip);
});

const SOA: dnsPacket.Answer = {
  type: 'SOA',
  name: '.',
  ttl: TTL,
  data: { mname: 'ns.test', rname: 'host.test', minimum: 60 },
};

/** A name server without them is not a real one: its denials are not believed. */
const DELEGATED: ReadonlySet<string> = new Set(['.', 'com']);

function recordsOf(name: string, type: string): dnsPacket.Answer[] {
  if (type === 'NS' && DELEGATED.has(name)) return [{ type, name, ttl: TTL, data: 'a.root.test' }];
  if (name.endsWith('.invalid')) return [];
  if (type === 'TXT' && isOptOut(name)) return [{ type, name, ttl: TTL, data: 'v=1; probe=no' }];
  if (type === 'MX')
    return [{ type, name, ttl: TTL, data: { preference: 10, exchange: mxOf(name) } }];
  return type === 'A' ? [{ type, name, ttl: TTL, data: addressOf(name) }] : [];
}

names.bind(0, '127.0.0.1', () => {
  hosts.listen({ port: 0, host: isVaried ? '0.0.0.0' : '127.0.0.1', backlog: 4096 }, () => {
    const address = hosts.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    console.log(JSON.stringify({ port, resolver: `127.0.0.1:${names.address().port}` }));
  });
});

createInterface({ input: process.stdin })
  .on('line', () => {
    console.log(JSON.stringify(counter.report()));
    counter = new Counter();
  })
  .on('close', () => process.exit());
