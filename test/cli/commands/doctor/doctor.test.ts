import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  checkBlockList,
  checkHelo,
  checkPort25,
  checkResolver,
  checkReverseDns,
  findingLine,
  HELO_FLAG,
  probeOutbound,
  runCheck,
} from '../../../../src/cli/commands/doctor/checks.ts';
import {
  type DnsResolver,
  type Network,
  realNetwork,
} from '../../../../src/cli/commands/doctor/network.ts';
import { PLAIN, paletteFor } from '../../../../src/cli/io/terminal.ts';
import { greetOver, openMailNetwork } from '../../../../src/composition/mail-network.ts';
import { ownAddressIn } from '../../../../src/verifier/smtp/hello.ts';
import { DnsServer, denial, type Replying } from '../../../support/dns-server.ts';
import { MailHost, type MailScript } from '../../../support/mail-host.ts';

const nothing = async () => {
  throw new Error('ENOTFOUND');
};
const failing = async () => {
  throw new Error('ESERVFAIL');
};

const RESOLVER: DnsResolver = {
  server: '192.0.2.53',
  check: async () => 'honest',
  mailHosts: async (domain) => [`mx.${domain}`],
  namesOf: async () => ['me.example'],
  addressesOf: async (name) => (name === 'me.example' ? ['198.51.100.7'] : nothing()),
};

type Change = Partial<DnsResolver> & Partial<Omit<Network, 'resolvers'>>;

function network({ greet, hostname, now, random, ...resolver }: Change = {}): Network {
  return {
    resolvers: [{ ...RESOLVER, ...resolver }],
    greet: greet ?? (async () => ({ seenAs: '198.51.100.7', localAddress: '10.0.0.5' })),
    hostname: hostname ?? (() => 'me.example'),
    now: now ?? (() => 0),
    random: random ?? (() => 0),
  };
}

/** All of the network's checks, by name. */
async function examine(change: Change, name = 'me.example') {
  const surroundings = network(change);
  const helo = { name, ...HELO_FLAG };
  const resolver = surroundings.resolvers[0] ?? RESOLVER;
  const wayOut = await probeOutbound(surroundings, (host) => surroundings.greet(host, name));
  return {
    dns: await runCheck('dns', checkResolver(surroundings, resolver)),
    'port 25': await runCheck('port 25', checkPort25(wayOut)),
    helo: await runCheck('helo', checkHelo(surroundings, wayOut, helo)),
    'reverse dns': await runCheck('reverse dns', checkReverseDns(surroundings, wayOut, helo)),
    list: await runCheck('list', checkBlockList(surroundings, wayOut, 'bl.example')),
  };
}

const listed = (code: string) => ({
  addressesOf: async (name: string) =>
    name === '7.100.51.198.bl.example' ? [code] : RESOLVER.addressesOf(name),
});
const clock = (...times: number[]) => ({ now: () => times.shift() ?? 0 });
const behindNat = { greet: async () => ({ seenAs: undefined, localAddress: '10.0.0.5' }) };

describe('the doctor', () => {
  it.each<[keyof Awaited<ReturnType<typeof examine>>, Change, string, string]>([
    ['dns', {}, 'pass', 'gmail.com has mail hosts (mx.gmail.com), 0 ms'],
    ['dns', clock(0, 1500), 'warn', 'answers after 1500 ms'],
    ['dns', { check: async () => 'denies_root' }, 'fail', 'denies that the root of DNS exists'],
    ['dns', { check: async () => 'invents_names' }, 'fail', 'a name that can not exist'],
    ['dns', { check: async () => 'refuses' }, 'fail', 'refuses to answer'],
    ['dns', { check: async () => 'no_answer' }, 'fail', 'does not answer'],
    ['dns', { mailHosts: failing }, 'fail', "can't be found"],
    [
      'dns',
      { addressesOf: async () => ['203.0.113.1'] },
      'fail',
      '203.0.113.1 for a name that does not exist',
    ],
    ['port 25', {}, 'pass', 'let through (mx.gmail.com)'],
    ['port 25', { greet: nothing }, 'warn', 'no connection to mx.gmail.com, mx.outlook.com'],
    ['port 25', { mailHosts: nothing }, 'warn', 'needs DNS'],
    ['reverse dns', {}, 'pass', '198.51.100.7 is me.example, and HELO says so'],
    ['reverse dns', { namesOf: nothing }, 'warn', '198.51.100.7 has no name'],
    [
      'reverse dns',
      { namesOf: async () => ['x.example'] },
      'warn',
      'x.example is not 198.51.100.7',
    ],
    ['reverse dns', behindNat, 'warn', 'no mail host that answered says which address it sees'],
    ['reverse dns', { greet: nothing }, 'warn', "needs port 25 to learn this machine's"],
    ['helo', {}, 'pass', 'me.example is 198.51.100.7'],
    ['helo', { addressesOf: nothing }, 'warn', 'no address in DNS'],
    ['helo', { addressesOf: async () => ['192.0.2.9'] }, 'warn', 'mail hosts see 198.51.100.7'],
    ['list', {}, 'pass', 'not on it'],
    ['list', listed('127.0.0.2'), 'warn', 'our address is listed (127.0.0.2)'],
    ['list', listed('127.255.255.254'), 'warn', 'does not serve this resolver'],
    ['list', { addressesOf: failing }, 'warn', 'no answer'],
    ['list', behindNat, 'warn', 'skipped'],
  ])('judges %s with %o: %s', async (check, change, health, message) => {
    const finding = (await examine(change))[check];
    expect(finding).toMatchObject({ health, message: expect.stringContaining(message) });
    expect(
      finding.hint !== undefined || health === 'pass' || finding.message.startsWith('skipped'),
    ).toBe(true);
  });

  it('tells another HELO name from the name of the address', async () => {
    const change = { addressesOf: async () => ['198.51.100.7'] };
    expect((await examine(change, 'other.example'))['reverse dns']).toMatchObject({
      health: 'warn',
      message: '198.51.100.7 is me.example, HELO says other.example',
      hint: 'Say the same name: --helo me.example',
    });
  });

  it('wants a full HELO name', async () => {
    expect((await examine({}, 'laptop')).helo).toMatchObject({ health: 'warn' });
  });

  it('goes on to the next mail host where one does not answer or does not tell who we are', async () => {
    const called: string[] = [];
    const greet = async (host: string) => {
      called.push(host);
      if (host === 'mx.gmail.com') return nothing();
      const seenAs = host === 'mx.yahoo.com' ? '198.51.100.7' : undefined;
      return { seenAs, localAddress: '10.0.0.5' };
    };
    const wayOut = await probeOutbound(network(), greet);
    expect(wayOut).toMatchObject({ host: 'mx.yahoo.com', address: '198.51.100.7' });
    expect(called).toEqual(['mx.gmail.com', 'mx.outlook.com', 'mx.yahoo.com']);
  });

  it.each([
    ['mx.google.com at your service, [198.51.100.7]', '198.51.100.7'],
    ['mx.example Hello [IPv6:2001:db8::7]', '2001:db8::7'],
    ['AM6EUR05FT032.mail.protection.outlook.com Hello [198.51.100.7]', '198.51.100.7'],
    ['mx.example', undefined],
  ])('reads our own address from %j', (answer, address) => {
    expect(ownAddressIn(answer)).toBe(address);
  });
});

describe('greet', () => {
  async function greeting(script: MailScript) {
    const host = new MailHost(script);
    const port = await host.listen('127.0.0.1', 0);
    try {
      return { greeted: await greetOver(connect(port, '127.0.0.1'), 'me.example'), host };
    } finally {
      await host.close();
    }
  }

  it('says EHLO, reads who we are, and leaves with QUIT', async () => {
    const { greeted, host } = await greeting({});
    expect(greeted).toEqual({ seenAs: undefined, localAddress: '127.0.0.1' });
    expect(host.sessions[0]?.commands).toEqual(['EHLO me.example', 'QUIT']);
  });

  it('takes a refusal for an open port', async () => {
    const { greeted } = await greeting({ greeting: '554 No SMTP service here' });
    expect(greeted.localAddress).toBe('127.0.0.1');
  });

  it('takes a host that hangs up without a greeting for no answer', async () => {
    await expect(greeting({ greeting: 'drop' })).rejects.toThrow();
  });
});

it('shows its findings by signs in colours, by words elsewhere', async () => {
  const finding = { check: 'port 25', health: 'fail', message: 'closed', hint: 'Ask' } as const;
  expect(findingLine(finding, PLAIN)).toBe('fail  port 25: closed\n      Ask\n');
  const output = { isTTY: true } as Parameters<typeof paletteFor>[0];
  const palette = await paletteFor(output, { FORCE_COLOR: '1' });
  expect(findingLine(finding, palette)).toBe(
    '\x1b[31m✗\x1b[39m  port 25: closed\n   \x1b[2mAsk\x1b[22m\n',
  );
});

const toLoopback: Replying = (name, type) =>
  type === 'A' ? [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }] : denial();

it('asks the given resolvers for the address of a mail host', async () => {
  using dns = await DnsServer.listen(toLoopback);
  const network = await realNetwork({ dns: [dns.address] });
  const greeted = network.greet('mx.example.test', 'me.example');
  // Verifications connect to no such address either.
  await expect(greeted).rejects.toThrow('no connection to mx.example.test');
  expect(dns.questions).toContain('udp A mx.example.test');
});

it('greets the host at the address that they give', async () => {
  using dns = await DnsServer.listen(toLoopback);
  const host = new MailHost({});
  const port = await host.listen('127.0.0.1', 0);
  try {
    const options = { dns: [dns.address], allowNetwork: ['127.0.0.0/8'] };
    const { greet } = openMailNetwork(options, port);
    expect(await greet('mx.example.test', 'me.example')).toMatchObject({
      localAddress: '127.0.0.1',
    });
  } finally {
    await host.close();
  }
});

it('does not greet a host that has no address', async () => {
  using dns = await DnsServer.listen(() => denial());
  const network = await realNetwork({ dns: [dns.address] });
  const greeted = network.greet('mx.example.test', 'me.example');
  await expect(greeted).rejects.toThrow('mx.example.test has no address');
});

it.each([
  ['192.0.2.7', '7.2.0.192.in-addr.arpa'],
  ['2001:db8::7', `7.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
])('finds the names of %s', async (address, reverse) => {
  using dns = await DnsServer.listen((name, type) =>
    type === 'PTR' && name === reverse
      ? [{ type: 'PTR', name, ttl: 60, data: 'me.example' }]
      : denial(),
  );
  const { resolvers } = openMailNetwork({ dns: [dns.address] });
  expect(await resolvers[0]?.namesOf(address)).toEqual(['me.example']);
});
