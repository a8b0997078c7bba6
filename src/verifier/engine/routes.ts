import { isFreeMail } from '../../address/free.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { SECOND_MS } from '../../lib/time-units.ts';
import { findMailRoute, type MailRoute } from '../dns/mail-route.ts';
import { RouteLookups, type RouteWaiter } from '../dns/route-lookups.ts';
import type { DnsSource } from '../dns/source.ts';
import type { Owner } from '../pacing/owner-queue.ts';
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

  /** Look-ups under way, and those that wait for their turn. */
  get open(): number {
    return this.#lookups.open;
  }

  waitFor(domain: string, waiter: RouteWaiter, owner?: Owner): void {
    this.#lookups.waitFor(domain, waiter, owner);
  }

  leave(domain: string, waiter: RouteWaiter): void {
    this.#lookups.leave(domain, waiter);
  }

  /** What all lists that look a domain up together share is made once. */
  toHostRoute(domain: string, found: HostsFound): HostRoute {
    const recent = found.lateOptOut ? undefined : this.#recent.get(domain)?.route;
    return recent ?? this.#toHostRoute(domain, found);
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
export const REASONS: Readonly<Record<Exclude<MailRoute['kind'], 'hosts'>, FindingReason>> = {
  no_mx: 'no_mx',
  null_mx: 'null_mx',
  opted_out: 'opted_out',
  failure: 'dns_failure',
  untrusted: 'dns_untrusted',
};
