/** The verifier as the service uses it. It implements this port by its shape. */

import type { Control, Observed } from '../contract/detail.ts';
import type { ReachabilityProblem } from '../contract/reachability.ts';
import type { VerificationResult } from '../contract/schemas.ts';

/** The verifier's finding: the nine fields of the interface, flat, with their evidence. */
export interface Finding extends VerificationResult {
  readonly decided: boolean;
  readonly reason: string;
  /** Absent where the verifier gives none. */
  readonly evidence?: Evidence;
}

/** The mail host's reply and what else a finding rests on. */
export interface Evidence {
  readonly provider: string | undefined;
  readonly mxHost: string | undefined;
  readonly egress?: string | undefined;
  readonly reply: { code: number; enhanced: string | undefined; text: string } | undefined;
  /** What shows that the reply is worth something. */
  readonly control?: Control | undefined;
  readonly attempts: number;
  readonly free: boolean;
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** What resolvers and mail hosts answered. Absent where that is not kept. */
  readonly observed?: Observed | undefined;
}

/**
 * For whom addresses are verified: sessions are shared fairly among teams, then among a team's
 * batches.
 */
interface WorkOwner {
  readonly team: string;
  readonly batch: string;
}

interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly owner?: WorkOwner;
}

interface VerifyAllOptions extends VerifyOptions {
  readonly defer?: DeferOptions;
}

/** How to hand back addresses whose next try lies ahead, rather than to wait for it. */
export interface DeferOptions {
  /** Milliseconds: waits that are shorter are waited for. */
  readonly after: number;
  /** What an earlier run noted of the address; absent: it is the first. */
  tries(index: number): unknown;
  /** Called in place of `report`. */
  onDeferred(index: number, deferral: Deferral): void;
}

export interface Deferral {
  /** Milliseconds until the next try. */
  readonly wait: number;
  /** JSON for the next run: the verifier's own. */
  readonly tries: unknown;
}

/** Where an address's mail goes. */
export type AddressRoute =
  /** No host needs to be asked: it is known at once what the address is. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'hosts';
      /** An id of the provider table, else a registrable domain. */
      readonly provider: string;
      /** It is in the table. */
      readonly isKnown: boolean;
    }
  /** Not found out in time. */
  | { readonly kind: 'unknown' };

/** The verifier as the service uses it. */
export interface VerifierPort {
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /** Calls `report` once for each index. Rejects with the signal's reason after an abort. */
  verifyAll(
    emails: readonly string[],
    report: (index: number, finding: Finding) => void,
    options?: VerifyAllOptions,
  ): Promise<void>;
  /** The route of each address, as far as it is known after `within` milliseconds. */
  readonly routes?: (emails: readonly string[], within: number) => Promise<readonly AddressRoute[]>;
  /** The waits of a running batch: reason, number of addresses, and milliseconds left. */
  readonly waiting?: (batchId: string) => readonly {
    readonly reason: string;
    readonly count: number;
    readonly left: number;
  }[];
  /** Sessions for batches that could begin now; below 0: so many wait for one. Absent: any number. */
  readonly room?: () => number;
  /** Why no mailbox can be verified right now. */
  readonly problems?: () => readonly ReachabilityProblem[];
}
