import { randomInt } from 'node:crypto';
import { isLocal } from '../../address/special-names.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { DnsServer, ServerResponse } from './name-server.ts';
import { type DnsState, UNTRUSTED } from './source.ts';
import { failure, isDenial, type Question } from './wire.ts';

/**
 * What a check of a server showed. `own_root`: its root has no `com`, as in closed networks;
 * `denies_root`: it says that the root has no name servers; `invents_names`: it has an answer for a
 * name that can't exist (RFC 6761 §6.4); `refuses`: it answers no question (REFUSED, SERVFAIL);
 * `no_answer`: nothing came back.
 */
export type CheckResult =
  | 'honest'
  | 'own_root'
  | 'denies_root'
  | 'invents_names'
  | 'refuses'
  | 'no_answer';

/** Milliseconds for which a passed check stands for answers that are no denials. */
const PASSED_FOR = 5 * MINUTE_MS;
/** Milliseconds for which a failed check stands. */
const FAILED_FOR = 10_000;
/** Milliseconds for each of its questions, a repetition included. */
const CHECK_LIMIT = 6000;

/**
 * A server whose answers count only while it answers truthfully about facts that never change: the
 * root has name servers, and nothing exists under `.invalid`. Captive portals, broken forwarders and
 * block pages fail at one of them, and would turn every domain of a list into a dead one. A server
 * without name servers of `com` has a root of its own, which knows nothing of the world: it can deny
 * only local names.
 *
 * A denial is believed only when the server passed a check that began after the denial came: a
 * network that changes in the middle of a list can't slip one in. Other answers need a check of the
 * last minutes.
 */
export class CheckedServer implements DnsServer {
  readonly #server: DnsServer;
  readonly #clock: Clock;
  readonly #check: ServerCheck;
  /** It has a root of its own, and denied a name of the world. */
  #isCutOff = false;

  constructor(server: DnsServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    this.#check = new ServerCheck(server, clock);
  }

  get name(): string {
    return this.#server.name;
  }

  get isTrusted(): boolean {
    return this.#server.isTrusted && !this.#check.hasFailed;
  }

  async ask(question: Question, deadline: number): Promise<ServerResponse> {
    const response = await this.#server.ask(question, deadline);
    if (response.kind === 'failure' || !needsProof(question)) return response;
    const isDenied = isDenial(response);
    const result = await (isDenied ? this.#check.afresh() : this.#check.recent());
    if (result === 'honest') this.#isCutOff = false;
    else if (result !== 'own_root') return failure(PROBLEMS[result]);
    else if (isDenied && !isLocal(question.name)) {
      this.#isCutOff = true;
      return failure(UNTRUSTED);
    }
    return response;
  }

  /** What the server can be used for now. Never rejects. */
  async state(): Promise<DnsState> {
    const result = await checkServer(this.#server, this.#clock);
    if (result === 'honest') return 'usable';
    if (result === 'own_root') return this.#isCutOff ? 'dns_untrusted' : 'usable';
    return PROBLEMS[result] === UNTRUSTED ? 'dns_untrusted' : 'dns_failure';
  }
}

/** A false answer about an opt-out (mail-route.ts) loses no address, and nearly each of them is a denial. */
export function needsProof({ type }: Question): boolean {
  return type !== 'TXT';
}

const PROBLEMS: Readonly<Record<Exclude<CheckResult, 'honest' | 'own_root'>, string>> = {
  denies_root: UNTRUSTED,
  invents_names: UNTRUSTED,
  refuses: 'EREFUSED',
  no_answer: 'ETIMEOUT',
};

/** The checks of one server, shared by all who wait for one. */
class ServerCheck {
  readonly #server: DnsServer;
  readonly #clock: Clock;
  #last: { readonly result: CheckResult; readonly at: number } | undefined;
  #running: Promise<CheckResult> | undefined;
  #next: Promise<CheckResult> | undefined;

  constructor(server: DnsServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** The last check failed, and stands. */
  get hasFailed(): boolean {
    return this.#last !== undefined && !isPassed(this.#last.result) && this.#age < FAILED_FOR;
  }

  /** The result of a check of the last minutes, or of one that began now. */
  recent(): Promise<CheckResult> {
    const last = this.#last;
    const stands = this.hasFailed || (last && isPassed(last.result) && this.#age < PASSED_FOR);
    return last && stands ? Promise.resolve(last.result) : (this.#running ?? this.#start());
  }

  /** The result of a check that began after this call; a failed one stands for some seconds. */
  afresh(): Promise<CheckResult> {
    if (this.#last && this.hasFailed) return Promise.resolve(this.#last.result);
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  get #age(): number {
    return this.#clock.monotonic() - (this.#last?.at ?? 0);
  }

  #start(): Promise<CheckResult> {
    this.#running = checkServer(this.#server, this.#clock).then((result) => {
      this.#running = undefined;
      // Silence may be one lost datagram: the next question finds out.
      this.#last = result === 'no_answer' ? undefined : { result, at: this.#clock.monotonic() };
      return result;
    });
    return this.#running;
  }
}

function isPassed(result: CheckResult): boolean {
  return result === 'honest' || result === 'own_root';
}

/** Asks a server for the name servers of the root and of `com`, and for a name that can't exist. Never rejects. */
export async function checkServer(server: DnsServer, clock: Clock): Promise<CheckResult> {
  const deadline = clock.monotonic() + CHECK_LIMIT;
  const ask = (question: Question) => askTwice(server, question, deadline);
  const [root, com, invalid] = await Promise.all([
    ask({ type: 'NS', name: '.' }),
    ask({ type: 'NS', name: 'com' }),
    ask({ type: 'A', name: `${randomLabel()}.invalid` }),
  ]);
  const failed = [root, com, invalid].find((response) => response.kind === 'failure');
  if (failed?.kind === 'failure') return REFUSALS.has(failed.problem) ? 'refuses' : 'no_answer';
  if (root.kind !== 'records') return 'denies_root';
  if (invalid.kind !== 'nxdomain') return 'invents_names';
  return com.kind === 'records' ? 'honest' : 'own_root';
}

async function askTwice(
  server: DnsServer,
  question: Question,
  deadline: number,
): Promise<ServerResponse> {
  const response = await server.ask(question, deadline);
  return response.kind === 'failure' && !REFUSALS.has(response.problem)
    ? server.ask(question, deadline)
    : response;
}

const REFUSALS: ReadonlySet<string> = new Set(['EREFUSED', 'ESERVFAIL', 'EREFERRAL', 'EFORMERR']);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A label that nobody has. */
export function randomLabel(): string {
  return Array.from({ length: 16 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
