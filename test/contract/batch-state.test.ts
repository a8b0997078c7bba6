import { describe, expect, it } from 'vitest';
import {
  BATCH_STATUSES,
  canBecome,
  isCancellable,
  isFinal,
} from '../../src/contract/batch-state.ts';

describe('batch states', () => {
  it('let only pending and processing batches be cancelled', () => {
    expect(BATCH_STATUSES.filter(isCancellable)).toEqual(['pending', 'processing']);
  });

  it('end in completed, failed and cancelled', () => {
    expect(BATCH_STATUSES.filter(isFinal)).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('never lead back', () => {
    for (const from of BATCH_STATUSES) {
      expect(canBecome(from, 'pending')).toBe(false);
      expect(canBecome(from, from)).toBe(false);
    }
  });
});
