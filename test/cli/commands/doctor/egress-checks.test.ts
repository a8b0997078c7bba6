import { describe, expect, it } from 'vitest';
import { type CheckReport, examineEgresses } from '../../../../src/cli/commands/doctor/checks.ts';
import {
  type DnsResolver,
  type DoctorEgress,
  EgressUnusable,
  type Network,
} from '../../../../src/cli/commands/doctor/network.ts';

const nothing = async () => {
  throw new Error('ENOTFOUND');
};

/** Two addresses, each with its name, and a block list. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'out1.example': ['9.9.9.1'],
  'out2.example': ['9.9.9.2'],
};
const RESOLVER: DnsResolver = {
  server: '192.0.2.53',
  check: async () => 'honest',
  mailHosts: async (domain) => [`mx.${domain}`],
  namesOf: async (address) => [`out${address.at(-1)}.example`],
  addressesOf: async (name) => NAMES[name] ?? nothing(),
};

function network(change: Partial<DnsResolver> = {}): Network {
  return {
    resolvers: [{ ...RESOLVER, ...change }],
    greet: nothing,
    hostname: () => 'me.example',
    now: () => 0,
    random: () => 0,
  };
}

function egress(number: number, change: Partial<DoctorEgress> = {}): DoctorEgress {
  const address = `9.9.9.${number}`;
  return {
    name: `out-${number}`,
    helo: `out${number}.example`,
    address,
    isOwnAddress: async () => true,
    greet: async () => ({ seenAs: undefined, localAddress: address }),
    ...change,
  };
}

async function examine(
  egresses: readonly DoctorEgress[],
  change: Partial<DnsResolver> = {},
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for await (const one of examineEgresses(network(change), egresses, ['bl.example']))
    reports.push(one);
  return reports;
}

const proxy = (change: Partial<DoctorEgress> = {}) =>
  egress(2, {
    address: undefined,
    proxy: 'proxy.example:1080',
    greet: async () => ({ seenAs: '9.9.9.2', localAddress: '192.0.2.77' }),
    ...change,
  });

describe('the doctor with egresses', () => {
  it('checks port 25, HELO name, reverse DNS and block lists of each', async () => {
    const reports = await examine([egress(1), proxy()]);
    expect(reports.map(({ egress: name, check, health }) => [name, check, health])).toEqual(
      ['out-1', 'out-2'].flatMap((name) => [
        [name, 'port 25', 'pass'],
        [name, 'helo', 'pass'],
        [name, 'reverse dns', 'pass'],
        [name, 'block list bl.example', 'pass'],
      ]),
    );
    expect(reports[4]?.message).toBe(
      'mail hosts answer through proxy.example:1080 (mx.gmail.com), seen as 9.9.9.2',
    );
  });

  it('does not take the address of the way to a proxy for that of the proxy', async () => {
    const greet = async () => ({ seenAs: undefined, localAddress: '9.9.9.2' });
    const reports = await examine([proxy({ greet })]);
    expect(reports.find(({ check }) => check === 'reverse dns')).toMatchObject({
      health: 'warn',
      message: expect.stringContaining('skipped'),
    });
  });

  it('fails for an address that is none of this machine, and tries nothing', async () => {
    const tried: string[] = [];
    const greet = async (host: string) => {
      tried.push(host);
      return nothing();
    };
    const reports = await examine([egress(1, { isOwnAddress: async () => false, greet })]);
    expect(reports).toEqual([
      expect.objectContaining({
        egress: 'out-1',
        check: 'port 25',
        health: 'fail',
        code: 'config',
        message: '9.9.9.1 is no address of this machine',
      }),
    ]);
    expect(tried).toEqual([]);
  });

  it('fails for a proxy that can not be used, after one attempt', async () => {
    let attempts = 0;
    const greet = async () => {
      attempts++;
      throw new EgressUnusable('The proxy proxy.example:1080 does not answer');
    };
    const [report, ...others] = await examine([proxy({ greet })]);
    expect(report).toMatchObject({
      health: 'fail',
      code: 'network',
      message: 'The proxy proxy.example:1080 does not answer',
      hint: expect.stringContaining('account-file'),
    });
    expect([attempts, others]).toEqual([1, []]);
  });

  it('fails where port 25 is closed, and still judges the names of a public address', async () => {
    const reports = await examine([egress(1, { greet: nothing })]);
    expect(reports.map(({ health, message }) => `${health} ${message}`)).toEqual([
      'fail no connection to mx.gmail.com, mx.outlook.com, mx.yahoo.com, mx.gmx.net from 9.9.9.1',
      'pass out1.example is 9.9.9.1',
      'pass 9.9.9.1 is out1.example, and HELO says so',
      'pass our address is not on it',
    ]);
  });

  it('names the setting where HELO and reverse DNS differ', async () => {
    const reports = await examine([egress(1, { helo: 'out2.example' })]);
    const find = (name: string) => reports.find(({ check }) => check === name);
    expect(find('helo')).toMatchObject({
      health: 'warn',
      message: 'out2.example is 9.9.9.2, yet mail hosts see 9.9.9.1',
    });
    expect(find('reverse dns')).toMatchObject({
      message: '9.9.9.1 is out1.example, HELO says out2.example',
      hint: `Say the same name: "helo": "out1.example" for egress 'out-1'`,
    });
  });

  it('finds one of them on a block list', async () => {
    const addressesOf = async (name: string) =>
      name === '2.9.9.9.bl.example' ? ['127.0.0.2'] : RESOLVER.addressesOf(name);
    const reports = await examine([egress(1), egress(2)], { addressesOf });
    const listed = reports.filter(({ health }) => health !== 'pass');
    expect(listed).toMatchObject([
      { egress: 'out-2', message: 'our address is listed (127.0.0.2)' },
    ]);
  });

  it('warns of two that mail hosts see as one address', async () => {
    const seenAs = '9.9.9.1';
    const greet = async () => ({ seenAs, localAddress: '10.0.0.5' });
    const inside = { address: '10.0.0.5', greet };
    const reports = await examine([
      egress(1, inside),
      egress(2, { ...inside, address: '10.0.0.6' }),
    ]);
    expect(reports.at(-1)).toMatchObject({
      egress: 'out-2',
      check: 'address',
      health: 'warn',
      message: expect.stringContaining("mail hosts see 9.9.9.1, as for 'out-1'"),
    });
  });
});
