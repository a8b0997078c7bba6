/**
 * States of a batch and what may follow each.
 *
 *     pending ──► processing ──► completed
 *        │            ├────────► failed
 *        └────────────┴────────► cancelled
 *
 * completed, failed and cancelled are final: a completed or cancelled batch can't be cancelled.
 */
export const BATCH_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
] as const;

/** A state of a batch at the service. */
export type BatchStatus = (typeof BATCH_STATUSES)[number];

type FinalStatus = 'completed' | 'failed' | 'cancelled';

const BATCH_TRANSITIONS: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  pending: ['processing', 'completed', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Whether a batch may go from one state to the other. */
export function canBecome(from: BatchStatus, to: BatchStatus): boolean {
  return BATCH_TRANSITIONS[from].includes(to);
}

/** True when nothing will change any more. */
export function isFinal(status: BatchStatus): status is FinalStatus {
  return BATCH_TRANSITIONS[status].length === 0;
}

/** True for a pending or processing batch. */
export function isCancellable(status: BatchStatus): boolean {
  return canBecome(status, 'cancelled');
}
