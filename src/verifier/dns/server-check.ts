import { randomInt } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { DnsServer, ServerReply } from './name-server.ts';
import { UNTRUSTED } from './source.ts';
import { failure, type Question } from './wire.ts';

/**
 * What a check of a server showed. `denies_root`: it says that the root has no name servers;
 * `invents_names`: it has an answer for a name that can't exist (RFC 6761 §6.4); `refuses`: it
 * answers neither question (REFUSED, SERVFAIL); `no_answer`: nothing came back.
 */
export type CheckResult = 'honest' | 'denies_root' | 'invents_names' | 'refuses' | 'no_answer';

/** Milliseconds for which a passed check stands for answers that are no denials. */
const PASSED_FOR = 5 * 60_000;
/** Milliseconds for which a failed check stands. */
const FAILED_FOR = 10_000;
/** Milliseconds for each of its questions, a repetition included. */
const CHECK_LIMIT = 6000;

/**
 * A server whose answers count only while it answers truthfully about two facts that never change: the
 * root has name servers, and nothing exists under `.invalid`. Captive portals, broken forwarders and
 * block pages fail at one of them, and would turn every domain of a list into a dead one.
 *
 * A denial is believed only when the server passed a check that began after the denial came: a
 * network that changes in the middle of a list can't slip one in. Other answers need a check of the
 * last minutes.
 */
export class CheckedServer implements DnsServer {
  readonly #server: DnsServer;
  readonly #check: ServerCheck;

  constructor(server: DnsServer, clock: Clock) {
    this.#server = server;
    this.#check = new ServerCheck(server, clock);
  }

  get name(): string {
    return this.#server.name;
  }

  get isTrusted(): boolean {
    return this.#server.isTrusted && !this.#check.hasFailed;
  }

  async ask(question: Question, deadline: number): Promise<ServerReply> {
    const reply = await this.#server.ask(question, deadline);
    if (reply.kind === 'failure') return reply;
    const isDenial = reply.kind === 'nodata' || reply.kind === 'nxdomain';
    const result = await (isDenial ? this.#check.afresh() : this.#check.recent());
    return result === 'honest' ? reply : failure(PROBLEMS[result]);
  }
}

const PROBLEMS: Readonly<Record<Exclude<CheckResult, 'honest'>, string>> = {
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
    return this.#last !== undefined && this.#last.result !== 'honest' && this.#age < FAILED_FOR;
  }

  /** The result of a check of the last minutes, or of one that began now. */
  recent(): Promise<CheckResult> {
    const last = this.#last;
    const stands = this.hasFailed || (last?.result === 'honest' && this.#age < PASSED_FOR);
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

/** Asks a server for the root's name servers and for a name that can't exist. Never rejects. */
export async function checkServer(server: DnsServer, clock: Clock): Promise<CheckResult> {
  const deadline = clock.monotonic() + CHECK_LIMIT;
  const ask = (question: Question) => askTwice(server, question, deadline);
  const [root, invalid] = await Promise.all([
    ask({ type: 'NS', name: '.' }),
    ask({ type: 'A', name: `${randomLabel()}.invalid` }),
  ]);
  const failed = [root, invalid].find((reply) => reply.kind === 'failure');
  if (failed?.kind === 'failure') return REFUSALS.has(failed.problem) ? 'refuses' : 'no_answer';
  if (root.kind !== 'records') return 'denies_root';
  return invalid.kind === 'nxdomain' ? 'honest' : 'invents_names';
}

async function askTwice(
  server: DnsServer,
  question: Question,
  deadline: number,
): Promise<ServerReply> {
  const reply = await server.ask(question, deadline);
  return reply.kind === 'failure' && !REFUSALS.has(reply.problem)
    ? server.ask(question, deadline)
    : reply;
}

const REFUSALS: ReadonlySet<string> = new Set(['EREFUSED', 'ESERVFAIL', 'EREFERRAL', 'EFORMERR']);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function randomLabel(): string {
  return Array.from({ length: 16 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
