import { expect, it } from 'vitest';
import { realNetwork } from '../../../../src/cli/commands/doctor/network.ts';
import { openMailNetwork } from '../../../../src/composition/mail-network.ts';
import { DnsServer, denial, type Replying } from '../../../support/dns-server.ts';
import { MailHost } from '../../../support/mail-host.ts';

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
