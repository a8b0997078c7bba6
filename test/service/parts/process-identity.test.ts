import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { mayBeAlive, ownerIdentity } from '../../../src/service/parts/process-identity.ts';

it('this process is alive, and its pools have distinct identities', () => {
  expect(mayBeAlive(ownerIdentity('one'))).toBe(true);
  expect(ownerIdentity('one')).not.toBe(ownerIdentity('two'));
});

it('a process that ended is dead', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const owner = { ...JSON.parse(ownerIdentity('one')), pid: child.pid };
  expect(mayBeAlive(JSON.stringify(owner))).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'a process that reuses the id of a dead one is distinguished from it',
  () => {
    const owner = { ...JSON.parse(ownerIdentity('one')), started: 'long ago' };
    expect(mayBeAlive(JSON.stringify(owner))).toBe(false);
  },
);

it('a process of another machine may be alive', () => {
  const owner = { ...JSON.parse(ownerIdentity('one')), place: 'elsewhere', pid: 999_999_999 };
  expect(mayBeAlive(JSON.stringify(owner))).toBe(true);
});

it('an owner that another version named may be alive', () => {
  expect(mayBeAlive('worker 7')).toBe(true);
});
