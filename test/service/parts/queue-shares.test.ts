import { describe, expect, it } from 'vitest';
import {
  AFTER_CANCEL_MS,
  MAX_ADDRESSES,
  MAX_DOMAINS,
  MAX_QUEUES,
  QUIET_MS,
  QueueShares,
  type RunningPart,
  SLICE_MS,
  type WorkInHand,
} from '../../../src/service/parts/queue-shares.ts';

const NOW = 1_000_000;

function inHand(queue: string, changes: Partial<RunningPart> = {}): RunningPart {
  return { queue, startedAt: NOW, lastProgress: NOW, left: 10, ...changes };
}

function many(count: number, queue: string, changes: Partial<RunningPart> = {}): RunningPart[] {
  return Array.from({ length: count }, () => inHand(queue, changes));
}

const inHandAt = (parts: RunningPart[], now: number, domains = MAX_DOMAINS): WorkInHand => ({
  parts,
  domains,
  now,
});

describe('the next queue', () => {
  it('is nobody where nobody waits, or the only one has all places', () => {
    const shares = new QueueShares(2);
    expect(shares.next([], inHandAt([], NOW))).toBeUndefined();
    expect(shares.next(['a'], inHandAt(many(1, 'a'), NOW))).toBe('a');
    expect(shares.next(['a'], inHandAt(many(2, 'a'), NOW))).toBeUndefined();
  });

  it('is one without a part, however many the others have', () => {
    const crowd = ['a', 'b', 'c'].flatMap((queue) => many(100, queue, { left: 1000 }));
    expect(new QueueShares(1).next(['a', 'b', 'd'], inHandAt(crowd, NOW))).toBe('d');
  });

  it('may have its share of the places', () => {
    const shares = new QueueShares(4);
    expect(shares.next(['b'], inHandAt([...many(4, 'a'), ...many(1, 'b')], NOW))).toBe('b');
    expect(shares.next(['b'], inHandAt([...many(4, 'a'), ...many(2, 'b')], NOW))).toBeUndefined();
  });

  it('is the one whose last turn is longest ago', () => {
    const shares = new QueueShares(4);
    for (const queue of ['b', 'a', 'c', 'b']) shares.noteTurn(queue);
    expect(shares.next(['c', 'b', 'a'], inHandAt([], NOW))).toBe('a');
  });

  it('has room where its parts wait, or had their slice', () => {
    const shares = new QueueShares(1);
    const quiet = inHand('a', { lastProgress: NOW - QUIET_MS });
    const long = inHand('a', { startedAt: NOW - SLICE_MS });
    expect(shares.next(['a'], inHandAt([quiet, long], NOW))).toBe('a');
  });

  it('is not one that has just cancelled a batch: it may cancel the others, too', () => {
    const shares = new QueueShares(4);
    shares.noteCancelled('a', NOW);
    expect(shares.next(['a', 'b'], inHandAt(many(1, 'b'), NOW))).toBe('b');
    expect(shares.next(['a'], inHandAt([], NOW + AFTER_CANCEL_MS - 1))).toBeUndefined();
    expect(shares.next(['a'], inHandAt([], NOW + AFTER_CANCEL_MS))).toBe('a');
  });

  it('is remembered as one that rests among the last ten thousand alone', () => {
    const shares = new QueueShares(4);
    shares.noteCancelled('a', NOW);
    const others = Array.from({ length: MAX_QUEUES }, (_, n) => `team_${n}`);
    for (const other of others.slice(1)) shares.noteCancelled(other, NOW);
    expect(shares.next(['a'], inHandAt([], NOW))).toBeUndefined();
    shares.noteCancelled('team_0', NOW);
    expect(shares.next(['a'], inHandAt([], NOW))).toBe('a');
    expect(shares.next(['team_0'], inHandAt([], NOW))).toBeUndefined();
  });

  it('has no room where its parts fill the memory, and no other queue uses it up', () => {
    const shares = new QueueShares(4);
    const waiting = { lastProgress: NOW - QUIET_MS, left: 1000 };
    const full = many(MAX_ADDRESSES / 1000, 'a', waiting);
    expect(shares.next(['a'], inHandAt(full, NOW))).toBeUndefined();
    expect(shares.next(['a', 'b'], inHandAt(full, NOW))).toBe('b');
    const half = many(MAX_ADDRESSES / 2000 - 1, 'b', waiting);
    expect(shares.next(['a', 'b'], inHandAt([...full, ...half], NOW))).toBe('b');
  });

  it('has room for a full batch a worker while its addresses are at few domains and results come', () => {
    const shares = new QueueShares(100);
    const old = { startedAt: NOW - SLICE_MS, left: 1000 };
    const quiet = { ...old, lastProgress: NOW - QUIET_MS };
    const nextAt = (count: number, domains: number, quietOnes = 0) => {
      const parts = [...many(count - quietOnes, 'a', old), ...many(quietOnes, 'a', quiet)];
      return shares.next(['a'], inHandAt(parts, NOW, domains));
    };
    for (const count of [MAX_ADDRESSES / 1000, 99]) {
      expect(nextAt(count, MAX_DOMAINS)).toBeUndefined();
      expect(nextAt(count, MAX_DOMAINS - 1)).toBe('a');
      expect(nextAt(count, MAX_DOMAINS - 1, Math.ceil(count / 2))).toBeUndefined();
    }
    expect(nextAt(100, MAX_DOMAINS - 1)).toBeUndefined();
  });
});
