import { describe, expect, it } from 'vitest';
import {
  AFTER_CANCEL_MS,
  MAX_ADDRESSES,
  QUIET_MS,
  type RunningBatch,
  SLICE_MS,
  TeamShares,
} from '../../src/worker/team-shares.ts';

const NOW = 1_000_000;

function inHand(teamId: string, changes: Partial<RunningBatch> = {}): RunningBatch {
  return { teamId, startedAt: NOW, lastProgress: NOW, left: 10, ...changes };
}

function many(count: number, teamId: string, changes: Partial<RunningBatch> = {}): RunningBatch[] {
  return Array.from({ length: count }, () => inHand(teamId, changes));
}

describe('the next team', () => {
  it('is nobody where nobody waits, or the only one has all places', () => {
    const shares = new TeamShares(2);
    expect(shares.next([], [], NOW)).toBeUndefined();
    expect(shares.next(['a'], many(1, 'a'), NOW)).toBe('a');
    expect(shares.next(['a'], many(2, 'a'), NOW)).toBeUndefined();
  });

  it('is one without a batch, however many the others have', () => {
    const crowd = ['a', 'b', 'c'].flatMap((teamId) => many(100, teamId, { left: 1000 }));
    expect(new TeamShares(1).next(['a', 'b', 'd'], crowd, NOW)).toBe('d');
  });

  it('may have its share of the places', () => {
    const shares = new TeamShares(4);
    expect(shares.next(['b'], [...many(4, 'a'), ...many(1, 'b')], NOW)).toBe('b');
    expect(shares.next(['b'], [...many(4, 'a'), ...many(2, 'b')], NOW)).toBeUndefined();
  });

  it('is the one whose last turn is longest ago', () => {
    const shares = new TeamShares(4);
    for (const teamId of ['b', 'a', 'c', 'b']) shares.noteTurn(teamId);
    expect(shares.next(['c', 'b', 'a'], [], NOW)).toBe('a');
  });

  it('has room where its batches wait, or had their slice', () => {
    const shares = new TeamShares(1);
    const quiet = inHand('a', { lastProgress: NOW - QUIET_MS });
    const long = inHand('a', { startedAt: NOW - SLICE_MS });
    expect(shares.next(['a'], [quiet, long], NOW)).toBe('a');
  });

  it('is not one that has just cancelled a batch: it may cancel the others, too', () => {
    const shares = new TeamShares(4);
    shares.noteCancelled('a', NOW);
    expect(shares.next(['a', 'b'], many(1, 'b'), NOW)).toBe('b');
    expect(shares.next(['a'], [], NOW + AFTER_CANCEL_MS - 1)).toBeUndefined();
    expect(shares.next(['a'], [], NOW + AFTER_CANCEL_MS)).toBe('a');
  });

  it('has no room where its batches fill the memory, and no other team uses it up', () => {
    const shares = new TeamShares(4);
    const waiting = { lastProgress: NOW - QUIET_MS, left: 1000 };
    const full = many(MAX_ADDRESSES / 1000, 'a', waiting);
    expect(shares.next(['a'], full, NOW)).toBeUndefined();
    expect(shares.next(['a', 'b'], full, NOW)).toBe('b');
    const half = many(MAX_ADDRESSES / 2000 - 1, 'b', waiting);
    expect(shares.next(['a', 'b'], [...full, ...half], NOW)).toBe('b');
  });
});
