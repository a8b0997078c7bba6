import type { MailRoute } from '../dns/mail-route.ts';
import type { Reachability } from '../pacing/reachability.ts';
import type { FindingReason } from '../verifier.ts';

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
