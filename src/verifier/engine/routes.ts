import { isFreeMail } from '../../address/free.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { SECOND_MS } from '../../lib/time-units.ts';
import { findMailRoute, type MailRoute } from '../dns/mail-route.ts';
import { type RouteLookup, RouteLookups } from '../dns/route-lookups.ts';
import type { DnsSource } from '../dns/source.ts';
import type { HostSet } from '../session/scheduler.ts';
import type { FindingReason } from '../verifier.ts';
import type { ProbeContext } from './probe-context.ts';

/** What all findings of a domain have in common. */
export interface DomainFacts {
  /** The domain, or the hosts behind it, belong to a throw-away service. */
  readonly temporary: boolean;
  /** A webmail domain with free mailboxes. */
  readonly free: boolean;
  /** The first host to try, and its provider; absent where no host is known. */
  readonly mxHost?: string | undefined;
  readonly provider?: string | undefined;
}

/** A domain with mail hosts. */
export interface HostRoute extends HostSet, DomainFacts {
  readonly provider: string;
}

type HostsFound = Extract<MailRoute, { kind: 'hosts' }>;

/** One who waits for the route of a domain. */
export interface RouteWaiter {
  /** `lateOptOut`: whether the owner of the domain opts out, if that is not known yet. */
  onHosts(route: HostRoute, lateOptOut: Promise<boolean> | undefined): void;
  /** No host is to be asked. */
  end(reason: FindingReason): void;
  onError(error: unknown): void;
}

/** A look-up, with all lists that wait for it. */
interface OpenLookup {
  readonly lookup: RouteLookup;
  readonly waiters: Set<RouteWaiter>;
}

interface RoutesParts {
  readonly context: ProbeContext;
  readonly dns: DnsSource;
  /** Whether a domain, or the hosts behind it, belong to a throw-away service. */
  isTemporary(domain: string, hosts: readonly string[]): boolean;
}

/** Milliseconds for which a route stands: nothing is asked twice in that time (dns/cache.ts). */
const STANDS_FOR = 30 * SECOND_MS;
const MAX_RECENT = 10_000;

/** The routes of domains: those found a moment ago, and the look-ups of all others. */
export class Routes {
  readonly #parts: RoutesParts;
  readonly #lookups = new RouteLookups((domain) => this.#find(domain));
  readonly #recent = new BoundedMap<string, { route: HostRoute; until: number }>(MAX_RECENT);
  readonly #open = new Map<string, OpenLookup>();

  constructor(parts: RoutesParts) {
    this.#parts = parts;
  }

  /** The route of a domain whose hosts were found a moment ago. */
  recent(domain: string): HostRoute | undefined {
    const { clock, reachability } = this.#parts.context;
    const found = this.#recent.get(domain);
    if (!found || found.until <= clock.monotonic()) return undefined;
    reachability.noteLookup();
    return found.route;
  }

  lookUp(domain: string): RouteLookup {
    return this.#lookups.find(domain);
  }

  /** Looks a domain up once for all who wait for it. */
  waitFor(domain: string, waiter: RouteWaiter): void {
    const known = this.#open.get(domain);
    if (known) {
      known.waiters.add(waiter);
      return;
    }
    const open = { lookup: this.lookUp(domain), waiters: new Set([waiter]) };
    this.#open.set(domain, open);
    void this.#giveRoute(domain, open);
  }

  /** The route is not waited for any longer. */
  leave(domain: string, waiter: RouteWaiter): void {
    const open = this.#open.get(domain);
    if (!open?.waiters.delete(waiter) || open.waiters.size > 0) return;
    this.#open.delete(domain);
    open.lookup.cancel();
  }

  async #giveRoute(domain: string, open: OpenLookup): Promise<void> {
    let give: (waiter: RouteWaiter) => void;
    try {
      give = this.#toAnswer(domain, await open.lookup.route);
    } catch (error) {
      give = (waiter) => waiter.onError(error);
    }
    if (this.#open.get(domain) === open) this.#open.delete(domain);
    for (const waiter of open.waiters) {
      try {
        give(waiter);
      } catch (error) {
        waiter.onError(error);
      }
    }
  }

  #toAnswer(domain: string, found: MailRoute | undefined): (waiter: RouteWaiter) => void {
    // Its turn came when nobody waited any more.
    if (!found) return () => {};
    if (found.kind !== 'hosts') return (waiter) => waiter.end(REASONS[found.kind]);
    const route = this.#toHostRoute(domain, found);
    return (waiter) => waiter.onHosts(route, found.lateOptOut);
  }

  #toHostRoute(domain: string, { key, hosts }: HostsFound): HostRoute {
    const mxHost = hosts[0] ?? '';
    const provider = this.#parts.context.providers.find(mxHost).key;
    return { ...this.describe(domain, hosts), key, hosts, mxHost, provider };
  }

  /** What is known of a domain by its name, and by those of its hosts. */
  describe(domain: string, hosts: readonly string[] = []): DomainFacts {
    const { isTemporary, context } = this.#parts;
    const free = isFreeMail(domain) || context.providers.findFree(domain) !== undefined;
    return { temporary: isTemporary(domain, hosts), free };
  }

  async #find(domain: string): Promise<MailRoute> {
    const { dns, context } = this.#parts;
    const route = await findMailRoute(dns, domain, context);
    await this.#noteOutcome(domain, route);
    if (route.kind === 'hosts' && !route.lateOptOut) {
      const until = context.clock.monotonic() + STANDS_FOR;
      this.#recent.set(domain, { route: this.#toHostRoute(domain, route), until });
    }
    return route;
  }

  /** Waits until it is known whether a failure is the domain's or that of DNS itself. */
  async #noteOutcome(domain: string, { kind }: MailRoute): Promise<void> {
    const { reachability } = this.#parts.context;
    if (kind === 'failure') await reachability.noteFailedLookup(domain, 'dns_failure');
    else if (kind === 'untrusted') await reachability.noteFailedLookup(domain, 'dns_untrusted');
    else reachability.noteLookup();
  }
}

/** What the addresses of a domain are where no host is asked. */
const REASONS: Readonly<Record<Exclude<MailRoute['kind'], 'hosts'>, FindingReason>> = {
  no_mx: 'no_mx',
  null_mx: 'null_mx',
  opted_out: 'opted_out',
  failure: 'dns_failure',
  untrusted: 'dns_untrusted',
};
