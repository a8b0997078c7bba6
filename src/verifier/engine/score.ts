import type { FindingReason } from '../verifier.ts';

interface ScoreInput {
  readonly reason: FindingReason;
  readonly role: boolean;
  readonly temporary: boolean;
}

/**
 * 0 to 100. 40 to 50 is a band of its own: undecided, which no decided result uses, so that a
 * client can tell "not known" from "dead" and from "risky".
 */
export function computeScore({ reason, role, temporary }: ScoreInput): number {
  const score = BASE[reason] - (role ? roleCost(reason) : 0);
  return temporary ? Math.min(score, MAX_TEMPORARY) : score;
}

const BASE: Readonly<Record<FindingReason, number>> = {
  accepted: 100,
  exists_busy: 90,
  accept_all: 60,
  accepts_all_until_data: 60,
  full: 20,
  syntax: 0,
  no_mx: 0,
  null_mx: 0,
  no_mailbox: 0,
  disabled: 0,
  // A greylisting host is alive and will answer; a host that can't be read may never.
  greylisted: 50,
  unproven: 50,
  deferred: 48,
  opted_out: 45,
  dns_failure: 45,
  dns_untrusted: 45,
  no_connection: 45,
  no_answer: 45,
  out_of_step: 45,
  blocked: 45,
  refused_network: 40,
  unclear: 40,
  internal: 40,
};

const MAX_TEMPORARY = 20;

/** A role costs 10; at an accept-all domain 5, so that the result stays above the undecided band. */
function roleCost(reason: FindingReason): number {
  if (reason === 'accept_all' || reason === 'accepts_all_until_data') return 5;
  return reason === 'accepted' || reason === 'exists_busy' ? 10 : 0;
}
