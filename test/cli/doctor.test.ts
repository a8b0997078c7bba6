import { describe, expect, it } from 'vitest';
import { runCheck } from '../../src/cli/doctor/checks.ts';
import {
  checkDns,
  checkHelo,
  checkPort25,
  checkReverseDns,
  type Network,
} from '../../src/cli/doctor/network.ts';

const nothing = async () => {
  throw new Error('nothing there');
};

const FINE: Network = {
  mailHosts: async () => ['mx.example'],
  connectToMailHost: async () => '192.0.2.1',
  namesOf: async () => ['me.example'],
  addressesOf: async () => ['192.0.2.1'],
  hostname: () => 'me.example',
};

const CHECKS = {
  dns: checkDns,
  'port 25': checkPort25,
  'reverse dns': checkReverseDns,
  helo: (network: Network) => checkHelo(network, undefined),
};

describe('the doctor', () => {
  it.each<[keyof typeof CHECKS, Partial<Network>, string, string]>([
    ['dns', {}, 'pass', 'has mail hosts (mx.example)'],
    ['dns', { mailHosts: nothing }, 'fail', "can't be found"],
    ['port 25', {}, 'pass', 'let through'],
    ['port 25', { connectToMailHost: nothing }, 'warn', 'results rest on DNS alone'],
    ['port 25', { mailHosts: nothing }, 'warn', 'not tried'],
    ['reverse dns', {}, 'pass', '192.0.2.1 is me.example'],
    ['reverse dns', { namesOf: nothing }, 'warn', 'has no name'],
    ['reverse dns', { connectToMailHost: nothing }, 'warn', 'not tried'],
    ['helo', {}, 'pass', 'me.example is 192.0.2.1'],
    ['helo', { hostname: () => 'laptop' }, 'warn', 'not a full name'],
    ['helo', { addressesOf: nothing }, 'warn', 'no address in DNS'],
  ])('judges %s with %o: %s', async (check, change, health, message) => {
    const finding = await runCheck(check, CHECKS[check]({ ...FINE, ...change }));
    expect(finding).toMatchObject({ check, health, message: expect.stringContaining(message) });
  });

  it('takes the HELO name that was given', async () => {
    const finding = await runCheck('helo', checkHelo(FINE, 'given.example'));
    expect(finding.message).toBe('given.example is 192.0.2.1');
  });
});
