/** Ports for judging stored results again. */
import type { Facts } from '../../contract/facts.ts';
import type { AuditedChange } from '../people/people-ports.ts';
import type { Answer } from '../records.ts';

/** Where results are stored. */
export type StoredPlace =
  | { readonly kind: 'history'; readonly teamId: string }
  | { readonly kind: 'cache' }
  /** Of all batches. */
  | { readonly kind: 'entries' };

/** A stored result with its detail. */
export interface StoredResult {
  /** What leads to the next ones: the store's own. */
  readonly position: readonly (string | number)[];
  readonly email: string;
  readonly facts: Facts;
  /** As in Answer. */
  readonly detail: string;
  /** The list that its batch is a portion of. */
  readonly listId?: string | undefined;
}

/** A stored result with the answer that takes its place. */
export interface CorrectedResult extends StoredResult {
  readonly answer: Answer;
}

/** Reads stored results by pages, and corrects them. */
export interface ReplayStore {
  /** Results behind a position, in an order of the store's own; fewer than `limit` behind the last. */
  page(
    place: StoredPlace,
    after: StoredResult['position'] | undefined,
    limit: number,
  ): Promise<StoredResult[]>;
  /** In one transaction. An undecided answer is taken out of the cache. */
  correct(place: StoredPlace, results: readonly CorrectedResult[]): Promise<void>;
  /** Writes to the audit log that results of a team were corrected. */
  audit(teamId: string, subject: string, change: AuditedChange): Promise<void>;
}
