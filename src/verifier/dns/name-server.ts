import type { Clock } from '../../lib/clock.ts';
import { Cookies } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';
import { openTcp } from './tcp.ts';
import { openUdp } from './udp.ts';
import { type DnsResponse, type Exchange, failure, type Query, type Question } from './wire.ts';

/** The final reply of a server, after the fallbacks to TCP and to a query without EDNS. */
export type ServerReply = Exclude<DnsResponse, { readonly kind: 'truncated' | 'not_understood' }>;

/** Milliseconds to wait for a reply. */
const EXCHANGE_LIMIT = 3000;
/** Milliseconds for which a server that failed is asked after the others. */
const DISTRUSTED_FOR = 30_000;
/** Milliseconds for which a server that was silent is asked without EDNS. */
const WITHOUT_EDNS_FOR = 60_000;
/** Failures that concern the name, not the server. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFERRAL', 'ELOOP']);

/** A server as a look-up sees it. */
export interface DnsServer {
  /** Where it listens: two entries of one name are one server. */
  readonly name: string;
  /** It did not fail lately. */
  readonly isTrusted: boolean;
  /** Never rejects. `deadline` in milliseconds of the clock. */
  ask(question: Question, deadline: number): Promise<ServerReply>;
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

  constructor(endpoint: Endpoint, clock: Clock) {
    this.name = `${endpoint.host} ${endpoint.port}`;
    this.#clock = clock;
    this.#udp = openUdp(endpoint, clock);
    this.#tcp = openTcp(endpoint, clock);
  }

  get isTrusted(): boolean {
    return this.#clock.monotonic() >= this.#distrustedUntil;
  }

  async ask(question: Question, deadline: number): Promise<ServerReply> {
    if (this.#clock.monotonic() >= deadline) return failure('ETIMEOUT');
    const reply = await this.#askWithFallback(question, deadline);
    const hasFailed = reply.kind === 'failure' && !ABOUT_THE_NAME.has(reply.problem);
    this.#distrustedUntil = hasFailed
      ? this.#clock.monotonic() + DISTRUSTED_FOR
      : Number.NEGATIVE_INFINITY;
    return reply;
  }

  /** RFC 6891 §7: without EDNS from then on where the server does not understand it; for a while after silence. */
  async #askWithFallback(question: Question, deadline: number): Promise<ServerReply> {
    const edns = this.#takesEdns && this.#clock.monotonic() >= this.#withoutEdnsUntil;
    const reply = await this.#transmit({ question, edns }, deadline);
    if (reply.kind === 'failure' && reply.problem === 'ETIMEOUT') {
      this.#withoutEdnsUntil = edns
        ? this.#clock.monotonic() + WITHOUT_EDNS_FOR
        : Number.NEGATIVE_INFINITY;
    }
    if (reply.kind !== 'not_understood') return reply;
    const again = await this.#transmit({ question, edns: false }, deadline);
    if (again.kind === 'not_understood') return failure('EFORMERR');
    this.#takesEdns = false;
    return again;
  }

  async #transmit(
    query: Query,
    deadline: number,
  ): Promise<ServerReply | { kind: 'not_understood' }> {
    const { question, edns } = query;
    const limit = () => Math.max(0, Math.min(EXCHANGE_LIMIT, deadline - this.#clock.monotonic()));
    const overUdp = await this.#udp({ question, edns, cookies: this.#cookies }, limit());
    if (overUdp.kind !== 'truncated') return overUdp;
    const overTcp = await this.#tcp(query, limit());
    return overTcp.kind === 'truncated' ? failure('ETRUNCATED') : overTcp;
  }
}
