import { describe, expect, it } from 'vitest';
import type { EgressSettings } from '../../../src/verifier/egress/settings.ts';
import { findAll, MailWorld, mailboxes } from '../../support/mail-world.ts';
import { SocksServer } from '../../support/socks-server.ts';

const account = { user: 'mailvet', password: 'secret' };
const limits = { connect: 500, greeting: 500, command: 2000, session: 20_000, single: 5000 };

function through(proxy: SocksServer, more: object = {}): EgressSettings {
  return {
    name: 'proxy',
    socks5: { host: '127.0.0.1', port: proxy.port, ...more },
    helo: 'proxy.test',
  };
}

async function open(options: ConstructorParameters<typeof SocksServer>[0] = {}) {
  const world = new MailWorld();
  const host = await world.served('a.test', { rcpt: mailboxes('ann') });
  return { world, host, proxy: await new SocksServer(options).listen() };
}

describe('an egress through a SOCKS5 proxy', () => {
  it('gives the proxy the address that was judged, and its own name to the host', async () => {
    const { world, host, proxy } = await open({ account, from: '127.0.1.9' });
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy, account)] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      evidence: { egress: 'proxy' },
    });
    expect(proxy.asked).toEqual([`127.0.0.2:${world.port}`]);
    expect(host.sessions[0]?.from).toBe('127.0.1.9');
    expect(host.sessions[0]?.commands[0]).toBe('EHLO proxy.test');
  });

  it('asks nothing of the proxy for a host in a private network', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy)], allowNetwork: [] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'refused_network' });
    expect(proxy.asked).toEqual([]);
  });

  it('verifies a list through it', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    await using _proxy = proxy;
    const emails = Array.from({ length: 200 }, (_, at) => (at === 0 ? 'ann' : `u${at}`)).map(
      (name) => `${name}@a.test`,
    );
    const found = await findAll(world.verifier({ egress: [through(proxy)] }), emails);
    expect(found.filter(({ decided }) => decided)).toHaveLength(200);
    expect(found[0]?.reason).toBe('accepted');
  });

  it('leaves an address undecided where the proxy refuses the password', async () => {
    const { world, host, proxy } = await open({ account });
    await using _world = world;
    await using _proxy = proxy;
    const wrong = through(proxy, { ...account, password: 'wrong' });
    const verifier = world.verifier({ egress: [wrong], limits });
    expect(await verifier.verify('ann@a.test')).toMatchObject({
      reason: 'no_connection',
      decided: false,
    });
    expect(host.sessions).toEqual([]);
  });

  it.each([
    ['can not reach the host', { reply: 4 }],
    ['gets a refusal from the host', { reply: 5 }],
    ['fails', { reply: 1 }],
    ['lets nobody connect', { reply: 2 }],
  ])('leaves an address undecided where the proxy %s', async (_, options) => {
    const { world, proxy } = await open(options);
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy)], limits });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'no_connection' });
  });

  it('gives way to another egress while the proxy is away', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    const away = through(proxy);
    await proxy[Symbol.asyncDispose]();
    const direct = { name: 'direct', address: '127.0.1.1', helo: 'direct.test' };
    const verifier = world.verifier({ egress: [away, direct], limits });
    for (const email of ['ann@a.test', 'ann@a.test', 'ann@a.test'])
      expect(await verifier.verify(email)).toMatchObject({
        reason: 'accepted',
        evidence: { egress: 'direct' },
      });
  });
});
