import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findHome } from '../../src/cli/real-context.ts';
import { freshUser } from '../support/run-program.ts';

const UNKNOWN = () => {
  throw new Error('ENOENT');
};

it.each([
  ['/home/a', '/root', '/home/a'],
  ['', '/home/a', '/home/a'],
  ['relative', '/home/a', '/home/a'],
] as const)('of HOME %j and the record %j it is %s', (given, record, home) => {
  expect(findHome([() => given, () => record])).toBe(home);
});

it('of a user without a record it is /', () => {
  expect(findHome([UNKNOWN, UNKNOWN])).toBe('/');
  expect(findHome([() => '', UNKNOWN])).toBe('/');
});

it.runIf(process.platform === 'linux')(
  'with an empty HOME the files lie at the record',
  async () => {
    await using user = await freshUser();
    const { stdout } = await user.shell('HOME= mailvet config path');
    expect(stdout).toBe(`${join(userInfo().homedir, '.config/mailvet/config.json')}\n`);
  },
);
