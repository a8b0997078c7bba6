import type { Clock } from '../../lib/clock.ts';
import { Cookies } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';
import { openTcp } from './tcp.ts';
import { openUdp } from './udp.ts';
import { type Exchange, failure, type Query, type Question, type Reply } from './wire.ts';

/** What is left of a reply when the server has been asked in every way it needs. */
export type Said = Exclude<Reply, { readonly kind: 'truncated' | 'not_understood' }>;

/** Milliseconds for a question to come back answered. */
const PATIENCE = 3000;
/** Milliseconds that a server which failed stays behind the others. */
const DISTRUST = 30_000;
/** Milliseconds for which a server that was silent is asked without EDNS. */
const PLAIN_FOR = 60_000;
/** What a server says of a name, though it is well itself. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFERRAL', 'ELOOP']);

/** A server as a look-up sees it. */
export interface AskedServer {
  /** Where it listens: two entries of one name are one server. */
  readonly name: string;
  /** It did not fail lately. */
  readonly isTrusted: boolean;
  /** Never rejects. `deadline` in milliseconds of the clock. */
  ask(question: Question, deadline: number): Promise<Said>;
}

/** One server, and what is known of it. */
export class NameServer implements AskedServer {
  readonly name: string;
  readonly #clock: Clock;
  readonly #udp: Exchange;
  readonly #tcp: Exchange;
  readonly #cookies = new Cookies();
  #takesEdns = true;
  /** Where a firewall drops questions with EDNS, those without get through. */
  #plainUntil = Number.NEGATIVE_INFINITY;
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

  async ask(question: Question, deadline: number): Promise<Said> {
    if (this.#clock.monotonic() >= deadline) return failure('ETIMEOUT');
    const said = await this.#askEitherWay(question, deadline);
    const hasFailed = said.kind === 'failure' && !ABOUT_THE_NAME.has(said.problem);
    this.#distrustedUntil = hasFailed
      ? this.#clock.monotonic() + DISTRUST
      : Number.NEGATIVE_INFINITY;
    return said;
  }

  /** RFC 6891 §7: without EDNS where that is the trouble, and from then on; after silence, for a while. */
  async #askEitherWay(question: Question, deadline: number): Promise<Said> {
    const edns = this.#takesEdns && this.#clock.monotonic() >= this.#plainUntil;
    const said = await this.#transmit({ question, edns }, deadline);
    if (said.kind === 'failure' && said.problem === 'ETIMEOUT') {
      this.#plainUntil = edns ? this.#clock.monotonic() + PLAIN_FOR : Number.NEGATIVE_INFINITY;
    }
    if (said.kind !== 'not_understood') return said;
    const again = await this.#transmit({ question, edns: false }, deadline);
    if (again.kind === 'not_understood') return failure('EFORMERR');
    this.#takesEdns = false;
    return again;
  }

  async #transmit(query: Query, deadline: number): Promise<Said | { kind: 'not_understood' }> {
    const limit = () => Math.max(0, Math.min(PATIENCE, deadline - this.#clock.monotonic()));
    const brief = await this.#udp({ ...query, cookies: this.#cookies }, limit());
    if (brief.kind !== 'truncated') return brief;
    const whole = await this.#tcp(query, limit());
    return whole.kind === 'truncated' ? failure('ETRUNCATED') : whole;
  }
}
