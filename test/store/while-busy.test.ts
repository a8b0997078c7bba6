import { expect, it } from 'vitest';
import { whileBusy } from '../../src/store/sqlite/writer.ts';

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('from SQLite'), { errcode });
}

function failing(times: number, error: Error) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    run() {
      attempts++;
      if (attempts <= times) throw error;
      return 'done';
    },
  };
}

it.each([5, 5 | (2 << 8)])('what finds the database locked (%i) is tried again', async (code) => {
  const work = failing(3, sqliteError(code));
  expect(await whileBusy(work.run)).toBe('done');
  expect(work.attempts()).toBe(4);
});

it('any other error is not', async () => {
  const work = failing(1, sqliteError(19));
  await expect(whileBusy(work.run)).rejects.toThrow('from SQLite');
  expect(work.attempts()).toBe(1);
});
