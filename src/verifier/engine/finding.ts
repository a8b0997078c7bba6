import { isDisposable } from '../../address/disposable.ts';
import { parseAddress } from '../../address/parse.ts';
import { isRole } from '../../address/role.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { Finding, FindingReason } from '../verifier.ts';
import type { ControlFinding, FindingEvidence, HostReply } from './evidence.ts';

/** What was found out about one address. */
export interface ProbeOutcome {
  readonly reason: FindingReason;
  /** The last host that was asked, with its reply. */
  readonly hostReply?: HostReply | undefined;
  /** The reply decided. */
  readonly isCounted?: boolean;
  /** The control of an acceptance or a refusal that decided. */
  readonly control?: ControlFinding | undefined;
  /** Sessions in which it was asked about; absent: none. */
  readonly attempts?: number;
  /** Milliseconds for which its provider must not be contacted. */
  readonly retryAfter?: number | undefined;
}

/** What is known of the address without a look-up. */
interface Traits {
  readonly role: boolean;
  readonly temporary: boolean;
}

/** The finding of text that is no address. */
export function invalidFinding(email: string): Finding {
  return toFinding(email, { role: false, temporary: false }, { outcome: { reason: 'syntax' } });
}

/** The finding of a verification that failed: nothing is known. */
export function internalFinding(email: string): Finding {
  const parsed = parseAddress(email);
  if (!parsed.ok) return invalidFinding(email);
  const { localPart, domain } = parsed.address;
  const traits = { role: isRole(localPart), temporary: isDisposable(domain) };
  return toFinding(email, traits, { outcome: { reason: 'internal' } });
}

/** The evidence where no host was asked. */
export const NO_EVIDENCE: FindingEvidence = {
  provider: undefined,
  mxHost: undefined,
  egress: undefined,
  reply: undefined,
  attempts: 0,
  free: false,
  retryAfter: undefined,
};

/** The finding of an address from its outcome. Pure: nothing is looked up. */
export function toFinding(
  email: string,
  traits: Traits,
  { outcome, evidence = NO_EVIDENCE }: { outcome: ProbeOutcome; evidence?: FindingEvidence },
): Finding {
  const { reason } = outcome;
  const { role, temporary } = traits;
  return {
    email,
    valid: reason !== 'syntax',
    deliverable: DELIVERABLE.has(reason),
    acceptAll: reason === 'accept_all' || reason === 'accepts_all_until_data',
    role,
    temporary,
    mx: !WITHOUT_MX.has(reason),
    smtp: DELIVERABLE.has(reason) || DEAD.has(reason),
    score: computeScore({ reason, role, temporary }),
    decided: !isUndecided(outcome),
    reason,
    evidence,
  };
}

const DELIVERABLE: ReadonlySet<FindingReason> = new Set([
  'accepted',
  'accept_all',
  'accepts_all_until_data',
  'exists_busy',
]);
/** The mail host said that the mailbox accepts no mail. */
const DEAD: ReadonlySet<FindingReason> = new Set(['no_mailbox', 'full', 'disabled']);
const WITHOUT_MX: ReadonlySet<FindingReason> = new Set(['syntax', 'no_mx', 'null_mx']);

/** Whether it is not known if the mailbox accepts mail. */
function isUndecided({ reason }: ProbeOutcome): boolean {
  return !(DELIVERABLE.has(reason) || DEAD.has(reason) || WITHOUT_MX.has(reason));
}

/** Milliseconds after which most greylisting hosts accept a retry. */
const AFTER_GREYLISTING = 30 * MINUTE_MS;

/** Milliseconds after which another attempt makes sense, where that is known. */
export function retryAfter({ reason, retryAfter: rest }: ProbeOutcome): number | undefined {
  if (reason === 'greylisted' || reason === 'deferred') return rest ?? AFTER_GREYLISTING;
  return reason === 'blocked' ? rest : undefined;
}

interface ScoreInput {
  readonly reason: FindingReason;
  readonly role: boolean;
  readonly temporary: boolean;
}

/**
 * 0 to 100. 40 to 50 is a band of its own: undecided, which no decided result uses, so that a
 * client can tell "not known" from "dead" and from "risky".
 */
function computeScore({ reason, role, temporary }: ScoreInput): number {
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
  not_probed: 45,
  not_looked_up: 45,
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
