import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { resetV8, setListFlags } from '../../src/cli/tune-v8.ts';

test('code that was compiled before V8 was tuned is accepted once it has its own flags again', () => {
  resetV8();
  const cachedData = new Script('1', { filename: 'before' }).createCachedData();
  const isRejected = (filename: string) =>
    new Script('1', { filename, cachedData }).cachedDataRejected;
  setListFlags();
  expect(isRejected('tuned')).toBe(true);
  resetV8();
  expect(isRejected('reset')).toBe(false);
});
