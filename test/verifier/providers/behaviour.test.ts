import { describe, expect, it } from 'vitest';
import type { Provider, ProviderReply } from '../../../src/verifier/providers/provider.ts';
import { BUILT_IN_PROVIDERS } from '../../../src/verifier/providers/provider-table.ts';
import { eachTest } from '../../support/each-test.ts';
import { findAll, isRandom, MailWorld, mailboxes } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const KNOWN = BUILT_IN_PROVIDERS.filter(({ namesOnly, mx }) => !namesOnly && mx.length > 0);
const byId = (id: string) => BUILT_IN_PROVIDERS.find((one) => one.id === id) as Provider;
const MINUTE = 60_000;

/** A host of the provider, by the first of its names. */
function hostOf({ mx: [name = ''] }: Provider): string {
  return name.replace(/^\./, 'mx1.').replaceAll('*', 'region1');
}

/** A reply as it would come. */
function lineOf({ text, code = 550, enhanced = '' }: ProviderReply): string {
  const words = text.replaceAll('…', '<ann@a.test>').replace(/^: /, 'user: ');
  return [code, enhanced.replace('*', '7'), words].filter((part) => part !== '').join(' ');
}

/** What a reply to RCPT makes of a result. Those that are not here leave it undecided. */
const REASONS: Partial<Record<ProviderReply['meaning'], string>> = {
  no_mailbox: 'no_mailbox',
  disabled: 'disabled',
  full: 'full',
  busy: 'exists_busy',
};

const atRcpt = KNOWN.flatMap((provider) =>
  (provider.replies ?? [])
    .filter(({ stage }) => stage === 'rcpt' || stage === 'any')
    .map((reply) => [`${provider.id}: ${lineOf(reply)}`, provider, reply] as const),
);

const early = KNOWN.flatMap((provider) =>
  (provider.replies ?? [])
    .filter(({ stage }) => stage === 'greeting' || stage === 'mail')
    .map((reply) => [`${provider.id}: ${lineOf(reply)}`, provider, reply] as const),
);

const pacing = { firstPause: 1, longestPause: 2 };

describe('a provider of the table', () => {
  it.each(atRcpt)('is understood at RCPT: %s', async (_, provider, reply) => {
    const rcpt = (to: string) => (isRandom(to) ? '550 5.1.1 No such user' : lineOf(reply));
    await world.host(hostOf(provider), { rcpt });
    world.domain('a.test', hostOf(provider));
    const finding = await world.verifier({}, { pacing }).verify('ann@a.test');
    const reason = REASONS[reply.meaning];
    if (reason) expect(finding).toMatchObject({ reason, decided: true });
    else expect(finding).toMatchObject({ decided: false, mx: true });
  });

  it.each(early)('leaves an address undecided before RCPT: %s', async (_, provider, reply) => {
    const line = lineOf(reply);
    const script = reply.stage === 'greeting' ? { greeting: line } : { mail: () => line };
    const host = await world.host(hostOf(provider), script);
    world.domain('a.test', hostOf(provider));
    expect(await world.verifier({}, { pacing }).verify('ann@a.test')).toMatchObject({
      decided: false,
      mx: true,
    });
    if (reply.stage === 'greeting') expect(host.recipients).toEqual([]);
  });

  it.each(KNOWN.map((provider) => [provider.id, provider] as const))(
    'gets no more sessions and recipients than its limits: %s',
    async (_, provider) => {
      await using world = new MailWorld();
      const host = await world.host(hostOf(provider));
      world.domain('a.test', hostOf(provider));
      const emails = Array.from({ length: 120 }, (_, at) => `u${at}@a.test`);
      const findings = await findAll(world.verifier(), emails);
      const { connections = 2, recipientsPerSession = 100 } = provider.limits ?? {};
      expect(host.peak).toBeLessThanOrEqual(connections);
      const sizes = host.sessions.map(({ recipients }) => recipients.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(recipientsPerSession);
      // The first sessions find out side by side.
      const most = provider.acceptAll ? 0 : connections + 1;
      expect(host.recipients.filter(isRandom).length).toBeLessThanOrEqual(most);
      const reason = { always: 'accepts_all_until_data', never: 'accepted', ask: 'accept_all' };
      const expected = reason[provider.acceptAll ?? 'ask'];
      expect(new Set(findings.map((finding) => finding.reason))).toEqual(new Set([expected]));
    },
  );

  it('that accepts every recipient leaves them risky, and not proven', async () => {
    await world.host('mta5.am0.yahoodns.net');
    world.domain('yahoo.com', 'mta5.am0.yahoodns.net');
    expect(await world.verifier().verify('ann@yahoo.com')).toMatchObject({
      reason: 'accepts_all_until_data',
      deliverable: true,
      acceptAll: true,
      score: 60,
    });
  });
});

describe('the rest of a provider', () => {
  it('is that of its entry behind a harvest limit, and nobody goes there meanwhile', async () => {
    const host = await world.host('smtp-in.sfr.fr', {
      rcpt: () =>
        '450 4.7.1 Service refused due to bad behavior - Too many unknown users SFR_IN_104',
    });
    world.domain('sfr.fr', 'smtp-in.sfr.fr');
    const clock = manualClock();
    const verifier = world.verifier({}, { clock });
    expect(await verifier.verify('ann@sfr.fr')).toMatchObject({ decided: false });
    clock.advance(119 * MINUTE);
    await verifier.verify('ann@sfr.fr');
    expect(host.sessions).toHaveLength(1);
    clock.advance(MINUTE);
    await verifier.verify('ann@sfr.fr');
    expect(host.sessions).toHaveLength(2);
  });

  it('is that of the reply where it names one, at its first word', async () => {
    const host = await world.host('a.olc.protection.outlook.com', {
      mail: () => '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent (S3140)',
    });
    world.domain('outlook.com', 'a.olc.protection.outlook.com');
    const verifier = world.verifier({}, { clock: manualClock() });
    for (const name of ['ann', 'bob']) {
      expect(await verifier.verify(`${name}@outlook.com`)).toMatchObject({ reason: 'blocked' });
    }
    expect(host.sessions).toHaveLength(1);
  });

  it('goes on in the next process, and is over when its time is', async () => {
    await world.host('mx1.free.fr', { rcpt: mailboxes('ann') });
    world.domain('free.fr', 'mx1.free.fr');
    const kept: unknown[] = [];
    const rests = {
      earlier: [{ provider: 'free', egress: 'default', milliseconds: 10 * MINUTE }],
      keep: (rest: unknown) => kept.push(rest),
    };
    const clock = manualClock();
    const verifier = world.verifier({}, { clock, rests });
    expect(await verifier.verify('ann@free.fr')).toMatchObject({ reason: 'blocked' });
    clock.advance(10 * MINUTE);
    expect(await verifier.verify('ann@free.fr')).toMatchObject({ reason: 'accepted' });
    expect(kept).toEqual([]);
  });

  it('does not touch the others of its registrable domain', async () => {
    await world.host('a.olc.protection.outlook.com', {
      mail: () => '550 5.7.1 part of their network is on our block list (S3150)',
    });
    await world.host('b.mail.protection.outlook.com', { rcpt: mailboxes('ann') });
    world.domain('outlook.com', 'a.olc.protection.outlook.com');
    world.domain('b.test', 'b.mail.protection.outlook.com');
    const verifier = world.verifier();
    await verifier.verify('ann@outlook.com');
    expect(await verifier.verify('ann@b.test')).toMatchObject({ reason: 'accepted' });
  });

  it('begins when the refused recipients of an hour are spent', async () => {
    const { refusedPerHour = 0 } = byId('cisco').limits ?? {};
    const host = await world.host('esa1.hc1.iphmx.com', { rcpt: mailboxes() });
    world.domain('a.test', 'esa1.hc1.iphmx.com');
    const emails = Array.from({ length: 100 }, (_, at) => `u${at}@a.test`);
    const findings = await findAll(world.verifier({ providerConnections: 1 }), emails);
    expect(host.recipients.length).toBeLessThanOrEqual(refusedPerHour);
    const dead = findings.filter(({ reason }) => reason === 'no_mailbox');
    expect(dead.length).toBeGreaterThan(0);
    expect(findings.filter(({ decided }) => !decided)).toHaveLength(100 - dead.length);
  });

  it('is waited for where the list has patience for it', async () => {
    let isFirst = true;
    const host = await world.host('a.mail.protection.outlook.com', {
      rcpt: (to) => {
        if (!isFirst) return mailboxes('ann')(to);
        isFirst = false;
        return '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)';
      },
    });
    world.domain('a.test', 'a.mail.protection.outlook.com');
    const clock = manualClock();
    const pacing = { firstPause: 1, longestPause: 1 };
    const settings = { greylistRetries: [MINUTE, 5 * MINUTE, 15 * MINUTE] };
    const found = findAll(world.verifier(settings, { clock, pacing }), ['ann@a.test']);
    await clock.sleeping(21 * MINUTE);
    expect(host.sessions).toHaveLength(1);
    clock.advance(21 * MINUTE);
    expect(await found).toMatchObject([{ reason: 'accepted' }]);
  });
});

describe('what a result rests on', () => {
  it('is the host that spoke last, and its reply without the addresses of others', async () => {
    await world.host('mx1.free.fr', {
      rcpt: () => '550 5.1.1 <ann@free.fr>: user unknown\u0007 (ask bob@free.fr)',
    });
    world.domain('free.fr', 'mx1.free.fr');
    const { evidence } = await world.verifier().verify('ann@free.fr');
    expect(evidence).toEqual({
      provider: 'free',
      mxHost: 'mx1.free.fr',
      reply: { code: 550, enhanced: '5.1.1', text: '<ann@free.fr>: user unknown (ask …)' },
      control: 'none',
      attempts: 2,
      egress: 'default',
      free: true,
      retryAfter: undefined,
      rule: expect.any(String),
    });
  });

  it('is the first host where nobody spoke', async () => {
    world.dns.zones.set('mx.a.test', { A: ['127.0.0.200'] });
    world.domain('a.test', 'mx.a.test');
    await world.host('other.test');
    const { evidence } = await world.verifier().verify('ann@a.test');
    expect(evidence).toMatchObject({ provider: 'a.test', mxHost: 'mx.a.test', attempts: 0 });
  });

  it('says when to ask a provider again that is left alone', async () => {
    await world.host('a.olc.protection.outlook.com', {
      mail: () => '550 5.7.1 part of their network is on our block list (S3150)',
    });
    world.domain('outlook.com', 'a.olc.protection.outlook.com');
    const verifier = world.verifier({}, { clock: manualClock() });
    await verifier.verify('ann@outlook.com');
    const { evidence } = await verifier.verify('bob@outlook.com');
    expect(evidence.retryAfter).toBe(120 * MINUTE);
  });
});

describe('the random address of a domain', () => {
  it('is the same each time under one key, and another under another', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('ann') });
    for (const probeKey of ['one', 'one', 'other']) {
      await world.verifier({ probeKey }).verify('ann@a.test');
    }
    const [first, second, third] = host.recipients.filter(isRandom);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('that a host refuses in the words of a missing mailbox shows a domain that is not open', async () => {
    const words =
      '450 4.1.1 Recipient address rejected: unverified address: Mailbox might be disabled, full, or may not exist';
    await world.host('mx1.privateemail.com', {
      rcpt: (to) => (to.startsWith('ann@') ? '250 2.1.5 Ok' : words),
    });
    world.domain('a.test', 'mx1.privateemail.com');
    const verifier = world.verifier();
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'accepted', score: 100 });
    expect(await verifier.verify('bob@a.test')).toMatchObject({ reason: 'no_mailbox' });
  });
});
