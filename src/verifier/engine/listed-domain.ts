import { isRole } from '../../address/role.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import type { ProviderTable } from '../providers/provider-table.ts';
import { DomainJob, type JobDomain } from '../session/domain-job.ts';
import type { ListedMailbox } from '../session/recipients/recipient.ts';
import type { Scheduler } from '../session/scheduler.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { StuckWork } from '../session/stuck.ts';
import type { Deferral } from '../verifier.ts';
import type { DomainGroup } from './domain-group.ts';
import { type FindingEvidence, quoteReply } from './evidence.ts';
import { type ProbeOutcome, retryAfter, toFinding } from './finding.ts';
import { HeldOutcomes } from './held-outcomes.ts';
import type { ProbeContext } from './probe-context.ts';
import type { DomainFacts, HostRoute, Routes } from './routes.ts';
import type { VerifierRun } from './run.ts';

/** What all jobs of an engine share. */
export interface JobContext {
  readonly context: ProbeContext;
  readonly scheduler: Scheduler;
  readonly routes: Routes;
  onStuck(stuck: StuckWork): void;
}

interface ListedDomainParts {
  readonly group: DomainGroup;
  readonly route: HostRoute;
  readonly run: VerifierRun;
}

/** The addresses of a list at one domain whose hosts are known: a job asks about them. */
class ListedDomain implements JobDomain {
  readonly context: ProbeContext;
  readonly mailboxes: DomainGroup;
  /** Absent where outcomes are reported at once. */
  held: HeldOutcomes | undefined;
  readonly #shared: JobContext;
  readonly #route: HostRoute;
  readonly #run: VerifierRun;

  constructor(shared: JobContext, { group, route, run }: ListedDomainParts) {
    this.context = shared.context;
    this.mailboxes = group;
    this.#shared = shared;
    this.#route = route;
    this.#run = run;
  }

  get domain(): string {
    return this.mailboxes.domain;
  }

  get provider(): string {
    return this.#route.provider;
  }

  get owner(): Owner {
    return this.mailboxes.list.owner;
  }

  get retryIntervals(): readonly number[] {
    return this.mailboxes.list.retryIntervals;
  }

  get deferAfter(): number {
    return this.mailboxes.list.defer?.after ?? Number.POSITIVE_INFINITY;
  }

  triesOf({ place }: ListedMailbox): unknown {
    return this.mailboxes.list.defer?.tries(place);
  }

  onDeferred(mailbox: ListedMailbox, deferral: Deferral): void {
    const { list } = this.mailboxes;
    for (const index of this.mailboxes.settle(mailbox)) list.defer?.onDeferred(index, deferral);
  }

  settle(mailbox: ListedMailbox, outcome: ProbeOutcome): void {
    this.#run.noteSettled(this.provider);
    if (this.held) this.held.settle(mailbox, outcome);
    else this.report(mailbox, outcome);
  }

  report(mailbox: ListedMailbox, outcome: ProbeOutcome): void {
    const { providers } = this.context;
    reportOutcome({ group: this.mailboxes, facts: this.#route, providers }, mailbox, outcome);
  }

  findPool(): SessionPool {
    return this.#shared.scheduler.pool(this.#route);
  }

  onEnd(job: DomainJob): void {
    this.#run.delete(job);
  }

  onStuck(stuck: StuckWork): void {
    this.#shared.onStuck(stuck);
  }
}

/** Asks about the addresses. `lateOptOut`: whether the owner of the domain opts out, if that is not known yet. */
export function startJob(
  shared: JobContext,
  parts: ListedDomainParts,
  lateOptOut?: Promise<boolean>,
): void {
  const { run } = parts;
  const domain = new ListedDomain(shared, parts);
  const job = new DomainJob(domain);
  run.add(job);
  if (lateOptOut) holdUntil(lateOptOut, { domain, job, run });
  job.start();
}

interface HoldParts {
  readonly domain: ListedDomain;
  readonly job: DomainJob;
  readonly run: VerifierRun;
}

/** Holds what the hosts of a domain say until it is known whether its owner opts out. */
function holdUntil(lateOptOut: Promise<boolean>, { domain, job, run }: HoldParts): void {
  const held = new HeldOutcomes(
    (mailbox, outcome) => domain.report(mailbox, outcome),
    () => run.delete(held),
  );
  domain.held = held;
  run.add(held);
  const end = (isOut: boolean) => {
    if (isOut) job.noteOptOut();
    held.end(isOut ? 'opted_out' : undefined);
  };
  lateOptOut.then(end).catch((error: unknown) => run.cancel(error));
}

interface ReportedDomain {
  readonly group: DomainGroup;
  readonly facts: DomainFacts;
  readonly providers: ProviderTable;
}

/** Reports one finding for each place of an address in its list, in the spelling that it has there. */
export function reportOutcome(
  { group, facts, providers }: ReportedDomain,
  mailbox: ListedMailbox,
  outcome: ProbeOutcome,
): void {
  const { emails, report } = group.list;
  const traits = { role: isRole(mailbox.localPart), temporary: facts.temporary };
  const evidence = toEvidence({ facts, providers }, mailbox.address, outcome);
  for (const index of group.settle(mailbox)) {
    report(index, toFinding(emails[index] ?? mailbox.address, traits, { outcome, evidence }));
  }
}

function toEvidence(
  { facts, providers }: Omit<ReportedDomain, 'group'>,
  address: string,
  outcome: ProbeOutcome,
): FindingEvidence {
  const { hostReply, attempts = 0 } = outcome;
  const mxHost = hostReply?.mxHost ?? facts.mxHost;
  const isKnown = mxHost === undefined || mxHost === facts.mxHost;
  const reply = hostReply?.reply;
  return {
    provider: isKnown ? facts.provider : providers.find(mxHost).key,
    mxHost,
    egress: hostReply?.egress,
    reply: reply && quoteReply(reply, address),
    rule: outcome.isCounted ? hostReply?.rule : undefined,
    control: outcome.control,
    attempts,
    free: facts.free,
    retryAfter: retryAfter(outcome),
  };
}
