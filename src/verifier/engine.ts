import { type Mailbox, parseAddress } from '../address/parse.ts';
import { isRole } from '../address/role.ts';
import { setAlarm } from '../lib/alarm.ts';
import { findMailRoute, type MailRoute } from './dns/mail-route.ts';
import type { DnsSource } from './dns/source.ts';
import { findingOf, invalidFinding, type Outcome } from './finding.ts';
import { HostVisits } from './host-visits.ts';
import { probeDomain } from './probe-domain.ts';
import { Recipients } from './recipients.ts';
import type { Finding, FindingReason, Verifier, VerifyOptions } from './verifier.ts';
import type { World } from './world.ts';

export interface EngineParts {
  readonly world: World;
  readonly dns: DnsSource;
  /** Whether a domain, or the hosts behind it, belong to a throw-away service. */
  isTemporary(domain: string, hosts: readonly string[]): boolean;
  readonly greylistRetries: readonly number[];
  /** Milliseconds after which a list is reported with what is known. */
  readonly batchLimit: number;
}

type Report = (index: number, finding: Finding) => void;

/** The addresses of one domain, each with the places of the list where it stands. */
interface Group {
  readonly domain: string;
  /** Looked up as soon as the domain is met: the rest of the list is read meanwhile. */
  readonly route: Promise<MailRoute>;
  readonly mailboxes: Map<string, { readonly mailbox: Mailbox; readonly indexes: number[] }>;
}

interface Run {
  readonly emails: readonly string[];
  readonly report: Report;
  readonly patience: readonly number[];
  /** The caller's wish to stop, and ours. */
  readonly signal: AbortSignal;
  /** The sessions with hosts that several of its domains may share. */
  readonly visits: Map<string, HostVisits>;
}

/** Address → result, over one mail world. */
export class Engine implements Verifier {
  readonly #parts: EngineParts;
  readonly #closing = new AbortController();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  async verify(email: string, options: VerifyOptions = {}): Promise<Finding> {
    const found: Finding[] = [];
    const report: Report = (_, finding) => found.push(finding);
    const list = { emails: [email], report, patience: this.#patienceOfOne() };
    await this.#runWithin(this.#parts.world.limits.single, list, options);
    return found[0] ?? invalidFinding(email);
  }

  async verifyAll(
    emails: readonly string[],
    report: Report,
    options: VerifyOptions = {},
  ): Promise<void> {
    const list = { emails, report, patience: this.#parts.greylistRetries };
    await this.#runWithin(this.#parts.batchLimit, list, options);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the verifier was closed'));
  }

  /** What is not known when `limit` milliseconds are over is reported as far as it is known. */
  async #runWithin(
    limit: number,
    list: Omit<Run, 'signal' | 'visits'>,
    { signal }: VerifyOptions,
  ): Promise<void> {
    const end = new AbortController();
    const callOff = setAlarm(this.#parts.world.clock, limit, () => end.abort(TIME_IS_OVER));
    const unfollow = [this.#closing.signal, signal].map((one) => follow(end, one));
    try {
      await this.#run({ ...list, signal: end.signal, visits: new Map() });
    } finally {
      callOff();
      for (const stop of unfollow) stop();
    }
  }

  /** A greylisted address is asked once more where the limit leaves time for it. */
  #patienceOfOne(): number[] {
    const { single } = this.#parts.world.limits;
    return this.#parts.greylistRetries.slice(0, 1).filter((interval) => interval < single / 2);
  }

  async #run(run: Run): Promise<void> {
    run.signal.throwIfAborted();
    const { dns, world } = this.#parts;
    const groups = groupByDomain(run, (domain) => findMailRoute(dns, domain, world.random));
    // All end before the run does, so that nothing is reported behind it.
    const ends = await Promise.allSettled(groups.map((group) => this.#verifyDomain(group, run)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #verifyDomain(group: Group, run: Run): Promise<void> {
    const route = await orAborted(group.route, run.signal).catch(
      unlessOver((): MailRoute => ({ kind: 'failure' })),
    );
    const hosts = route.kind === 'hosts' ? route.hosts : [];
    const settle = this.#settler(group, hosts, run);
    const mailboxes = [...group.mailboxes.values()].map(({ mailbox }) => mailbox);
    if (route.kind !== 'hosts') {
      for (const mailbox of mailboxes) settle(mailbox, outcomeOf(route));
      return;
    }
    const { patience, signal } = run;
    const { domain } = group;
    const recipients = new Recipients({
      domain,
      mailboxes,
      settle,
      retries: patience.length,
      ...this.#parts.world,
    });
    const visits = this.#visitsOf(route, run);
    const probed = probeDomain(this.#parts.world, { recipients, visits, patience, signal });
    await probed.catch(unlessOver(() => recipients.settleRest()));
  }

  #visitsOf({ key, hosts }: { key: string; hosts: readonly string[] }, run: Run): HostVisits {
    const known = run.visits.get(key);
    const visits = known ?? new HostVisits(this.#parts.world, hosts, run.signal);
    run.visits.set(key, visits);
    return visits;
  }

  #settler(group: Group, hosts: readonly string[], { emails, report }: Run) {
    const temporary = this.#parts.isTemporary(group.domain, hosts);
    return (mailbox: Mailbox, outcome: Outcome) => {
      const traits = { role: isRole(mailbox.localPart), temporary };
      for (const index of group.mailboxes.get(mailbox.address)?.indexes ?? []) {
        report(index, findingOf(emails[index] ?? mailbox.address, traits, outcome));
      }
    };
  }
}

/** The reason of the signal that ends a verification: no error, it answers with what it knows. */
const TIME_IS_OVER = new Error('the time of this verification is over');

function unlessOver<Value>(answer: () => Value): (error: unknown) => Value {
  return (error) => {
    if (error !== TIME_IS_OVER) throw error;
    return answer();
  };
}

/** Aborts `end` with `signal`. Unlike the signal of `AbortSignal.any` it costs nothing to look at. */
function follow(end: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = () => end.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return () => signal?.removeEventListener('abort', abort);
}

/** Reports what is no address at once, and gathers the others. */
function groupByDomain(
  { emails, report }: Run,
  routeOf: (domain: string) => Promise<MailRoute>,
): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, email] of emails.entries()) {
    const parsed = parseAddress(email);
    if (!parsed.ok) {
      report(index, invalidFinding(email));
      continue;
    }
    const { domain } = parsed.address;
    const group = groups.get(domain) ?? { domain, route: routeOf(domain), mailboxes: new Map() };
    groups.set(domain, group);
    place(group, parsed.address, index);
  }
  return [...groups.values()];
}

function place({ mailboxes }: Group, mailbox: Mailbox, index: number): void {
  const same = mailboxes.get(mailbox.address);
  if (same) same.indexes.push(index);
  else mailboxes.set(mailbox.address, { mailbox, indexes: [index] });
}

function outcomeOf(route: MailRoute): Outcome {
  return { reason: ROUTE_REASONS[route.kind], acceptAllKnown: false };
}

const ROUTE_REASONS: Readonly<Record<MailRoute['kind'], FindingReason>> = {
  hosts: 'no_answer',
  no_mx: 'no_mx',
  null_mx: 'null_mx',
  failure: 'dns_failure',
  untrusted: 'dns_untrusted',
};

/** A look-up is shared with others, so it goes on when one of them gives up. */
function orAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
