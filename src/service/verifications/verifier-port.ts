/** The verifier as the service uses it: by its shape, so that tests have verifiers of their own. */
import type { Evidence as FullEvidence } from '../../verifier/engine/evidence.ts';
import type {
  DeferOptions,
  Finding as FullFinding,
  Verifier,
  VerifyOptions,
} from '../../verifier/verifier.ts';

/** The verifier's finding: the nine fields of the interface, flat, with their evidence. */
export interface Finding extends Omit<FullFinding, 'reason' | 'evidence'> {
  readonly reason: string;
  /** Absent where the verifier gives none. */
  readonly evidence?: Evidence;
}

/** The mail host's reply and what else a finding rests on. */
export type Evidence = Omit<FullEvidence, 'egress'> & Partial<Pick<FullEvidence, 'egress'>>;

export interface VerifierPort
  extends Pick<
    Verifier,
    'routes' | 'outlook' | 'room' | 'problems' | 'look' | 'waiting' | 'backlog' | 'maxSessions'
  > {
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /** Calls `report` once for each index. Rejects with the signal's reason after an abort. */
  verifyAll(
    emails: readonly string[],
    report: (index: number, finding: Finding) => void,
    options?: VerifyOptions & { readonly defer?: DeferOptions },
  ): Promise<void>;
}
