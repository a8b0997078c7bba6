/** How a verifier asks. Every option has a default. */
export interface VerifierOptions {
  /**
   * Name for HELO (RFC 5321 §4.1.1.1); the machine's own full name by default. Never the name of
   * somebody else's domain: block lists take a machine up for that.
   */
  readonly helo?: string | undefined;
  /** Envelope sender; `<>` by default, and `postmaster@` the HELO name where that is refused. */
  readonly sender?: string | undefined;
  /** DNS servers as `ip`, `ip:port` or `[ip]:port`; the system's by default. */
  readonly resolvers?: readonly string[] | undefined;
  /**
   * Whether a resolver has to prove itself before its denials are believed; true by default. False
   * is for closed networks without a root.
   */
  readonly checkResolvers?: boolean | undefined;
  /** CIDR ranges that are connected to although they are private or special; none by default. */
  readonly allowNetworks?: readonly string[] | undefined;
  /** Port of the mail hosts; 25 by default. Any other is for tests. */
  readonly port?: number | undefined;
  /** Milliseconds after which a greylisted address is asked again; 1, 5, 15 and 30 minutes by default. */
  readonly greylistRetries?: readonly number[] | undefined;
  readonly limits?: VerifierLimits | undefined;
  readonly pacing?: VerifierPacing | undefined;
}

/** How long each step may take, in milliseconds. */
export interface VerifierLimits {
  /** A connection; 10,000 by default. */
  readonly connect?: number | undefined;
  /** A greeting; 30,000 by default, since some hosts wait 20 to 30 s before they greet. */
  readonly greeting?: number | undefined;
  /** A reply to a command; 30,000 by default. */
  readonly command?: number | undefined;
  /** A session from its connection on; 90,000 by default. */
  readonly session?: number | undefined;
  /** `verify`, which then answers with what it knows; 55,000 by default. */
  readonly single?: number | undefined;
  /** `verifyAll`, which then answers with what it knows; 48 hours by default. */
  readonly list?: number | undefined;
}

/** How many sessions are open at a time, and when a provider is left alone. */
export interface VerifierPacing {
  /** Sessions in all; 250 by default. */
  readonly connections?: number | undefined;
  /** Sessions with one provider; by default what docs/providers.md says, else two. */
  readonly providerConnections?: number | undefined;
  /** Milliseconds that a session without work stays open for the next addresses; 0 by default. */
  readonly sessionIdle?: number | undefined;
  /** Milliseconds of the first pause after "too fast"; 30,000 by default. Each further one is twice as long. */
  readonly firstPause?: number | undefined;
  /** Milliseconds of the longest pause; 15 minutes by default. */
  readonly longestPause?: number | undefined;
  /** Refusals of this machine in a row after which a provider is not contacted; 5 by default. */
  readonly refusalsBeforeRest?: number | undefined;
}

/**
 * Why a verification ended as it did.
 *
 * - Deliverable: `accepted`; `exists_busy` (the mailbox receives too much at the moment).
 * - The domain accepts every recipient: `accept_all`; `accepts_all_until_data` (the provider judges
 *   after the message).
 * - Not deliverable: `syntax`, `no_mx`, `null_mx` (RFC 7505), `no_mailbox`, `full`, `disabled`.
 * - Undecided: `opted_out` (the registered domain asks not to be probed),
 *   `not_probed` and `not_looked_up` (no host was to be asked, see `mode`), `greylisted`, `deferred`, `unproven` (accepted, by a host that gave no answer about a
 *   random address), `blocked` (this machine is refused, not the recipient),
 *   `no_connection`, `no_answer`, `dns_failure`, `dns_untrusted` (no resolver gives true answers),
 *   `out_of_step` (the replies of the host don't add up), `refused_network` (the mail host is on a
 *   private network), `unclear`, `internal` (a bug in mailvet).
 */
export type FindingReason =
  | 'accepted'
  | 'exists_busy'
  | 'accept_all'
  | 'accepts_all_until_data'
  | 'syntax'
  | 'no_mx'
  | 'null_mx'
  | 'no_mailbox'
  | 'full'
  | 'disabled'
  | 'opted_out'
  | 'not_probed'
  | 'not_looked_up'
  | 'greylisted'
  | 'deferred'
  | 'unproven'
  | 'blocked'
  | 'no_connection'
  | 'no_answer'
  | 'dns_failure'
  | 'dns_untrusted'
  | 'out_of_step'
  | 'refused_network'
  | 'unclear'
  | 'internal';

/** What a result means for a sender. */
export type Verdict = 'deliverable' | 'risky' | 'undeliverable' | 'unknown';

/**
 * What a program does with an address: `send`; `hold` what is risky or unknown; `drop` what is undeliverable.
 * A full mailbox is undeliverable, and on `hold`.
 * An address is never dropped because a mail host refused this machine.
 */
export type Action = 'send' | 'hold' | 'drop';

/** What was found out about an address. */
export interface Finding {
  /** The address as it was given. */
  readonly email: string;
  /** Syntax (RFC 5321, RFC 6531) and domain name are right. */
  readonly valid: boolean;
  /** The mail host accepts mail for the mailbox. Null, as in the next ones: nobody looked it up. */
  readonly deliverable: boolean | null;
  /** The domain accepts every recipient, so acceptance proves little. */
  readonly acceptAll: boolean | null;
  /** The address of a function, such as info@ (RFC 2142), not of a person. */
  readonly role: boolean;
  /** The domain hands out throw-away addresses. */
  readonly temporary: boolean;
  /** The domain has a mail host, or may have one. False only when proven. */
  readonly mx: boolean | null;
  /** The mail host answered about the mailbox. */
  readonly smtp: boolean | null;
  /** 0 to 100. 40 to 50 exactly when undecided, but never over 20 for a throw-away address. */
  readonly score: number;
  /** False where nobody answered about the mailbox: it may exist or not. */
  readonly decided: boolean;
  readonly reason: FindingReason;
  /** What it means for a sender. */
  readonly verdict: Verdict;
  /** What a program does with the address: see `Action`. */
  readonly action: Action;
  /** The address that was likely meant; undefined: none was. */
  readonly suggestion: string | undefined;
  readonly evidence: Evidence;
}

/** What a finding rests on. */
export interface Evidence {
  /** An id of docs/providers.md, else the registrable domain of the mail host. */
  readonly provider: string | undefined;
  /** The mail host that was asked last. */
  readonly mxHost: string | undefined;
  /** The name of the egress by which it was asked: `default`. */
  readonly egress: string | undefined;
  /** The reply that decided, or the last one. */
  readonly reply: EvidenceReply | undefined;
  /** Sessions in which the address was asked about. */
  readonly attempts: number;
  /** A webmail domain with free mailboxes. */
  readonly free: boolean;
  /** Milliseconds after which it makes sense to ask again; undefined where no retry makes sense. */
  readonly retryAfter: number | undefined;
}

/** A reply of a mail host. */
export interface EvidenceReply {
  /** RFC 5321 §4.2. */
  readonly code: number;
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly enhanced: string | undefined;
  /** One line of at most 300 characters, with no address in it but the one asked about. */
  readonly text: string;
}

/** Options of `verify`. */
export interface VerifyOptions {
  /** Ends what is under way at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How far it goes: as far as mail hosts (`smtp`, by default), as DNS (`dns`), or no further than what is in
   * memory (`offline`): syntax, typos, disposable domains, roles. Such a result is never `deliverable`.
   */
  readonly mode?: 'smtp' | 'dns' | 'offline' | undefined;
}

/** Options of `verifyAll`. */
export interface VerifyAllOptions extends VerifyOptions {
  /** Called once for each address as it is known, in any order, with its place in the list. */
  readonly onFinding?: ((index: number, finding: Finding) => void) | undefined;
}

/**
 * Verifies addresses from this machine by DNS and SMTP. Mail hosts and name servers that fail make
 * a finding undecided, never an error. Addresses at `sandbox.test` are answered without a network.
 */
export interface Verifier {
  /** One address, within `limits.single`. */
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /**
   * Many addresses; the findings are in their order. One session serves many recipients of a domain,
   * so a list takes far fewer sessions than `verify` of each address. When the signal aborts,
   * `onFinding` has what was found by then.
   */
  verifyAll(emails: readonly string[], options?: VerifyAllOptions): Promise<Finding[]>;
  /** Ends open sessions with QUIT and frees the sockets. */
  close(): Promise<void>;
}

/** Where in the session a reply came. Only replies to `rcpt` are about a mailbox. */
export type ReplyStage = 'greeting' | 'hello' | 'starttls' | 'mail' | 'rcpt';

/** What is known of a reply beside its text. All of it helps, nothing is needed. */
export interface ReplyContext {
  /** `rcpt` by default. */
  readonly stage?: ReplyStage | undefined;
  /** Name of the MX host: known providers mean special things by their texts. */
  readonly host?: string | undefined;
  /** The recipient that was asked about: hosts repeat it, and its words are not theirs. */
  readonly address?: string | undefined;
}

/**
 * What a reply means.
 *
 * - About the mailbox: `accepted`, `busy`, `no_mailbox`, `full`, `disabled`.
 * - About the domain: `no_mail_domain`.
 * - Later perhaps: `greylisted`, `soft_unknown`, `their_trouble`.
 * - About the session: `session_limit`, `harvest_limit`, `closing`, `needs_tls`, `sender_refused`.
 * - About the machine that asks: `rate_limited`, `blocked`.
 * - No answer: `no_service`, `relay_denied`, `cannot_say`, `protocol_error`, `unclear`.
 */
export type ReplyMeaning =
  | 'accepted'
  | 'busy'
  | 'no_mailbox'
  | 'full'
  | 'disabled'
  | 'no_mail_domain'
  | 'greylisted'
  | 'soft_unknown'
  | 'their_trouble'
  | 'session_limit'
  | 'harvest_limit'
  | 'closing'
  | 'needs_tls'
  | 'sender_refused'
  | 'rate_limited'
  | 'blocked'
  | 'no_service'
  | 'relay_denied'
  | 'cannot_say'
  | 'protocol_error'
  | 'unclear';

/** The meaning of a reply, and the rule that it rests on. */
export interface ReplyClassification {
  readonly meaning: ReplyMeaning;
  /** A rule of docs/classification.md, `provider-<id>` of docs/providers.md, `learned` with its probability and the words that decided, or `none`. Rules change. */
  readonly rule: string;
}
