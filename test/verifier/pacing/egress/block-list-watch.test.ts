import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  BlockListWatch,
  type ListingChange,
} from '../../../../src/verifier/pacing/egress/block-list-watch.ts';
import { EgressHealth } from '../../../../src/verifier/pacing/egress/health.ts';
import type { Provider } from '../../../../src/verifier/providers/provider.ts';
import { findAll, MailWorld, Zones } from '../../../support/mail-world.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const LISTS = ['one.test', 'two.test'];
const OWN = '93.184.216.34';
const AT_ONE = '34.216.184.93.one.test';
const HOUR = 60 * 60_000;

function watch(lists: readonly string[] = LISTS) {
  const clock = manualClock();
  const dns = new Zones();
  const changes: ListingChange[] = [];
  const watching = new BlockListWatch({ lists, dns, clock, onChange: (one) => changes.push(one) });
  const egress = { name: 'out', health: new EgressHealth({ clock, isAlone: true }) };
  const session = async (address: string | undefined = OWN) => {
    watching.noteSession(egress, address);
    await setImmediate();
  };
  return { clock, dns, changes, egress, session };
}

describe('own addresses on block lists', () => {
  it('are looked up with the first session and each hour, however many there are', async () => {
    const { clock, dns, session } = watch();
    for (let at = 0; at < 5; at++) await session();
    expect(dns.asked).toEqual([`A ${AT_ONE}`, 'A 34.216.184.93.two.test']);
    clock.advance(HOUR - 1);
    await session();
    expect(dns.asked).toHaveLength(2);
    clock.advance(1);
    await session();
    expect(dns.asked).toHaveLength(4);
  });

  it('are said to be listed, once, and to be so no more', async () => {
    const { clock, dns, changes, egress, session } = watch();
    dns.zones.set(AT_ONE, { A: ['127.0.0.2'] });
    await session();
    clock.advance(HOUR);
    await session();
    const listing = { egress: 'out', address: OWN, list: 'one.test' };
    expect(changes).toEqual([{ ...listing, isListed: true }]);
    expect(egress.health.isListed).toBe(true);
    dns.zones.delete(AT_ONE);
    clock.advance(HOUR);
    await session();
    expect(changes.at(-1)).toEqual({ ...listing, isListed: false });
    expect(egress.health.isListed).toBe(false);
  });

  it.each([
    ['a list that does not serve our resolver', { A: ['127.255.255.254'] }],
    ['a resolver that makes answers up', { A: ['198.51.100.7'] }],
    ['a look-up that fails', { fails: true }],
  ])('stand as they were behind %s', async (_, zone) => {
    const { clock, dns, changes, session } = watch();
    dns.zones.set(AT_ONE, { A: ['127.0.0.2'] });
    await session();
    dns.zones.set(AT_ONE, zone);
    clock.advance(HOUR);
    await session();
    expect(changes.map(({ isListed }) => isListed)).toEqual([true]);
  });

  it.each([
    ['private', '10.0.0.1'],
    ['not known', undefined],
    ['of IPv6', '2606:2800:220:1::1'],
  ])('are not looked up where the address is %s', async (_, address) => {
    const { dns, egress } = watch();
    const clock = manualClock();
    new BlockListWatch({ lists: LISTS, dns, clock }).noteSession(egress, address);
    await setImmediate();
    expect(dns.asked).toEqual([]);
  });

  it('are not looked up without a list', async () => {
    const { dns, session } = watch([]);
    await session();
    expect(dns.asked).toEqual([]);
  });
});

const BIG: Provider = {
  id: 'big',
  name: 'Big',
  kind: 'mailbox',
  confidence: 'high',
  mx: ['.big.test'],
  limits: { connections: 4, recipientsPerSession: 1 },
  rcpt: 'refuses',
  acceptAll: 'never',
  refusals: 'certain',
  sources: [],
  date: '2026-11-01',
};

/** Hosts that name our address behind EHLO; the most sessions at a time once it was looked up. */
async function verifyFrom(mx: string, dnsbl: readonly string[]) {
  await using world = new MailWorld();
  world.domain('a.test', mx);
  const greeted = `250-mx at your service, [${OWN}]\r\n250 PIPELINING\r\n`;
  const open: number[] = [];
  const host = await world.host(mx, {
    async raw(socket) {
      open.push(host.open);
      socket.on('error', () => {});
      // So that all who may come have come.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      socket.on('data', (chunk: Buffer) => {
        for (const line of String(chunk).trim().split('\r\n')) {
          if (line.startsWith('EHLO')) socket.write(greeted);
          else if (line.startsWith('QUIT')) socket.end('221 Bye\r\n');
          else socket.write('250 Ok\r\n');
        }
      });
      socket.write('220 mx\r\n');
    },
  });
  world.dns.zones.set(AT_ONE, { A: ['127.0.0.2'] });
  const changes: ListingChange[] = [];
  const verifier = world.verifier(
    { providers: [BIG], dnsbl },
    { onListing: (one) => changes.push(one) },
  );
  const emails = Array.from({ length: 200 }, (_, at) => `u${at}@a.test`);
  await findAll(verifier, emails);
  return { changes, asked: world.dns.asked, most: Math.max(...open.slice(8)) };
}

describe('a run from an address that is listed', () => {
  it('says so, and opens half as many sessions', async () => {
    const { changes, most } = await verifyFrom('mx.big.test', ['one.test']);
    expect(changes).toEqual([
      { egress: 'default', address: OWN, list: 'one.test', isListed: true },
    ]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('goes on as before where nothing is looked up', async () => {
    const { changes, asked, most } = await verifyFrom('mx.big.test', []);
    expect(changes).toEqual([]);
    expect(asked.filter((question) => question.endsWith('one.test'))).toEqual([]);
    expect(most).toBeGreaterThan(2);
  });

  it('does not believe a host that is no provider what our address is', async () => {
    const { changes } = await verifyFrom('mx.small.test', ['one.test']);
    expect(changes).toEqual([]);
  });
});
