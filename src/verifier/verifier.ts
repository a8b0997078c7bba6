import type { Evidence } from './evidence.ts';
import type { ReachabilityProblem } from './hosts/reachability.ts';

/**
 * Why a verification ended as it did. Finer than the interface shows: the service keeps it for
 * its logs and metrics, and to decide how long the result may be kept.
 */
export type FindingReason =
  | 'accepted'
  | 'accept_all'
  /** The provider accepts every recipient and judges after the message. */
  | 'accepts_all_until_data'
  | 'exists_busy'
  | 'syntax'
  | 'no_mx'
  | 'null_mx'
  | 'no_mailbox'
  | 'full'
  | 'disabled'
  /** From here on: undecided. */
  | 'dns_failure'
  /** Every resolver asked answers what can't be (dns/server-check.ts). */
  | 'dns_untrusted'
  | 'no_connection'
  | 'no_answer'
  /** The host's replies don't add up, so nobody can tell which address each is about. */
  | 'out_of_step'
  | 'greylisted'
  | 'blocked'
  | 'refused_network'
  | 'deferred'
  | 'unclear'
  /** A bug of ours: the work on the address came to no end. */
  | 'internal';

/** The nine fields of the interface, and what they rest on. */
export interface Finding {
  readonly email: string;
  readonly valid: boolean;
  readonly deliverable: boolean;
  readonly acceptAll: boolean;
  readonly role: boolean;
  readonly temporary: boolean;
  readonly mx: boolean;
  readonly smtp: boolean;
  /** 0 to 100; 40 to 50 exactly when undecided, but never over 20 for a throw-away address. See score.ts. */
  readonly score: number;
  /** False when the mail world gave no answer: such a result is no answer and is not kept long. */
  readonly decided: boolean;
  readonly reason: FindingReason;
  readonly evidence: Evidence;
}

export interface VerifyOptions {
  /** Ends what is under way at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Whose turn it is where several want sessions; absent: a team and a batch of its own. */
  readonly owner?: { readonly team: string; readonly batch: string };
}

export interface Verifier {
  /** One address, within the limit of a single verification (60 s). Never rejects for what the mail world does. */
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /**
   * Many addresses, grouped so that one session serves many recipients of a domain. `report` is
   * called once for each index, as each is known, in any order. When the signal aborts, nothing
   * new is started, what was found is reported, and the promise rejects with the signal's reason.
   */
  verifyAll(
    emails: readonly string[],
    report: (index: number, finding: Finding) => void,
    options?: VerifyOptions,
  ): Promise<void>;
  /** Sessions held open with mail hosts right now; absent where nobody counts them. */
  readonly sessions?: () => number;
  /** What keeps it from learning anything of any mailbox right now; absent where nobody looks. */
  readonly problems?: () => readonly ReachabilityProblem[];
  /** Ends open sessions with QUIT and frees the sockets. */
  close(): Promise<void>;
}
