import { Script } from 'node:vm';
import { expect, test } from 'vitest';
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

test('lists have incremental marking again, though the service starts behind them', () => {
  setListFlags();
  const isAccepted = compiledNow();
  deferMarking();
  expect(isAccepted()).toBe(true);
});
