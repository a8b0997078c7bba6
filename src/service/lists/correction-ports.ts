/** What a team decided about typing errors, for all of its lists. */
import type { AuditAction, AuditedChange } from '../people/people-ports.ts';
import type { Page } from '../records.ts';

/** A decision about `@domain`, or about a whole cell. */
export interface DecidedCorrection {
  readonly from: string;
  /** Null: it is no error. */
  readonly to: string | null;
}

export interface TeamCorrection extends DecidedCorrection {
  /** The address of a person. */
  readonly decidedBy: string;
  readonly decidedAt: number;
}

/** A change as the audit log has it, without addresses: they may have to be erased. */
export interface CorrectionChange extends AuditedChange {
  readonly action: Extract<AuditAction, 'corrections_rejected' | 'corrections_removed'>;
  readonly subject: string;
}

/** The decisions of one team. Each method is one transaction. */
export interface CorrectionStore {
  find(from: readonly string[]): Promise<readonly TeamCorrection[]>;
  /** In place of what was decided before. Not logged where a list was corrected, which is. */
  decide(
    decisions: readonly DecidedCorrection[],
    change: AuditedChange | CorrectionChange,
  ): Promise<void>;
  /** Returns how many there were. */
  remove(from: readonly string[], change: AuditedChange | CorrectionChange): Promise<number>;
  /** Those decided last first. */
  list(page: Page): Promise<readonly TeamCorrection[]>;
  count(): Promise<number>;
}
