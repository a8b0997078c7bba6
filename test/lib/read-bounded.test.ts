import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBounded } from '../../src/lib/read-bounded.ts';

it('reads up to the bound', async () => {
  expect(
    (await readBounded(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3))?.toString(),
  ).toBe('abc');
  expect(await readBounded(Readable.from([Buffer.from('abcd')]), 3)).toBeUndefined();
});

it('waits no longer than it is allowed to', async () => {
  const silent = new Readable({ read() {} });
  await expect(readBounded(silent, 3, 1)).rejects.toThrow('The body took too long');
  silent.destroy();
});
