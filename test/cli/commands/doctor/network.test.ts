import { expect, it } from 'vitest';
import { greet } from '../../../../src/cli/commands/doctor/greet.ts';
import { lookupBy, realNetwork } from '../../../../src/cli/commands/doctor/network.ts';
import { DnsServer, denial, type Replying } from '../../../support/dns-server.ts';
import { MailHost } from '../../../support/mail-host.ts';

const toLoopback: Replying = (name, type) =>
  type === 'A' ? [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }] : denial();

it('asks the given resolvers for the address of a mail host', async () => {
  using dns = await DnsServer.listen(toLoopback);
  const network = await realNetwork([dns.address]);
  // Whether something listens on port 25 here does not matter.
  await network.greet('mx.example.test', 'me.example').catch(() => {});
  expect(dns.questions).toContain('udp A mx.example.test');
});

it('greets the host at the address that they give', async () => {
  using dns = await DnsServer.listen(toLoopback);
  const { resolvers } = await realNetwork([dns.address]);
  const host = new MailHost({});
  const port = await host.listen('127.0.0.1', 0);
  try {
    const lookup = lookupBy({ resolvers });
    const greeted = await greet('mx.example.test', 'me.example', { port, lookup });
    expect(greeted.localAddress).toBe('127.0.0.1');
  } finally {
    await host.close();
  }
});

it('does not greet a host that has no address', async () => {
  using dns = await DnsServer.listen(() => denial());
  const network = await realNetwork([dns.address]);
  const greeted = network.greet('mx.example.test', 'me.example');
  await expect(greeted).rejects.toMatchObject({ code: 'ENODATA' });
});
