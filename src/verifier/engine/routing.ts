import type { MailRoute } from '../dns/mail-route.ts';
import type { RouteWaiter } from '../dns/route-lookups.ts';
import type { FindingReason } from '../verifier.ts';
import type { DomainGroup } from './domain-group.ts';
import { type JobContext, reportOutcome, startJob } from './listed-domain.ts';
import { type DomainFacts, type HostRoute, REASONS } from './routes.ts';
import type { RunPart, VerifierRun } from './run.ts';

/** Addresses of a domain without mail that are read together. */
const AT_ONCE = 256;

/** A domain whose hosts are being looked up. The look-up has its own limits (see dns/cache.ts). */
export class Routing implements RunPart, RouteWaiter {
  readonly #jobs: JobContext;
  readonly #group: DomainGroup;
  readonly #run: VerifierRun;
  #isEnded = false;

  constructor(jobs: JobContext, group: DomainGroup, run: VerifierRun) {
    this.#jobs = jobs;
    this.#group = group;
    this.#run = run;
  }

  get wait(): undefined {
    return undefined;
  }

  get work(): undefined {
    return undefined;
  }

  start(): void {
    this.#run.add(this);
    const { domain, list } = this.#group;
    this.#jobs.routes.waitFor(domain, this, list.owner);
  }

  onRoute(found: MailRoute): void {
    if (found.kind !== 'hosts') {
      this.end(REASONS[found.kind]);
      return;
    }
    const route = this.#jobs.routes.toHostRoute(this.#group.domain, found);
    this.onHosts(route, found.lateOptOut);
  }

  /** `lateOptOut`: whether the owner of the domain opts out, if that is not known yet. */
  onHosts(route: HostRoute, lateOptOut?: Promise<boolean>): void {
    if (this.#isEnded) return;
    if (this.#group.list.mode === 'dns') {
      this.end('not_probed', route);
      return;
    }
    startJob(this.#jobs, { group: this.#group, route, run: this.#run }, lateOptOut);
    this.#run.delete(this);
  }

  /** Settles all addresses of the domain. */
  end(reason: FindingReason, facts?: DomainFacts): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#settle(reason, facts);
    this.#leave();
  }

  onError(error: unknown): void {
    const state = `the route of ${this.#group.domain}`;
    try {
      this.#jobs.onStuck({ work: 'lookup', state, error });
      if (this.#isEnded) throw error;
      this.end('internal');
    } catch (failure) {
      // Addresses that can't be settled have no end of their own.
      this.#run.cancel(failure);
    }
  }

  endWithWhatIsKnown(): void {
    this.end('dns_failure');
  }

  /** No effect: a look-up has its own limits. */
  endIfWaiting(): void {}

  cancel(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#leave();
  }

  check(): void {}

  #leave(): void {
    this.#jobs.routes.leave(this.#group.domain, this);
    this.#run.delete(this);
  }

  #settle(reason: FindingReason, known?: DomainFacts): void {
    const { routes, context } = this.#jobs;
    const group = this.#group;
    const facts = known ?? routes.describe(group.domain);
    const reported = { group, facts, providers: context.providers };
    while (group.unread > 0)
      for (const mailbox of group.read(AT_ONCE)) reportOutcome(reported, mailbox, { reason });
  }
}
