/** Which service to call, and how. */
export interface ClientOptions {
  /**
   * `https://host[:port][/path]`, without query, user name and password. Plain `http` goes to this
   * machine alone, unless `allowInsecureHttp` is set.
   */
  readonly baseUrl: string;
  /** Sent as a bearer token (RFC 6750). It never stands in an error or a debug line. */
  readonly apiKey: string;
  /** Milliseconds that one try may take; 90,000 by default, since one verification may take 60 s. */
  readonly tryTimeout?: number | undefined;
  /** Tries after the first one, for requests that may be repeated; 4 by default. */
  readonly retries?: number | undefined;
  /** Sends the key over plain `http` to another machine; false by default. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** PEM certificates that are trusted beside the machine's own. */
  readonly ca?: string | undefined;
  /** `User-Agent` header; `mailvet` by default. */
  readonly userAgent?: string | undefined;
  /**
   * Whether a batch whose answer was lost is looked for in the service's list; true by default.
   * It costs one List Batches before the first batch of a client.
   */
  readonly adoptLostBatches?: boolean | undefined;
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are read; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called when a wait that the service asked for (`Retry-After`, RFC 9110 §10.2.3) begins, in milliseconds. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Called with one line for each try: method, path, status and time, without key and bodies. */
  readonly debug?: ((line: string) => void) | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Which part of a list to get, the newest first. What is absent is left to the service. */
export interface Page {
  /** Entries at most; the service's default is 100 verifications or 50 batches. */
  readonly limit?: number;
  /** Entries before the first one; 0 by default. */
  readonly skip?: number;
}

/**
 * The result of an address, as the service sent it. A field that did not arrive is undefined, never
 * false: `judge` takes that into account. In findings of `mailvet/verifier` null says that nobody looked it up.
 */
export interface Verification {
  /** The address in the spelling that was asked about. */
  readonly email?: string | undefined;
  /** Syntax (RFC 5321, RFC 6531) and domain name are right. */
  readonly valid?: boolean | null | undefined;
  /** The mail host accepts mail for the mailbox. */
  readonly deliverable?: boolean | null | undefined;
  /** The domain accepts every recipient, so acceptance proves little. */
  readonly acceptAll?: boolean | null | undefined;
  /** The address of a function, such as info@ (RFC 2142), not of a person. */
  readonly role?: boolean | null | undefined;
  /** The domain hands out throw-away addresses. */
  readonly temporary?: boolean | null | undefined;
  /** The domain has a mail host. False only when proven. */
  readonly mx?: boolean | null | undefined;
  /** The mail host answered about the mailbox. `mx` true and `smtp` false: undecided. */
  readonly smtp?: boolean | null | undefined;
  /** 0 to 100. 40 to 50 is undecided. */
  readonly score?: number | undefined;
  /** Why, where the service says so. */
  readonly detail?: VerificationDetail | undefined;
}

/** A result with what it means for a sender, as `judge` says it: by no team's policy. */
export interface JudgedVerification extends Verification, Judgement {
  /** What a program does with the address. */
  readonly action: Action;
  /** The address that was likely meant, where the service says so. */
  readonly suggestion: string | undefined;
}

/**
 * What a program does with an address: `send`; `hold` what is risky or unknown; `drop` what is undeliverable or on
 * the do-not-mail list, but `hold` a full mailbox. An address is never dropped because a mail host refused the service.
 */
export type Action = 'send' | 'hold' | 'drop';

/** Why a result is as it is. */
export interface VerificationDetail {
  /** A code such as `full` or `greylisted`. Services add codes: expect ones that you don't know. */
  readonly reason: string;
  /** The mail provider, as the service names it. */
  readonly provider?: string | undefined;
  /** When it makes sense to ask again, in milliseconds since the epoch. */
  readonly retryAfter?: number | undefined;
  /** The address that was likely meant. */
  readonly suggestion?: string | undefined;
  /** The mail host that was asked. */
  readonly mxHost?: string | undefined;
  /** The reply that decided. */
  readonly reply?: Reply | undefined;
}

/** The reply of a mail host (RFC 5321 §4.2): text of a stranger. */
export interface Reply {
  readonly code: number;
  /** Enhanced status code (RFC 3463). */
  readonly enhanced?: string | undefined;
  /** In one line. */
  readonly text: string;
}

/**
 * State of a batch. `completed`, `failed` and `cancelled` are final; `unknown` is a state that the
 * interface does not have.
 */
export type BatchStatus =
  | 'pending'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'unknown';

/** A batch, as the service sent it. A field that did not arrive is undefined. */
export interface Batch {
  readonly id: string;
  readonly status: BatchStatus;
  /** Addresses of the batch. */
  readonly totalCount?: number | undefined;
  /** Addresses with a result. */
  readonly processedCount?: number | undefined;
  /** ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** A sentence of the service about the batch. */
  readonly message?: string | undefined;
}

/** One address of a batch. */
export interface BatchEntry {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly status?: string | undefined;
  /** Absent until the address was verified. */
  readonly result?: JudgedVerification | undefined;
  /** Why there is no result. */
  readonly error?: string | undefined;
}

/** A batch with its addresses, in no promised order. */
export interface BatchResults {
  readonly batch: Batch;
  readonly entries: readonly BatchEntry[];
}

/**
 * The six operations of the service. Every method rejects with a `MailvetError`, and `code` says how
 * to react:
 *
 * - `unauthorized`: the key is refused (401).
 * - `quota`: the team's plan limit is reached (402).
 * - `rate_limited`: too many requests (429), also after all retries.
 * - `network`: there is no connection (DNS, TLS, proxy, refused, broken).
 * - `request_timeout`: a try took longer than `tryTimeout`.
 * - `server`: the service failed (5xx), also after all retries.
 * - `bad_answer`: the answer does not follow the interface, or is a redirect.
 * - `refused`: the service refuses this request (other 4xx; see `status`).
 * - `answer_lost`: from `createBatch` alone, see there.
 *
 * Reads are repeated after every passing error. `verify` and `cancelBatch` are repeated where the
 * service did nothing: no connection, 429, or 503 with `Retry-After`. Pauses grow from 0.5 to 20 s,
 * and a `Retry-After` is kept in full.
 */
export interface Client {
  /** Where requests go, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Verifies one address. `noCache` asks the service to ignore its cached result. `mode` asks one of mailvet to
   * go no further than DNS (`dns`), or than what is in memory (`offline`), which is not charged; another service
   * may not know it.
   */
  verify(
    email: string,
    options?: CallOptions & {
      readonly noCache?: boolean;
      readonly mode?: 'smtp' | 'dns' | 'offline' | undefined;
    },
  ): Promise<JudgedVerification>;
  /** Earlier verifications of the team. */
  listVerifications(page?: Page, options?: CallOptions): Promise<JudgedVerification[]>;
  /**
   * Submits 1 to 1000 addresses, with an `Idempotency-Key`. If the answer is lost, a service that
   * remembers keys (mailvet's own, for 24 h) is sent the batch again, up to three times: the same key
   * gets the same batch, charged once. Any other service is sent it again only where it surely did
   * nothing; there the batch is looked for in the service's list for 30 s and 10 ms an address. A
   * batch of the same addresses that was not listed before the first one was sent is that batch.
   *
   * Rejects with `answer_lost` where it is not found: the service may have it all the same, and
   * sending it again can be charged twice.
   *
   * `idempotencyKey` names the batch, in 1 to 255 visible ASCII characters; a random one by default.
   * Give one of your own, and keep it, to send a batch again from another process.
   */
  createBatch(
    emails: readonly string[],
    options?: CallOptions & {
      readonly idempotencyKey?: string;
      /** As in `verify`. */
      readonly mode?: 'smtp' | 'dns' | 'offline' | undefined;
    },
  ): Promise<Batch>;
  /** State and results of a batch. */
  getBatch(id: string, options?: CallOptions): Promise<BatchResults>;
  /** Batches of the team. */
  listBatches(page?: Page, options?: CallOptions): Promise<Batch[]>;
  /** Cancels a batch that is pending or processing; `refused` for one that has ended. */
  cancelBatch(id: string, options?: CallOptions): Promise<Batch>;
  /** Closes the connections that are kept open. */
  close(): Promise<void>;
}

/** What a result means for a sender. */
export type Verdict = 'deliverable' | 'risky' | 'undeliverable' | 'unknown';

/** A verdict with its reason. */
export interface Judgement {
  readonly verdict: Verdict;
  /**
   * `accepted`, `accept_all`, `disposable`, `role`, `suppressed`, `syntax`, `no_mx`, `mailbox`,
   * `no_answer`, or `incomplete` where the service left a field out.
   */
  readonly reason: string;
}

/** How results are judged. */
export interface JudgeOptions {
  /** Whether a deliverable role address is `risky` (the default) or `deliverable`. */
  readonly riskyRole?: boolean;
}
