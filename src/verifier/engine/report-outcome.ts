import { isFreeMail } from '../../address/free.ts';
import type { Mailbox } from '../../address/parse.ts';
import { isRole } from '../../address/role.ts';
import type { MailRoute } from '../dns/mail-route.ts';
import type { Reachability } from '../pacing/reachability.ts';
import type { ProviderTable } from '../providers/provider-table.ts';
import type { FindingReason } from '../verifier.ts';
import type { DomainGroup, Report } from './domain-group.ts';
import { type Evidence, quoteReply } from './evidence.ts';
import { type ProbeOutcome, retryAfter, toFinding } from './finding.ts';

interface ReporterParts {
  readonly providers: ProviderTable;
  /** Whether a domain, or the hosts behind it, belong to a throw-away service. */
  isTemporary(domain: string, hosts: readonly string[]): boolean;
}

interface ReportedList {
  readonly emails: readonly string[];
  readonly report: Report;
  readonly route: FoundRoute;
}

/** Where the mail of a domain goes; empty where that is not known. */
export interface FoundRoute {
  readonly hosts: readonly string[];
}

/**
 * What turns the outcome of an address into findings: one for each index of the list at which the
 * address stands, in the spelling that it has there.
 */
export function createOutcomeReporter(
  { providers, isTemporary }: ReporterParts,
  group: DomainGroup,
  { emails, report, route }: ReportedList,
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
): Evidence {
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
export async function noteRoute(
  reachability: Reachability,
  domain: string,
  { kind }: MailRoute,
): Promise<void> {
  if (kind === 'failure') await reachability.noteFailedLookup(domain, 'dns_failure');
  else if (kind === 'untrusted') await reachability.noteFailedLookup(domain, 'dns_untrusted');
  else reachability.noteLookup();
}

/** What the addresses of a domain are where no host is asked. */
export const ROUTE_REASONS: Readonly<Record<MailRoute['kind'], FindingReason>> = {
  hosts: 'no_answer',
  no_mx: 'no_mx',
  null_mx: 'null_mx',
  opted_out: 'opted_out',
  failure: 'dns_failure',
  untrusted: 'dns_untrusted',
};
