import { Agent, type ClientRequestArgs } from 'node:http';
import { isIP, isIPv4, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { type Message, message } from '../i18n/message.ts';
import type { Clock } from '../lib/clock.ts';
import type { DnsAnswer, DnsSource } from '../verifier/dns/source.ts';
import { directConnector } from '../verifier/net/connect.ts';
import { createDial, type DialResult } from '../verifier/net/dial.ts';
import { createGuards, hostOf } from './target-judge.ts';

/** For each address of a receiver, in milliseconds. */
const CONNECT_MS = 3000;

/** Why there is no connection. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
  readonly said: Message;

  constructor(said: Message) {
    super(said.english);
    this.said = said;
  }
}

interface ConnectionDeps {
  readonly dns: DnsSource;
  /** CIDR ranges that may be connected to although they are private or special. */
  readonly allowNetwork: readonly string[];
  readonly clock: Clock;
  /** Certificate authorities beside those that Node trusts, as PEM. */
  readonly ca?: readonly string[] | undefined;
}

/** Opens a connection to the host of a URL. Rejects with NoConnection, or the signal's reason. */
export type Connect = (url: URL, signal: AbortSignal) => Promise<Socket>;

/**
 * Connects to receivers as to mail hosts: the name is resolved once, each address is judged, and the
 * connection goes to a judged one by its number. Without TLS only allowed networks are connected to.
 */
export function createConnect({ dns, allowNetwork, clock, ca }: ConnectionDeps): Connect {
  const connector = directConnector({ clock, connectLimit: CONNECT_MS });
  const shared = { dns: withNumbers(dns), connector };
  const guards = createGuards(allowNetwork);
  return async (url, signal) => {
    const isSecure = url.protocol === 'https:';
    const guard = guards[isSecure ? 'secure' : 'plain'];
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const host = hostOf(url);
    const dialled = await createDial({ ...shared, guard, port })(host, signal);
    if (dialled.kind !== 'connected') throw new NoConnection(problemOf(dialled, url));
    // Outside of tests of the verifier, what is dialled is a socket.
    const socket = dialled.stream as Socket;
    return isSecure ? secured(socket, { host, ca }, signal) : socket;
  };
}

/** The service's --allow-network opens none with the receiver. */
export const PLAIN_REFUSED = message('errorTexts.webhook_https_only');

function problemOf(
  dialled: Exclude<DialResult, { kind: 'connected' }>,
  { protocol, hostname: host }: URL,
): Message {
  if (dialled.kind === 'no_host') return message('errorTexts.webhook_no_host', { host });
  if (dialled.kind === 'failed') {
    const { cause } = dialled;
    return FAILURES[typeof cause === 'string' ? cause : 'egress'](host);
  }
  return protocol === 'https:' ? message('errorTexts.webhook_not_public', { host }) : PLAIN_REFUSED;
}

const FAILURES = {
  silence: (host: string) =>
    message('errorTexts.webhook_silence', { host, seconds: CONNECT_MS / 1000 }),
  refusal: (host: string) => message('errorTexts.webhook_refusal', { host }),
  lookup: (host: string) => message('errorTexts.webhook_lookup', { host }),
  egress: (host: string) => message('errorTexts.webhook_no_egress', { host }),
};

/** Numbers are judged like what a name resolves to. */
function withNumbers(dns: DnsSource): DnsSource {
  return {
    async query(type, name) {
      if (isIP(name) === 0) return dns.query(type, name);
      const isAsked = type === (isIPv4(name) ? 'A' : 'AAAA');
      const answer = isAsked ? { kind: 'records', records: [name], ttl: 0 } : NO_DATA;
      return answer as DnsAnswer<typeof type>;
    },
  };
}

const NO_DATA = { kind: 'nodata', ttl: 0 } as const;

interface TlsTarget extends Pick<ConnectionDeps, 'ca'> {
  readonly host: string;
}

/** The certificate must be for the name of the URL, whatever address it led to. */
function secured(socket: Socket, { host, ca }: TlsTarget, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const trusted = ca && { ca: [...ca] };
    const named = isIP(host) === 0 ? { servername: host } : { host };
    const secure = startTls({ socket, ...named, ...trusted, ALPNProtocols: ['http/1.1'] });
    const abort = () => {
      secure.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const settle = () => signal.removeEventListener('abort', abort);
    secure.once('secureConnect', () => {
      settle();
      resolve(secure);
    });
    secure.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      socket.destroy();
      const code = error.code ?? error.message;
      reject(new NoConnection(message('errorTexts.webhook_tls', { host, code })));
    });
  });
}

/** Most servers close a connection that is idle for 5 s or more. */
const IDLE_MS = 4000;
/** After this long a name is looked up again. */
const LONGEST_USE_MS = 60_000;
/** Of one webhook; as many as it has attempts side by side. */
const MAX_IDLE = 20;

/** Where a request goes: an option of it beside Node's. */
export interface Target {
  readonly url: URL;
  /** Connections are shared by the requests of one webhook alone. */
  readonly webhookId: string;
  /** The request's. Node passes no signal on to what connects. */
  readonly signal: AbortSignal;
}

interface TargetArgs extends ClientRequestArgs {
  readonly target?: Target;
}

/** Keeps connections to judged addresses for the next message. Each new one is judged. */
export class ReceiverConnections extends Agent {
  readonly #connect: Connect;
  readonly #clock: Clock;
  readonly #openedAt = new WeakMap<Duplex, number>();

  constructor(connect: Connect, clock: Clock) {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE });
    this.#connect = connect;
    this.#clock = clock;
  }

  override getName({ target }: TargetArgs = {}): string {
    return `${target?.webhookId} ${target?.url.origin}`;
  }

  override createConnection(
    { target }: TargetArgs,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    if (!target) throw new Error('a request without a target');
    this.#connect(target.url, target.signal).then(
      (socket) => {
        this.#openedAt.set(socket, this.#clock.monotonic());
        callback(null, socket);
      },
      (error) => callback(error, undefined as never),
    );
  }

  /** Node closes the connection unless this returns true. */
  override keepSocketAlive(socket: Duplex): boolean {
    const age = this.#clock.monotonic() - (this.#openedAt.get(socket) ?? 0);
    return age < LONGEST_USE_MS && (super.keepSocketAlive(socket) as unknown) === true;
  }
}
