import type { FindingEvidence } from './engine/evidence.ts';
import type { EgressStatus } from './pacing/egress/egress.ts';
import type { LaneStatus } from './pacing/provider-queues.ts';
import type { NetworkProblem } from './pacing/reachability.ts';
import type { Pace } from './providers/pace.ts';

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
  /** The reasons from here on are undecided. The domain or its hosts ask not to be probed (dns/mail-route.ts). */
  | 'opted_out'
  /** No mail host was to be asked (`VerifyOptions.mode`). */
  | 'not_probed'
  /** Nor any name server. */
  | 'not_looked_up'
  | 'dns_failure'
  /** All resolvers gave impossible answers (dns/server-check.ts). */
  | 'dns_untrusted'
  | 'no_connection'
  | 'no_answer'
  /** The host's replies don't add up, so it is unknown which address each is about. */
  | 'out_of_step'
  | 'greylisted'
  | 'blocked'
  | 'refused_network'
  | 'deferred'
  /** Accepted, by a host that gave no answer about a random address: it may accept everything. */
  | 'unproven'
  | 'unclear'
  /** A bug in mailvet: the work on the address did not end. */
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
  /** 0 to 100; undecided: 40 to 50, where no decided result is. A throw-away address has at most 20, even undecided. */
  readonly score: number;
  /** False when no mail host gave an answer: such a result is not kept long. */
  readonly decided: boolean;
  readonly reason: FindingReason;
  readonly evidence: FindingEvidence;
}

/** The signal that ends a call, and the owner of the call. */
export interface VerifyOptions {
  /** Ends what is under way at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The team and batch that share sessions fairly with others; absent: its own. */
  readonly owner?: { readonly team: string; readonly batch: string };
  /** `dns`: no mail host is asked; `offline`: nor any name server; `smtp` by default. */
  readonly mode?: 'smtp' | 'dns' | 'offline' | undefined;
}

/** How addresses are handed back whose next try lies ahead, rather than waited for. */
export interface DeferOptions {
  /** Milliseconds: shorter waits are waited for. */
  readonly after: number;
  /** What an earlier run noted of the address, as JSON; absent: it is the first. */
  tries(index: number): unknown;
  /** Called once for each index, in place of `report`. */
  onDeferred(index: number, deferral: Deferral): void;
}

export interface Deferral {
  /** Milliseconds until the next try. */
  readonly wait: number;
  /** JSON, for the run that goes on with it. */
  readonly tries: unknown;
}

/** Where an address's mail goes, as far as a division of work wants to know it. */
export type AddressRoute =
  /** No host needs to be asked: it is known at once what the address is. */
  | { readonly kind: 'none' }
  /** `provider`: an id of the provider table, where it is known, else a registrable domain. */
  | { readonly kind: 'hosts'; readonly provider: string; readonly isKnown: boolean }
  /** Not known in time. */
  | { readonly kind: 'unknown' };

/** A provider as it is known before any of its hosts is asked. */
export interface ProviderOutlook {
  /** What is paced together: the provider, one region of it, or a registrable domain. */
  readonly key: string;
  /** The name that people know; the key without an entry in the table. */
  readonly name: string;
  /** The pace of each egress. */
  readonly pace: Pace;
  /** It accepts every recipient and judges after the message: no mailbox can be decided. */
  readonly acceptsUntilData: boolean;
  /** Whether a random address of each domain is asked about, too. */
  readonly asksRandom: boolean;
  /** The names of those by which it is contacted. */
  readonly egresses: readonly string[];
  /** Milliseconds until it may be asked; 0: now. */
  readonly closedFor: number;
}

/** What DNS says of a domain. */
export type DomainOutlook =
  /** `none`: it takes no mail; `failure`: name servers did not answer; `unknown`: not found out in time. */
  | { readonly kind: 'none' | 'opted_out' | 'failure' | 'unknown' }
  /** Domains with the same `hosts` share sessions. */
  | { readonly kind: 'hosts'; readonly hosts: string; readonly provider: ProviderOutlook };

/** Addresses that wait for the time at which they are asked again. */
export interface WaitingAddresses {
  readonly reason: FindingReason;
  readonly count: number;
  /** Milliseconds until the first of them is asked. */
  readonly left: number;
}

/** What is under way at one provider. */
export interface ProviderBacklog {
  /** An id of the provider table, or a registrable domain. */
  readonly provider: string;
  /** Addresses to be asked now. */
  readonly open: number;
  /** Addresses that are asked again at a later time. */
  readonly waiting: number;
  /** Addresses that were answered, in the parts of batches that are under way; their results may come later. */
  readonly settled: number;
  /** Milliseconds until it may be asked; 0: now. */
  readonly closedFor: number;
  /** Present where half as many sessions are opened, since it refuses more and more of them. */
  readonly isBraked?: boolean;
}

/** Addresses → findings. */
export interface Verifier {
  /** One address, within the limit of a single verification (60 s). Never rejects because of a mail host or name server. */
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /**
   * Many addresses, grouped so that one session serves many recipients of a domain. `report` is
   * called once for each index, as each is known, in any order. When the signal aborts, nothing
   * new is started, what was found is reported, and the promise rejects with the signal's reason.
   */
  verifyAll(
    emails: readonly string[],
    report: (index: number, finding: Finding) => void,
    options?: VerifyOptions & { readonly defer?: DeferOptions },
  ): Promise<void>;
  /** The route of each address, as far as it is known after `within` milliseconds. */
  routes(emails: readonly string[], within: number): Promise<readonly AddressRoute[]>;
  /** What DNS says of each domain after at most `within` milliseconds; no mail host is contacted. */
  outlook(domains: readonly string[], within: number): Promise<readonly DomainOutlook[]>;
  /** Sessions at a time, of all providers together. */
  readonly maxSessions: number;
  /** Sessions held open with mail hosts right now. */
  sessions(): number;
  /** Sessions for batches that could begin now; below 0: so many wait for one. */
  room(): number;
  /** Domains that are looked up or wait for it, and sets of mail hosts that have work: what takes memory. */
  domains(): number;
  /** Present problems that affect all mailboxes. */
  problems(): readonly NetworkProblem[];
  /** Checks name servers and port 25; resolves with why no mailbox can be probed. */
  look(): Promise<readonly NetworkProblem[]>;
  /** What a batch waits for, by the `batch` of its owner. */
  waiting(batch: string): readonly WaitingAddresses[];
  /** The providers of some batches, by the `batch` of their owner. */
  backlog(batches: ReadonlySet<string>): readonly ProviderBacklog[];
  /** Sessions, pauses, rests and refusals by provider and egress. */
  lanes(): readonly LaneStatus[];
  /** The egresses, and why one is of no use. */
  egresses(): readonly EgressStatus[];
  /** Ends open sessions with QUIT and frees the sockets. */
  close(): Promise<void>;
}
