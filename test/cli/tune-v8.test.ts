import { Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { deferMarking, resetV8, setListFlags } from '../../src/cli/tune-v8.ts';

let scripts = 0;

/** Whether V8 accepts, under the flags that it has then, what it compiled under those that it has now. */
function compiledNow(): () => boolean {
  const compile = (cachedData?: Buffer) =>
    new Script('1', { filename: `script ${++scripts}`, cachedData });
  const cachedData = compile().createCachedData();
  return () => compile(cachedData).cachedDataRejected === false;
}

test('code that was compiled before V8 was tuned is accepted once it has its own flags again', () => {
  resetV8();
  const isAccepted = compiledNow();
  for (const change of [deferMarking, setListFlags]) {
    change();
    expect(isAccepted(), change.name).toBe(false);
    resetV8();
    expect(isAccepted(), change.name).toBe(true);
  }
});

test('incremental marking is off for a second', () => {
  vi.useFakeTimers();
  try {
    const isAccepted = compiledNow();
    deferMarking();
    vi.advanceTimersByTime(999);
    expect(isAccepted()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isAccepted()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
