import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepHeapSmall } from '../../src/cli/small-heap.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('flags of V8 are set at once, and no timer sets them while the program runs', () => {
  keepHeapSmall();
  expect(vi.getTimerCount()).toBe(0);
});
