import { isFreeMail } from '../../address/free.ts';
import type { Mailbox } from '../../address/parse.ts';
import { isRole } from '../../address/role.ts';
import { setAlarm } from '../../lib/alarm.ts';
import { findMailRoute, type MailRoute } from '../dns/mail-route.ts';
import { RouteLookups } from '../dns/route-lookups.ts';
import type { DnsSource } from '../dns/source.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import type { Reachability } from '../pacing/reachability.ts';
import type { ProviderTable } from '../providers/provider-table.ts';
import { DomainJob } from '../session/domain-job.ts';
import { type HostSet, Scheduler } from '../session/scheduler.ts';
import { StallTimer, stallLimit } from '../session/stall-timer.ts';
import type { StuckWork } from '../session/stuck.ts';
import { addUp } from '../session/waiting.ts';
import type {
  AddressRoute,
  DeferOptions,
  DomainOutlook,
  Finding,
  FindingReason,
  ProviderBacklog,
  VerifyOptions,
  WaitingAddresses,
} from '../verifier.ts';
import {
  type DomainGroup,
  groupByDomain,
  jobDeferral,
  type ReportFinding,
} from './domain-group.ts';
import { type FindingEvidence, quoteReply } from './evidence.ts';
import { findRoutes, lookUpDomains, toOutlook } from './find-routes.ts';
import { invalidFinding, type ProbeOutcome, retryAfter, toFinding } from './finding.ts';
import type { ProbeContext } from './probe-context.ts';
import { addUpBacklog, Routing, type RunPart, VerifierRun } from './run.ts';

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

/** Addresses of a domain without mail that are read together. */
const AT_ONCE = 256;

interface EngineRequest {
  readonly emails: readonly string[];
  readonly report: ReportFinding;
  /** Milliseconds after which deferred addresses are asked again, one after the other. */
  readonly retryIntervals: readonly number[];
  readonly owner: Owner;
  readonly defer?: DeferOptions | undefined;
}

/** Address → finding, with one set of name servers and mail hosts. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #scheduler: Scheduler;
  readonly #routes: RouteLookups;
  /** Each with the batch that it is for. */
  readonly #runs = new Map<VerifierRun, string>();
  #closed: Error | undefined;
  #lists = 0;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#scheduler = new Scheduler(parts.context, parts.onStuck);
    this.#routes = new RouteLookups(async (domain) => {
      const { clock, random, reachability } = parts.context;
      const route = await findMailRoute(parts.dns, domain, { clock, random });
      await noteRoute(reachability, domain, route);
      return route;
    });
  }

  async verify(email: string, options: VerifyOptions = {}): Promise<Finding> {
    const found: Finding[] = [];
    const report: ReportFinding = (_, finding) => found.push(finding);
    const owner = this.#owner(options, true);
    const retryIntervals = this.#singleRetryIntervals();
    const list = { emails: [email], report, retryIntervals, owner };
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
    const list = { emails, report, retryIntervals, owner, defer: options.defer };
    await this.#runWithin(this.#parts.batchLimit, list, options.signal);
  }

  routes(emails: readonly string[], within: number): Promise<readonly AddressRoute[]> {
    const { clock, providers } = this.#parts.context;
    const lookUp = (domain: string) => this.#routes.find(domain);
    return findRoutes(emails, { lookUp, providers, clock, within });
  }

  async outlook(domains: readonly string[], within: number): Promise<readonly DomainOutlook[]> {
    const { clock } = this.#parts.context;
    const lookUp = (domain: string) => this.#routes.find(domain);
    const found = await lookUpDomains(new Set(domains), { lookUp, clock, within });
    return domains.map((domain) => toOutlook(found.get(domain), this.#parts.context));
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
    list: EngineRequest,
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
  #watchProgress(run: VerifierRun, list: EngineRequest) {
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

  #start(run: VerifierRun, list: EngineRequest): void {
    const { random } = this.#parts.context;
    for (const group of groupByDomain({ ...list, random }, (domain) => this.#routes.find(domain)))
      this.#verifyDomain(group, list, run);
    run.complete();
  }

  /** Starts the domain's job once its route is known. Until then only the run knows the domain. */
  #verifyDomain(group: DomainGroup, list: EngineRequest, run: VerifierRun): void {
    const routed = new Routing({
      settle: (reason) => this.#settleGroup(group, list, reason),
      onEnd: () => {
        group.lookup.cancel();
        run.delete(routed);
      },
    });
    run.add(routed);
    const start = (route: MailRoute | undefined) => {
      if (routed.isEnded || !route) return;
      if (route.kind !== 'hosts') return routed.end(ROUTE_REASONS[route.kind]);
      this.#startJob(group, route, { list, run });
      run.delete(routed);
    };
    const fail = (error: unknown) => {
      this.#parts.onStuck({ work: 'lookup', state: `the route of ${group.domain}`, error });
      if (routed.isEnded) throw error;
      routed.end('internal');
    };
    // Addresses that can't be settled have no end of their own.
    group.lookup.route
      .then(start)
      .catch(fail)
      .catch((error: unknown) => run.cancel(error));
  }

  #settleGroup(group: DomainGroup, list: EngineRequest, reason: FindingReason): void {
    const reportOutcome = this.#outcomeReporter(group, { hosts: [] }, list);
    while (group.unread > 0)
      for (const mailbox of group.read(AT_ONCE)) reportOutcome(mailbox, { reason });
  }

  #startJob(
    group: DomainGroup,
    route: HostSet & FoundRoute & { readonly lateOptOut?: Promise<boolean> },
    { list, run }: { list: EngineRequest; run: VerifierRun },
  ): void {
    const { context, onStuck } = this.#parts;
    const { clock, acceptAll, probeKey, maxUnanswered } = context;
    const provider = context.providers.find(route.hosts[0] ?? '').key;
    const report = this.#outcomeReporter(group, route, list);
    const held = route.lateOptOut && new HeldOutcomes(report, (ended) => run.delete(ended));
    const job: DomainJob = new DomainJob({
      clock,
      acceptAll,
      probeKey,
      maxUnanswered,
      domain: group.domain,
      mailboxes: group,
      provider,
      owner: list.owner,
      retryIntervals: list.retryIntervals,
      settle: (mailbox, outcome) => {
        run.noteSettled(provider);
        if (held) held.settle(mailbox, outcome);
        else report(mailbox, outcome);
      },
      defer: list.defer && jobDeferral(list.defer, group),
      findPool: () => this.#scheduler.pool(route),
      onEnd: () => run.delete(job),
      onStuck,
    });
    run.add(job);
    if (held) run.add(held);
    job.start();
    const end = (isOut: boolean) => {
      if (isOut) job.noteOptOut();
      held?.end(isOut ? 'opted_out' : undefined);
    };
    route.lateOptOut?.then(end).catch((error: unknown) => run.cancel(error));
  }

  #outcomeReporter(group: DomainGroup, route: FoundRoute, { emails, report }: EngineRequest) {
    const { isTemporary, context } = this.#parts;
    const parts = { providers: context.providers, isTemporary };
    return createOutcomeReporter(parts, group, { emails, report, route });
  }
}

type ReportOutcome = (mailbox: Mailbox, outcome: ProbeOutcome) => void;

/**
 * The outcomes of a domain whose owner may still opt out: its hosts are asked meanwhile, and nothing that they said is
 * given out before it is known. The look-up has its own limits (see dns/cache.ts).
 */
class HeldOutcomes implements RunPart {
  readonly wait = undefined;
  readonly work = undefined;
  readonly #report: ReportOutcome;
  readonly #onEnd: (held: HeldOutcomes) => void;
  #held: [Mailbox, ProbeOutcome][] = [];
  #isEnded = false;
  /** In place of what was found. */
  #reason: FindingReason | undefined;

  constructor(report: ReportOutcome, onEnd: (held: HeldOutcomes) => void) {
    this.#report = report;
    this.#onEnd = onEnd;
  }

  settle(mailbox: Mailbox, outcome: ProbeOutcome): void {
    if (this.#isEnded) this.#report(mailbox, this.#reason ? { reason: this.#reason } : outcome);
    else this.#held.push([mailbox, outcome]);
  }

  /** Reports all, from now on at once; with a reason, only that reason and no findings. */
  end(reason?: FindingReason): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reason = reason;
    for (const [mailbox, outcome] of this.#held.splice(0)) this.settle(mailbox, outcome);
    this.#onEnd(this);
  }

  /** Like a domain whose hosts are not known in time: it is unknown whether they may be asked. */
  endWithWhatIsKnown(): void {
    this.end('dns_failure');
  }

  /** No effect: a look-up has its own limits. */
  endIfWaiting(): void {}

  cancel(): void {
    this.#held = [];
    this.end();
  }

  check(): void {}
}

interface ReporterParts {
  readonly providers: ProviderTable;
  /** Whether a domain, or the hosts behind it, belong to a throw-away service. */
  isTemporary(domain: string, hosts: readonly string[]): boolean;
}

interface RoutedList {
  readonly emails: readonly string[];
  readonly report: ReportFinding;
  readonly route: FoundRoute;
}

/** Where the mail of a domain goes; empty where that is not known. */
interface FoundRoute {
  readonly hosts: readonly string[];
}

/**
 * What turns the outcome of an address into findings: one for each index of the list at which the
 * address stands, in the spelling that it has there.
 */
function createOutcomeReporter(
  { providers, isTemporary }: ReporterParts,
  group: DomainGroup,
  { emails, report, route }: RoutedList,
): (mailbox: Mailbox, outcome: ProbeOutcome) => void {
  const temporary = isTemporary(group.domain, route.hosts);
  return (mailbox, outcome) => {
    const traits = { role: isRole(mailbox.localPart), temporary };
    const evidence = toEvidence(providers, mailbox, { route, outcome });
    for (const index of group.settle(mailbox)) {
      report(index, toFinding(emails[index] ?? mailbox.address, traits, { outcome, evidence }));
    }
  };
}

function toEvidence(
  providers: ProviderTable,
  { address, domain }: Mailbox,
  { route, outcome }: { readonly route: FoundRoute; readonly outcome: ProbeOutcome },
): FindingEvidence {
  const { hostReply, attempts = 0 } = outcome;
  const mxHost = hostReply?.mxHost ?? route.hosts[0];
  const reply = hostReply?.reply;
  return {
    provider: mxHost === undefined ? undefined : providers.find(mxHost).key,
    mxHost,
    egress: hostReply?.egress,
    reply: reply && quoteReply(reply, address),
    rule: outcome.isCounted ? hostReply?.rule : undefined,
    control: outcome.control,
    attempts,
    free: isFreeMail(domain) || providers.findFree(domain) !== undefined,
    retryAfter: retryAfter(outcome),
  };
}

/** Waits until it is known whether a failure is the domain's or that of DNS itself. */
async function noteRoute(
  reachability: Reachability,
  domain: string,
  { kind }: MailRoute,
): Promise<void> {
  if (kind === 'failure') await reachability.noteFailedLookup(domain, 'dns_failure');
  else if (kind === 'untrusted') await reachability.noteFailedLookup(domain, 'dns_untrusted');
  else reachability.noteLookup();
}

/** What the addresses of a domain are where no host is asked. */
const ROUTE_REASONS: Readonly<Record<MailRoute['kind'], FindingReason>> = {
  hosts: 'no_answer',
  no_mx: 'no_mx',
  null_mx: 'null_mx',
  opted_out: 'opted_out',
  failure: 'dns_failure',
  untrusted: 'dns_untrusted',
};
