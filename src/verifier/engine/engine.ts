import { setAlarm } from '../../lib/alarm.ts';
import type { DnsSource } from '../dns/source.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import { Scheduler } from '../session/scheduler.ts';
import { StallTimer, stallLimit } from '../session/stall-timer.ts';
import type { StuckWork } from '../session/stuck.ts';
import { addUp } from '../session/waiting.ts';
import type {
  AddressRoute,
  DeferOptions,
  DomainOutlook,
  Finding,
  ProviderBacklog,
  VerifyOptions,
  WaitingAddresses,
} from '../verifier.ts';
import {
  type AddressList,
  type DomainGroup,
  groupByDomain,
  type ReportFinding,
} from './domain-group.ts';
import { findRoutes, lookUpDomains, toOutlook } from './find-routes.ts';
import { invalidFinding } from './finding.ts';
import type { JobContext } from './listed-domain.ts';
import type { ProbeContext } from './probe-context.ts';
import { Routes } from './routes.ts';
import { Routing } from './routing.ts';
import { addUpBacklog, VerifierRun } from './run.ts';

interface EngineParts {
  readonly context: ProbeContext;
  readonly dns: DnsSource;
  /** Whether a domain, or the hosts behind it, belong to a throw-away service. */
  isTemporary(domain: string, hosts: readonly string[]): boolean;
  readonly greylistRetries: readonly number[];
  /** Milliseconds after which a list is reported with what is known. */
  readonly batchLimit: number;
  /** Milliseconds that a list waits beyond its last progress; absent: what the retries add up to. */
  readonly patience?: number | undefined;
  /** Called with work that was ended because it took too long. */
  onStuck(stuck: StuckWork): void;
}

/** Address → finding, with one set of name servers and mail hosts. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #scheduler: Scheduler;
  readonly #routes: Routes;
  readonly #jobs: JobContext;
  /** Each with the batch that it is for. */
  readonly #runs = new Map<VerifierRun, string>();
  #closed: Error | undefined;
  #lists = 0;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { context, onStuck } = parts;
    this.#scheduler = new Scheduler(context, onStuck);
    this.#routes = new Routes(parts);
    this.#jobs = { context, scheduler: this.#scheduler, routes: this.#routes, onStuck };
  }

  async verify(email: string, options: VerifyOptions = {}): Promise<Finding> {
    const found: Finding[] = [];
    const report: ReportFinding = (_, finding) => found.push(finding);
    const owner = this.#owner(options, true);
    const retryIntervals = this.#singleRetryIntervals();
    const list = { emails: [email], report, retryIntervals, owner, mode: options.mode };
    await this.#runWithin(this.#parts.context.limits.single, list, options.signal);
    return found[0] ?? invalidFinding(email);
  }

  async verifyAll(
    emails: readonly string[],
    report: ReportFinding,
    options: VerifyOptions & { readonly defer?: DeferOptions } = {},
  ): Promise<void> {
    const owner = this.#owner(options, false);
    const retryIntervals = this.#parts.greylistRetries;
    const { defer, mode } = options;
    const list = { emails, report, retryIntervals, owner, defer, mode };
    await this.#runWithin(this.#parts.batchLimit, list, options.signal);
  }

  routes(emails: readonly string[], within: number): Promise<readonly AddressRoute[]> {
    const { clock, providers } = this.#parts.context;
    return findRoutes(emails, { routes: this.#routes, providers, clock, within });
  }

  async outlook(domains: readonly string[], within: number): Promise<readonly DomainOutlook[]> {
    const { clock } = this.#parts.context;
    const found = await lookUpDomains(new Set(domains), { routes: this.#routes, clock, within });
    return domains.map((domain) => toOutlook(found.get(domain), this.#parts.context));
  }

  get domains(): number {
    return this.#routes.open + this.#scheduler.pools;
  }

  waiting(batch: string): readonly WaitingAddresses[] {
    const runs = [...this.#runs].flatMap(([run, owner]) => (owner === batch ? [run] : []));
    return addUp(
      runs.flatMap(({ waits }) => waits),
      this.#parts.context.clock.monotonic(),
    );
  }

  backlog(batches: ReadonlySet<string>): readonly ProviderBacklog[] {
    const runs = [...this.#runs].flatMap(([run, batch]) => (batches.has(batch) ? [run] : []));
    const { pacing } = this.#parts.context;
    return addUpBacklog(runs, pacing);
  }

  async close(): Promise<void> {
    this.#closed ??= new Error('the verifier was closed');
    for (const run of [...this.#runs.keys()]) run.cancel(this.#closed);
    const { pacing, reachability } = this.#parts.context;
    reachability.close();
    await this.#scheduler.close();
    pacing.close();
  }

  /** What is not known when `limit` milliseconds are over is reported as far as it is known. */
  async #runWithin(
    limit: number,
    list: AddressList,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (this.#closed) throw this.#closed;
    const { clock, pacing } = this.#parts.context;
    const run = new VerifierRun();
    const progress = this.#watchProgress(run, list);
    const cancelAlarm = setAlarm(clock, limit, () => run.endWithWhatIsKnown());
    const cancel = () => {
      pacing.noteCancelled(list.owner);
      run.cancel(signal?.reason);
    };
    signal?.addEventListener('abort', cancel);
    this.#runs.set(run, list.owner.batch);
    this.#scheduler.watch(run);
    try {
      this.#start(run, progress.counting);
      await run.ended;
    } finally {
      cancelAlarm();
      progress.end();
      this.#scheduler.unwatch(run);
      this.#runs.delete(run);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** The list with a `report` that counts as progress. */
  #watchProgress(run: VerifierRun, list: AddressList) {
    const { context, patience: given } = this.#parts;
    const limit = stallLimit(list.retryIntervals, given);
    const stallTimer = new StallTimer(context.clock, limit, () => run.endWaiting());
    const report: ReportFinding = (index, finding) => {
      stallTimer.noteProgress();
      list.report(index, finding);
    };
    return { counting: { ...list, report }, end: () => stallTimer.end() };
  }

  #owner({ owner }: VerifyOptions, isSingle: boolean): Owner {
    const batch = owner?.batch ?? `list ${++this.#lists}`;
    return { team: owner?.team ?? '', batch, isSingle };
  }

  /** A greylisted address is asked once more where the limit leaves time for it. */
  #singleRetryIntervals(): number[] {
    const { single } = this.#parts.context.limits;
    return this.#parts.greylistRetries.slice(0, 1).filter((interval) => interval < single / 2);
  }

  #start(run: VerifierRun, list: AddressList): void {
    try {
      const groups = groupByDomain(list, this.#parts.context.random);
      for (const group of groups) this.#verifyDomain(group, run);
      run.complete();
    } catch (error) {
      // A finding that can't be reported, say.
      run.cancel(error);
    }
  }

  /** Where no mail host is asked, a list of throw-away domains decides as well as DNS. */
  #needsNoLookup({ domain, list: { mode } }: DomainGroup): boolean {
    return mode === 'offline' || (mode === 'dns' && this.#routes.describe(domain).temporary);
  }

  #verifyDomain(group: DomainGroup, run: VerifierRun): void {
    const routing = new Routing(this.#jobs, group, run);
    const isDecided = this.#needsNoLookup(group);
    const route = isDecided ? undefined : this.#routes.recent(group.domain);
    try {
      if (isDecided) routing.end('not_looked_up');
      else if (route) routing.onHosts(route);
      else routing.start();
    } catch (error) {
      routing.onError(error);
    }
  }
}
