import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { Cookies } from './cookies.ts';
import type { DnsEndpoint } from './endpoint.ts';
import { openUdp } from './udp.ts';
import {
  type DnsResponse,
  type Exchange,
  encodeQuery,
  failure,
  type Query,
  type Question,
  readResponse,
} from './wire.ts';

/** The final response of a server, after the fallbacks to TCP and to a query without EDNS. */
export type ServerResponse = Exclude<
  DnsResponse,
  { readonly kind: 'truncated' | 'not_understood' }
>;

/** Milliseconds to wait for a response. */
const EXCHANGE_LIMIT = 3000;
/** Milliseconds for which a server that failed is asked after the others. */
const DISTRUSTED_FOR = 30_000;
/** Milliseconds for which a server that was silent is asked without EDNS. */
const WITHOUT_EDNS_FOR = MINUTE_MS;
/** Failures that concern the name, not the server. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFERRAL', 'ELOOP']);

/** A server as a look-up sees it. */
export interface DnsServer {
  /** Where it listens: two entries of one name are one server. */
  readonly name: string;
  /** It did not fail lately. */
  readonly isTrusted: boolean;
  /** Never rejects. `deadline` in milliseconds of the clock. */
  ask(question: Question, deadline: number): Promise<ServerResponse>;
}

/** One server, and what is known of it. */
export class NameServer implements DnsServer {
  readonly name: string;
  readonly #clock: Clock;
  readonly #udp: Exchange;
  readonly #tcp: Exchange;
  readonly #cookies = new Cookies();
  #takesEdns = true;
  /** Where a firewall drops questions with EDNS, those without get through. */
  #withoutEdnsUntil = Number.NEGATIVE_INFINITY;
  #distrustedUntil = Number.NEGATIVE_INFINITY;

  constructor(endpoint: DnsEndpoint, clock: Clock) {
    this.name = `${endpoint.host} ${endpoint.port}`;
    this.#clock = clock;
    this.#udp = openUdp(endpoint, clock);
    this.#tcp = openTcp(endpoint, clock);
  }

  get isTrusted(): boolean {
    return this.#clock.monotonic() >= this.#distrustedUntil;
  }

  async ask(question: Question, deadline: number): Promise<ServerResponse> {
    if (this.#clock.monotonic() >= deadline) return failure('ETIMEOUT');
    const response = await this.#askWithFallback(question, deadline);
    const hasFailed = response.kind === 'failure' && !ABOUT_THE_NAME.has(response.problem);
    this.#distrustedUntil = hasFailed
      ? this.#clock.monotonic() + DISTRUSTED_FOR
      : Number.NEGATIVE_INFINITY;
    return response;
  }

  /** RFC 6891 §7: without EDNS from then on where the server does not understand it; for a while after silence. */
  async #askWithFallback(question: Question, deadline: number): Promise<ServerResponse> {
    const edns = this.#takesEdns && this.#clock.monotonic() >= this.#withoutEdnsUntil;
    const response = await this.#transmit({ question, edns }, deadline);
    if (response.kind === 'failure' && response.problem === 'ETIMEOUT') {
      this.#withoutEdnsUntil = edns
        ? this.#clock.monotonic() + WITHOUT_EDNS_FOR
        : Number.NEGATIVE_INFINITY;
    }
    if (response.kind !== 'not_understood') return response;
    const again = await this.#transmit({ question, edns: false }, deadline);
    if (again.kind === 'not_understood') return failure('EFORMERR');
    this.#takesEdns = false;
    return again;
  }

  async #transmit(
    query: Query,
    deadline: number,
  ): Promise<ServerResponse | { kind: 'not_understood' }> {
    const { question, edns } = query;
    const limit = () => Math.max(0, Math.min(EXCHANGE_LIMIT, deadline - this.#clock.monotonic()));
    const overUdp = await this.#udp({ question, edns, cookies: this.#cookies }, limit());
    if (overUdp.kind !== 'truncated') return overUdp;
    const overTcp = await this.#tcp(query, limit());
    return overTcp.kind === 'truncated' ? failure('ETRUNCATED') : overTcp;
  }
}

/** Asks a server over a connection of its own, for answers that are too big for a datagram. */
function openTcp({ host, port }: DnsEndpoint, clock: Clock): Exchange {
  return (query, limit) =>
    new Promise((resolve) => {
      const id = randomInt(0x10000);
      const socket = connect({ host, port, noDelay: true });
      const settle = (response: DnsResponse) => {
        cancelAlarm();
        socket.destroy();
        resolve(response);
      };
      const cancelAlarm = setAlarm(clock, limit, () => settle(failure('ETIMEOUT')));
      const frame = new Frame();
      socket.once('connect', () => socket.write(framed(encodeQuery(query, id))));
      socket.on('data', (chunk) => {
        const message = frame.add(chunk);
        // Only the server can answer here: what does not fit is its own mistake.
        if (message) settle(readResponse(message, query, id) ?? failure('EBADRESP'));
      });
      socket.on('error', (error: NodeJS.ErrnoException) =>
        settle(failure(error.code ?? 'unknown')),
      );
      socket.once('close', () => settle(failure('ECLOSED')));
    });
}

/** RFC 1035 §4.2.2: two octets of length go before the message. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Puts one message together, of 65,535 octets at most. */
class Frame {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** The message, as soon as it is whole. */
  add(chunk: Buffer): Buffer | undefined {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const end = 2 + this.#length();
    return this.#size >= end ? Buffer.concat(this.#chunks).subarray(2, end) : undefined;
  }

  #length(): number {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = this.#chunks;
    return first.length >= 2 ? first.readUInt16BE(0) : (first[0] ?? 0) * 256 + (second[0] ?? 0);
  }
}
