import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { DnsState } from '../dns/source.ts';
import type { PortCheck } from '../net/port-check.ts';
import { Port25 } from './port-25.ts';

/**
 * Why no mailbox can be decided: no name server answers, none gives true answers, no
 * mail host can be reached, or mail hosts refuse this machine.
 */
export const REACHABILITY_PROBLEMS = [
  'dns_failure',
  'dns_untrusted',
  'port_25_closed',
  'blocked',
] as const;
/** One of `REACHABILITY_PROBLEMS`. */
export type NetworkProblem = (typeof REACHABILITY_PROBLEMS)[number];

/** A problem began or ended. */
export interface ReachabilityChange {
  readonly problem: NetworkProblem;
  /** False: the problem is over. */
  readonly isPresent: boolean;
}

interface ReachabilitySettings {
  readonly clock: Clock;
  /** Checks the name servers themselves; absent: only the look-ups of domains count. Never rejects. */
  readonly checkDns?: (() => Promise<DnsState>) | undefined;
  /** Greets mail hosts that are known to answer; absent: only the hosts of the lists count. Never rejects. */
  readonly checkPort?: PortCheck | undefined;
  readonly onChange?: ((change: ReachabilityChange) => void) | undefined;
}

/** Providers that refuse this machine before it counts as blocked, if most refuse it. */
const BLOCKING_PROVIDERS = 3;
/** Domains in a row whose look-up fails, where the name servers can't be checked. */
const FAILING_DOMAINS = 3;
/** Milliseconds for which a check of the name servers stands. */
const DNS_CHECK_EVERY = 5000;
/** Milliseconds after which a problem without new evidence is forgotten. */
const FORGOTTEN_AFTER = 10 * MINUTE_MS;
/** Remembered of each kind. */
const MAX_PROVIDERS = 1000;

/**
 * Whether the verifier can reach name servers and mail hosts. Each problem has its own state:
 *
 *   absent ──evidence from several domains or providers──▶ present ──evidence to the contrary,
 *     ▲                                                       │       or none for ten minutes
 *     └───────────────────────────────────────────────────────┘
 *
 * DNS      present when a look-up failed and a check of the name servers failed, too; over with the
 *          next look-up that is answered.
 * port 25  present when eight different providers, or hosts that are known to answer, sent no
 *          greeting and none did for five minutes (port-25.ts); over with the next greeting, for
 *          which a connection is tried every ten seconds.
 * blocked  present while at least three providers, and more than answer, refuse this machine.
 */
export class Reachability {
  readonly #settings: ReachabilitySettings;
  readonly #present = new Map<NetworkProblem, number>();
  readonly #failingDomains = new Set<string>();
  #checking: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  readonly #port25: Port25;
  readonly #blocking = new Set<string>();
  readonly #answering = new Set<string>();
  #cancelAlarm: (() => void) | undefined;

  constructor(settings: ReachabilitySettings) {
    this.#settings = settings;
    const { clock, checkPort: check } = settings;
    this.#port25 = new Port25({ clock, check, onEvidence: (state) => this.#notePort(state) });
  }

  get problems(): readonly NetworkProblem[] {
    return REACHABILITY_PROBLEMS.filter((problem) => this.#present.has(problem));
  }

  /** Checks the name servers and, where they are usable, port 25. Resolves with why no mailbox can be probed. */
  async look(): Promise<readonly NetworkProblem[]> {
    const { checkDns } = this.#settings;
    if (checkDns) await this.#checkDns(checkDns);
    if (!this.#isDnsBad) await this.#port25.look();
    return this.problems.filter((problem) => problem !== 'blocked');
  }

  /** A domain was looked up, maybe in the cache: where the name servers can be checked, that decides. */
  noteLookup(): void {
    this.#failingDomains.clear();
    if (!this.#isDnsBad) return;
    if (this.#settings.checkDns) void this.#checkDns(this.#settings.checkDns);
    else this.#leave('dns_failure', 'dns_untrusted');
  }

  /** Resolves when it is known whether the failure was the domain's or that of DNS itself. */
  async noteFailedLookup(domain: string, failure: Exclude<DnsState, 'usable'>): Promise<void> {
    const { checkDns } = this.#settings;
    if (checkDns) return this.#checkDns(checkDns);
    this.#failingDomains.add(domain);
    if (this.#failingDomains.size < FAILING_DOMAINS) return;
    this.#failingDomains.clear();
    this.#enterDns(failure);
  }

  /** Whether a connection is worth its time-out: while port 25 is closed, few are. */
  mayConnect(): boolean {
    return !this.#present.has('port_25_closed') || this.#port25.mayTryClosed();
  }

  /** A host is about to be connected to. */
  noteAttempt(): void {
    this.#port25.noteAttempt();
  }

  noteConnection(): void {
    this.#port25.noteConnection();
  }

  noteGreeting(): void {
    this.#port25.noteGreeting();
  }

  /**
   * A provider sent no greeting: nothing came back at all, or a refusal to connect. Resolves when it
   * is known, as far as it can be, whether the cause was the host or the port.
   */
  noteNoGreeting(provider: string, answer: 'silence' | 'refusal'): Promise<void> {
    return this.#port25.noteNoGreeting(provider, answer);
  }

  /** A provider answered about a mailbox: it does not refuse this machine. */
  noteAnswer(provider: string): void {
    this.#blocking.delete(provider);
    if (this.#answering.size < MAX_PROVIDERS) this.#answering.add(provider);
    if (!this.#isBlocked) this.#leave('blocked');
  }

  /** A provider refused this machine. */
  noteRefusal(provider: string): void {
    this.#answering.delete(provider);
    if (this.#blocking.size < MAX_PROVIDERS) this.#blocking.add(provider);
    if (this.#isBlocked) this.#enter('blocked');
  }

  close(): void {
    this.#port25.close();
    this.#cancelAlarm?.();
  }

  #notePort(state: 'closed' | 'open'): void {
    if (state === 'open') {
      this.#leave('port_25_closed');
      return;
    }
    if (!this.#present.has('port_25_closed')) this.#port25.noteClosed();
    this.#enter('port_25_closed');
  }

  get #isBlocked(): boolean {
    const { size } = this.#blocking;
    return size >= BLOCKING_PROVIDERS && size > this.#answering.size;
  }

  get #now(): number {
    return this.#settings.clock.monotonic();
  }

  get #isDnsBad(): boolean {
    return this.#present.has('dns_failure') || this.#present.has('dns_untrusted');
  }

  async #checkDns(check: () => Promise<DnsState>): Promise<void> {
    if (this.#now - this.#checkedAt < DNS_CHECK_EVERY) return;
    this.#checking ??= check().then((state) => {
      this.#checking = undefined;
      this.#checkedAt = this.#now;
      if (state === 'usable') this.#leave('dns_failure', 'dns_untrusted');
      else this.#enterDns(state);
    });
    await this.#checking;
  }

  #enterDns(problem: Exclude<DnsState, 'usable'>): void {
    this.#leave(problem === 'dns_failure' ? 'dns_untrusted' : 'dns_failure');
    this.#enter(problem);
  }

  #enter(problem: NetworkProblem): void {
    const isNew = !this.#present.has(problem);
    this.#present.set(problem, this.#now);
    if (!isNew) return;
    this.#cancelAlarm ??= this.#setAlarm();
    this.#settings.onChange?.({ problem, isPresent: true });
  }

  #leave(...problems: readonly NetworkProblem[]): void {
    if (this.#present.size === 0) return;
    for (const problem of problems) {
      if (!this.#present.delete(problem)) continue;
      if (problem === 'blocked') this.#blocking.clear();
      this.#settings.onChange?.({ problem, isPresent: false });
    }
    if (this.#present.size > 0) return;
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }

  /** Forgets problems without new evidence: nothing is being verified any more. */
  #setAlarm(): () => void {
    return setAlarm(this.#settings.clock, FORGOTTEN_AFTER, () => {
      this.#cancelAlarm = undefined;
      const oldest = this.#now - FORGOTTEN_AFTER;
      const old = [...this.#present].flatMap(([problem, at]) => (at <= oldest ? [problem] : []));
      this.#leave(...old);
      if (this.#present.size > 0) this.#cancelAlarm ??= this.#setAlarm();
    });
  }
}
