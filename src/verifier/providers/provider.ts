import type { Meaning, Stage } from '../smtp/meaning.ts';

/** One reply of a provider, and what it means there. */
export interface ProviderReply {
  /** What the reply says, in any case; `…` stands for anything. */
  readonly text: string;
  readonly code?: number;
  /** RFC 3463; a `*` at its end stands for any digits. */
  readonly enhanced?: string;
  /** `any`: at any stage; `data`: after the message, which a probe never reaches. */
  readonly stage: Stage | 'any' | 'data';
  readonly meaning: Meaning;
  /** Minutes without contact after this reply. */
  readonly restMinutes?: number;
}

/** How much of us a provider gets from one address: at or below what it takes from senders. */
export interface ProviderLimits {
  /** Sessions at a time. */
  readonly connections?: number;
  readonly recipientsPerSession?: number;
  /** Sessions that may begin in a minute. */
  readonly sessionsPerMinute?: number;
  readonly recipientsPerHour?: number;
  /** Recipients that may be refused in an hour. */
  readonly refusedPerHour?: number;
  /** Minutes without contact after a block or a harvest limit. */
  readonly restMinutes?: number;
}

interface ProviderSource {
  readonly title: string;
  /** An address or a file; absent for what is generally known. */
  readonly where?: string;
  /** ISO 8601, when it was read or written. */
  readonly date?: string;
}

/** What is known of one provider of mailboxes, or of a filter before others' mailboxes. */
export interface Provider {
  /** Lower-case words joined by hyphens; what files and statistics name it by. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'mailbox' | 'business' | 'filter' | 'forwarding';
  readonly confidence: 'high' | 'medium' | 'low';
  /** True: the entry names the provider and bounds what we ask of it, but never decides a verdict. */
  readonly namesOnly?: boolean;
  /** Its mail hosts: names, suffixes with a leading dot, `*` for one label. */
  readonly mx: readonly string[];
  /** Its consumer domains: free mailboxes. */
  readonly domains?: readonly string[];
  /** A regular expression over the host's name whose first group names what is paced apart. */
  readonly region?: string;
  readonly limits?: ProviderLimits;
  /** What an accepted RCPT means there. */
  readonly rcpt: 'refuses' | 'accepts_all' | 'depends' | 'greylists' | 'unknown';
  /**
   * `always`: every recipient is accepted, and judged after the message; `never`: its own consumer
   * domains have no catch-all. In both cases a random address shows nothing. Absent: a random address is asked about.
   */
  readonly acceptAll?: 'always' | 'never';
  /**
   * `certain`: where it defends itself it says so in other words than for a missing mailbox, so that a refusal
   * needs no control. Absent: an accepted address is asked for behind refusals.
   */
  readonly refusals?: 'certain';
  /** What it wants of senders, for people who run a verifier. */
  readonly demands?: readonly string[];
  readonly notes?: readonly string[];
  readonly replies?: readonly ProviderReply[];
  readonly sources: readonly ProviderSource[];
  /** ISO 8601, when the entry was last compared with its sources. */
  readonly date: string;
  /** ISO 8601, by when it should be compared again: earlier where the provider is known to move. */
  readonly checkBy?: string;
}
