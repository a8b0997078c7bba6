import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SANDBOX_DOMAIN } from '../../address/sandbox-domain.ts';
import { domainOf, localPartOf } from '../../lib/address-parts.ts';
import type { Clock } from '../../lib/clock.ts';
import { randomLocalPart } from '../../lib/random-local-part.ts';
import type { DnsAnswer, DnsSource, RecordType } from '../dns/source.ts';
import { Engine } from '../engine/engine.ts';
import { type Trace, tracedDial, tracedDns } from '../engine/trace.ts';
import type { Dial } from '../net/dial.ts';
import { DEFAULT_EGRESS, type Egress } from '../pacing/egress/egress.ts';
import { EgressHealth } from '../pacing/egress/health.ts';
import { HostStates } from '../pacing/host-states.ts';
import { DEFAULT_PACING, Pacing } from '../pacing/pacing.ts';
import { Reachability } from '../pacing/reachability.ts';
import type { PaceOf } from '../providers/pace.ts';
import { ProviderTable } from '../providers/provider-table.ts';
import { AcceptAllMemory } from '../session/recipients/accept-all.ts';

interface SandboxDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly trace?: Trace | undefined;
}

/** Sessions side by side: a hundred addresses of slow.sandbox.test take ten seconds. */
const SESSIONS = 10;
const SLOW = 1000;
const SLOW_HOST = 'mx.slow-host.test';
/** Well over what the slow host takes for one of the replies that share its delay. */
const SILENCE = 800;

/** One recipient a session: each is reported as soon as it is answered, and none waits for a silent one. */
const paceOf: PaceOf = () => ({
  connections: SESSIONS,
  recipientsPerSession: 1,
  sessionsPerMinute: Number.POSITIVE_INFINITY,
  recipientsPerHour: Number.POSITIVE_INFINITY,
  refusedPerHour: Number.POSITIVE_INFINITY,
  rest: 0,
  isKnown: false,
});

/** Whether it is the throw-away domain of the sandbox, which no list has. */
function isSandboxDisposable(domain: string): boolean {
  return domain === DISPOSABLE;
}

/**
 * The engine over a simulated mail world: everything is real but DNS, the connection and the
 * patience. It answers alike however often it is asked.
 */
export function createSandbox({ clock, random, trace }: SandboxDeps): Engine {
  const greylist = new Greylist(clock);
  const dial: Dial = async (host) => ({
    kind: 'connected',
    stream: connectSandboxHost({
      clock,
      reply: (address) => replyTo(address, host, greylist),
      delayOf: (address) => (host === SLOW_HOST && !isRandom(address) ? SLOW : 0),
    }),
  });
  const egress: Egress = {
    name: DEFAULT_EGRESS,
    way: '',
    health: new EgressHealth({ clock, isAlone: true }),
    helo: 'mailvet.sandbox.test',
    senders: [''],
    dial: trace ? tracedDial(dial, DEFAULT_EGRESS, trace) : dial,
  };
  const pacing = {
    ...DEFAULT_PACING,
    // Blocked addresses are asked for here: they must not give the others a rest.
    refusalsBeforeRest: Number.POSITIVE_INFINITY,
    connections: 2 * SESSIONS,
  };
  return new Engine({
    context: {
      limits: {
        connect: 1000,
        greeting: 1000,
        command: SILENCE,
        session: 60_000,
        single: 10_000,
      },
      maxUnanswered: 1,
      providers: new ProviderTable([]),
      probeKey: PROBE_KEY,
      maxFruitless: Number.POSITIVE_INFINITY,
      sessionIdle: 0,
      clock,
      random,
      trace,
      lookUpHost: () => {},
      pacing: new Pacing(pacing, { clock, paceOf, egresses: [egress] }),
      hostStates: new HostStates(clock),
      reachability: new Reachability({ clock }),
      acceptAll: new AcceptAllMemory(clock),
    },
    dns: trace ? tracedDns(SANDBOX_DNS, trace) : SANDBOX_DNS,
    isTemporary: isSandboxDisposable,
    onStuck: () => {},
    greylistRetries: [100, 500],
    batchLimit: 10 * 60_000,
  });
}

const PROBE_KEY = 'sandbox';
const MAIN = SANDBOX_DOMAIN;
const ACCEPT_ALL = `accept-all.${SANDBOX_DOMAIN}`;
const DISPOSABLE = `disposable.${SANDBOX_DOMAIN}`;
const SLOW_DOMAIN = `slow.${SANDBOX_DOMAIN}`;
const NULL_MX = `null-mx.${SANDBOX_DOMAIN}`;

/**
 * The mail host of each domain. The slow one is a provider of its own: hundreds of addresses that
 * wait for it hold up no other.
 */
const HOSTS: ReadonlyMap<string, string> = new Map([
  [MAIN, 'mx.sandbox.test'],
  [ACCEPT_ALL, 'mx.accept-all.sandbox.test'],
  [DISPOSABLE, 'mx.disposable.sandbox.test'],
  [SLOW_DOMAIN, SLOW_HOST],
]);

/** `no-mx.sandbox.test` exists without records; other names below the sandbox don't exist. */
const SANDBOX_DNS: DnsSource = {
  async query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
    return zone(type, name) as DnsAnswer<Type>;
  },
};

function zone(type: RecordType, name: string): DnsAnswer<'MX'> {
  const ttl = 3600;
  const host = HOSTS.get(name);
  if (type === 'MX' && host !== undefined) return mx(host, ttl);
  if (type === 'MX' && name === NULL_MX) return mx('', ttl);
  return { kind: name === `no-mx.${SANDBOX_DOMAIN}` ? 'nodata' : 'nxdomain', ttl };
}

function mx(exchange: string, ttl: number): DnsAnswer<'MX'> {
  return { kind: 'records', records: [{ preference: 10, exchange }], ttl };
}

const ACCEPTED = '250 2.1.5 Ok';
const UNKNOWN = '550 5.1.1 User unknown';
/** It never says another word. */
const SILENT = Symbol('silent');

/** What a host says to RCPT. */
type SandboxReply = string | typeof SILENT;

function replyTo(address: string, host: string, greylist: Greylist): SandboxReply {
  if (host === HOSTS.get(ACCEPT_ALL)) return ACCEPTED;
  const localPart = localPartOf(address);
  if (isRandom(address)) return UNKNOWN;
  if (host !== HOSTS.get(MAIN)) return ACCEPTED;
  if (localPart.toLowerCase() === 'greylisted') return greylist.reply(address.toLowerCase());
  return SPECIAL[localPart.toLowerCase()] ?? ACCEPTED;
}

/** Whether it is asked to see whether the domain accepts everything. */
function isRandom(address: string): boolean {
  const forms = ['name', 'identifier'] as const;
  const [localPart, domain] = [localPartOf(address), domainOf(address)];
  return forms.some((form) => localPart === randomLocalPart(form, PROBE_KEY, domain));
}

const SPECIAL: Readonly<Record<string, SandboxReply>> = {
  undeliverable: UNKNOWN,
  full: '552 5.2.2 Mailbox is over quota',
  disabled: '550 5.2.1 This account has been disabled',
  blocked: '550 5.7.1 Client host [192.0.2.1] blocked using sandbox.test',
  timeout: SILENT,
};

/** RFC 6647 in small: refused at first, accepted after a moment, forgotten after a while. */
class Greylist {
  readonly #clock: Clock;
  readonly #firstSeen = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  reply(address: string): SandboxReply {
    const now = this.#clock.monotonic();
    const age = now - (this.#firstSeen.get(address) ?? Number.NEGATIVE_INFINITY);
    if (age > FORGOTTEN_AFTER) this.#firstSeen.set(address, now);
    if (age >= ACCEPTED_AFTER && age <= FORGOTTEN_AFTER) return ACCEPTED;
    return '451 4.7.1 Greylisted, please try again later';
  }
}

const ACCEPTED_AFTER = 50;
const FORGOTTEN_AFTER = 5000;

/** Shared: a signal that aborts without a reason makes an error with a stack each time. */
const CLOSED = new Error('the connection is closed');

interface SandboxScript {
  readonly clock: Clock;
  /** What to say to RCPT. */
  reply(address: string): SandboxReply;
  /** Milliseconds until it is said. */
  delayOf(address: string): number;
}

/** The client's end of a connection to a simulated mail host. */
function connectSandboxHost(script: SandboxScript): Duplex {
  const [client, server] = duplexPair();
  const gone = new AbortController();
  const dialogue = new SandboxDialogue(server, script, gone.signal);
  server.on('close', () => gone.abort(CLOSED));
  server.on('end', () => server.end());
  server.on('error', () => gone.abort(CLOSED));
  server.on('data', (chunk: Buffer) => dialogue.receive(chunk.toString('utf8')));
  client.on('close', () => server.destroy());
  server.write('220 mx.sandbox.test ESMTP mailvet sandbox\r\n');
  return client;
}

class SandboxDialogue {
  readonly #server: Duplex;
  readonly #script: SandboxScript;
  readonly #gone: AbortSignal;
  #rest = '';
  #turn: Promise<void> = Promise.resolve();
  #isSilent = false;

  constructor(server: Duplex, script: SandboxScript, gone: AbortSignal) {
    this.#server = server;
    this.#script = script;
    this.#gone = gone;
  }

  /**
   * Commands are answered one after the other, however many came at once, and not before the next turn
   * of the event loop, as over a network: a list of sandbox addresses must not hold up requests.
   */
  receive(text: string): void {
    const lines = (this.#rest + text).split('\r\n');
    this.#rest = lines.pop() ?? '';
    this.#turn = this.#turn.then(() => nextTurn());
    // Replies share a delay, so that each takes much less than a silence.
    const recipients = lines.flatMap((line) => recipientOf(line) ?? []);
    const delays = recipients.map((recipient) => this.#script.delayOf(recipient));
    const delay = Math.max(0, ...delays) / lines.length;
    for (const line of lines) {
      this.#turn = this.#turn.then(() => this.#reply(line, delay)).catch(() => {});
    }
  }

  async #reply(line: string, delay: number): Promise<void> {
    if (delay > 0) await this.#script.clock.sleep(delay, this.#gone);
    if (this.#isSilent || this.#gone.aborted) return;
    const recipient = recipientOf(line);
    const reply =
      recipient === undefined
        ? (FIXED_REPLIES[verbOf(line)] ?? '502 5.5.1 Not implemented')
        : this.#script.reply(recipient);
    if (reply === SILENT) this.#isSilent = true;
    else this.#send(reply);
  }

  #send(reply: string): void {
    if (!this.#gone.aborted) this.#server.write(`${reply}\r\n`);
    if (reply.startsWith('221')) this.#server.end();
  }
}

const recipientOf = (line: string) => /^RCPT TO:<(.*)>/i.exec(line)?.[1];
const verbOf = (line: string) => line.split(/[ :]/)[0]?.toUpperCase() ?? '';

const FIXED_REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250-mx.sandbox.test\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250 SMTPUTF8',
  HELO: '250 mx.sandbox.test',
  MAIL: '250 2.1.0 Ok',
  RSET: '250 2.0.0 Ok',
  NOOP: '250 2.0.0 Ok',
  QUIT: '221 2.0.0 Bye',
};
