import { describe, expect, it } from 'vitest';
import type { EgressSettings } from '../../../../src/verifier/pacing/egress/egress-settings.ts';
import { eachTest } from '../../../support/each-test.ts';
import { findAll, MailWorld, mailboxes } from '../../../support/mail-world.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const egress = (number: number, more: Partial<EgressSettings> = {}): EgressSettings => ({
  name: `out-${number}`,
  address: `127.0.1.${number}`,
  helo: `out${number}.test`,
  ...more,
});
const TWO = [egress(1), egress(2)];
const THREE = [...TWO, egress(3)];

/** A provider of the table, which takes four sessions at a time from one address. */
const GOOGLE = 'aspmx.l.google.com';
const BLOCKED = '554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org';

const list = (domain: string, size: number) =>
  Array.from({ length: size }, (_, at) => `u${at}@${domain}`);

const count = <One>(all: readonly One[]) =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((it) => it === one).length]));

describe('an egress with an address', () => {
  it('is what a mail host sees: the address, the HELO name and the sender', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('ann') });
    const settings = [egress(7, { sender: 'probe@out7.test' })];
    const { evidence } = await world.verifier({ egress: settings }).verify('ann@a.test');
    expect(evidence.egress).toBe('out-7');
    expect(host.sessions[0]?.from).toBe('127.0.1.7');
    expect(host.sessions[0]?.commands.slice(0, 2)).toEqual([
      'EHLO out7.test',
      'MAIL FROM:<probe@out7.test>',
    ]);
  });

  it('that is none of this machine leads nowhere, and says nothing about the host', async () => {
    await world.served('a.test', { rcpt: mailboxes('ann') });
    const settings = [egress(1, { address: '192.0.2.1' })];
    expect(await world.verifier({ egress: settings }).verify('ann@a.test')).toMatchObject({
      reason: 'no_connection',
      evidence: { egress: 'out-1' },
    });
    const both = [...settings, egress(2)];
    expect(await world.verifier({ egress: both }).verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      evidence: { egress: 'out-2' },
    });
  });
});

describe('several egresses', () => {
  it('share the load of a large provider, each within its limit', async () => {
    const open = new Map<string, number>();
    const peaks = new Map<string, number>();
    const host = await world.host(GOOGLE, {
      greet: (_, { from }) => {
        open.set(from, (open.get(from) ?? 0) + 1);
        peaks.set(from, Math.max(peaks.get(from) ?? 0, open.get(from) ?? 0));
        return '220 mx ESMTP';
      },
      rcpt: mailboxes('u1'),
      onLeave: ({ from }) => open.set(from, (open.get(from) ?? 0) - 1),
    });
    world.domain('a.test', GOOGLE);
    await findAll(world.verifier({ egress: TWO }), list('a.test', 1500));
    expect([...peaks.keys()].sort()).toEqual(['127.0.1.1', '127.0.1.2']);
    expect(Math.max(...peaks.values())).toBeLessThanOrEqual(4);
    expect(host.peak).toBeGreaterThan(4);
  });

  it('ask one small host from the same address each time, and many hosts from all', async () => {
    const seen = new Set<string>();
    for (let at = 0; at < 12; at++) await world.served(`d${at}.test`, { rcpt: mailboxes('ann') });
    const verifier = world.verifier({ egress: THREE });
    for (let at = 0; at < 12; at++) {
      const first = await verifier.verify(`ann@d${at}.test`);
      const second = await verifier.verify(`bob@d${at}.test`);
      expect(second.evidence.egress).toBe(first.evidence.egress);
      seen.add(first.evidence.egress ?? '');
    }
    expect(seen.size).toBe(3);
  });

  it('leave a provider to those that name it', async () => {
    await world.host(GOOGLE, { rcpt: mailboxes('u1') });
    world.domain('a.test', GOOGLE);
    await world.served('b.test', { rcpt: mailboxes('u1') });
    const settings = [egress(1), egress(2, { providers: ['google'] })];
    const verifier = world.verifier({ egress: settings });
    const found = await findAll(verifier, [...list('a.test', 400), ...list('b.test', 5)]);
    expect(count(found.map(({ evidence }) => evidence.egress))).toEqual({
      'out-2': 400,
      'out-1': 5,
    });
  });
});

describe('a provider that refuses one egress', () => {
  const refusing = (...refused: string[]) => ({
    greet: (_: unknown, { from }: { from: string }) =>
      refused.includes(from) ? BLOCKED : '220 mx ESMTP',
    rcpt: mailboxes('u1'),
  });

  it('is asked for the other addresses by one that it did not refuse', async () => {
    const host = await world.host(GOOGLE, refusing('127.0.1.1'));
    world.domain('a.test', GOOGLE);
    const found = await findAll(world.verifier({ egress: TWO }), list('a.test', 600));
    expect(count(found.map(({ reason }) => reason))).toEqual({ accepted: 1, no_mailbox: 599 });
    const refused = host.sessions.filter(({ from }) => from === '127.0.1.1');
    expect(refused.length).toBeLessThanOrEqual(4);
  });

  it('is not asked by a third where it refuses two', async () => {
    const host = await world.host(GOOGLE, { greeting: BLOCKED });
    world.domain('a.test', GOOGLE);
    const pacing = { refusalsBeforeRest: 1 };
    const verifier = world.verifier({ egress: THREE }, { clock: manualClock(), pacing });
    const found = await findAll(verifier, ['ann@a.test', 'bob@a.test', 'cat@a.test']);
    expect(count(found.map(({ reason }) => reason))).toEqual({ blocked: 3 });
    expect(new Set(host.sessions.map(({ from }) => from)).size).toBe(2);
  });

  it('is not asked by any other after it refused what we do', async () => {
    const host = await world.host('mx1.free.fr', {
      rcpt: () => '550 5.7.1 Too many invalid recipients, harvesting',
    });
    world.domain('free.fr', 'mx1.free.fr');
    const verifier = world.verifier({ egress: TWO }, { clock: manualClock() });
    await verifier.verify('ann@free.fr');
    const before = host.sessions.length;
    expect(await verifier.verify('bob@free.fr')).toMatchObject({ reason: 'blocked' });
    expect(host.sessions).toHaveLength(before);
  });
});
