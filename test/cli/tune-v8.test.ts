import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tuneV8 } from '../../src/cli/tune-v8.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('flags of V8 are set at once, and no timer sets them while the program runs', () => {
  tuneV8();
  expect(vi.getTimerCount()).toBe(0);
});
