import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { findAll, isRandom, MailWorld, mailboxes } from '../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

const names = (count: number, domain: string) =>
  Array.from({ length: count }, (_, at) => `u${at}@${domain}`);

describe('a verification over SMTP', () => {
  it.each([
    ['250 2.1.5 Ok', 'accepted', 100],
    ['550 5.1.1 User unknown', 'no_mailbox', 0],
    ['552 5.2.2 Over quota', 'full', 20],
    ['550 5.2.1 This account is disabled', 'disabled', 0],
    ['450 4.2.1 The user receives mail at a rate that prevents it', 'exists_busy', 90],
    ['550 5.7.1 Client host blocked using zen.spamhaus.org', 'blocked', 45],
    ['451 4.7.1 Greylisted', 'greylisted', 50],
    ['451 4.3.0 Later', 'deferred', 48],
    ['252 Cannot verify', 'unclear', 40],
    ['554 5.7.1 Relay access denied', 'unclear', 40],
    ['503 5.5.1 Bad sequence', 'unclear', 40],
    ['556 5.1.10 No mail here', 'null_mx', 0],
  ])('takes "%s" for %s', async (reply, reason, score) => {
    await world.served('a.test', { rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : reply) });
    const finding = await world.verifier().verify('ann@a.test');
    expect(finding).toMatchObject({ email: 'ann@a.test', valid: true, reason, score });
  });

  it('finds the living and the dead of an OpenSMTPD host with virtual users', async () => {
    await world.served('a.test', {
      rcpt: (to) =>
        to === 'ann@a.test'
          ? '250 2.1.5 Destination address valid: Recipient ok'
          : `524 5.2.4 Mailing list expansion problem: <${to}>`,
    });
    const findings = await findAll(world.verifier(), ['ann@a.test', 'bob@a.test']);
    expect(findings.map(({ reason }) => reason)).toEqual(['accepted', 'no_mailbox']);
  });

  it('says who it is and names no sender', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('ann') });
    await world.verifier().verify('ann@a.test');
    expect(host.sessions[0]?.commands.slice(0, 3)).toEqual([
      'EHLO verify.test',
      'MAIL FROM:<>',
      'RCPT TO:<ann@a.test>',
    ]);
  });

  it('asks for a random address behind the real one, once a domain', async () => {
    const host = await world.served('a.test');
    const verifier = world.verifier();
    expect(await verifier.verify('ann@a.test')).toMatchObject({ acceptAll: true, score: 60 });
    expect(await verifier.verify('bob@a.test')).toMatchObject({ acceptAll: true, score: 60 });
    expect(host.recipients.map(isRandom)).toEqual([false, true, false]);
  });

  it('asks for the postmaster, not for a random address, where the real one was refused', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('postmaster') });
    await world.verifier().verify('ann@a.test');
    expect(host.recipients).toEqual(['ann@a.test', 'postmaster@a.test']);
  });

  it('does not count an acceptance where the random address got no clear answer', async () => {
    await world.served('a.test', { rcpt: (to) => (isRandom(to) ? '451 4.3.0 Later' : '250 Ok') });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({
      deliverable: false,
      acceptAll: false,
      reason: 'unproven',
      score: 50,
    });
  });

  it('asks for many addresses of a domain in one session', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('u0', 'u1', 'u2', 'u3') });
    const findings = await findAll(world.verifier(), names(6, 'a.test'));
    expect(findings.map((one) => one.score)).toEqual([100, 100, 100, 100, 0, 0]);
    expect(host.sessions).toHaveLength(1);
  });

  it('asks for an address once that stands in a list twice, in whatever case its domain is', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('ann') });
    const findings = await findAll(world.verifier(), ['ann@a.test', 'no', 'ann@A.TEST']);
    expect(findings.map((one) => [one.email, one.score])).toEqual([
      ['ann@a.test', 100],
      ['no', 0],
      ['ann@A.TEST', 100],
    ]);
    expect(host.recipients.filter((to) => !isRandom(to))).toHaveLength(1);
  });

  it('leaves the first session behind eight refusals, and finds everybody in the next', async () => {
    const host = await world.served('a.test', { rcpt: mailboxes('u19') });
    const findings = await findAll(world.verifier({ providerConnections: 1 }), names(20, 'a.test'));
    expect(findings.filter((one) => one.deliverable).map((one) => one.email)).toEqual([
      'u19@a.test',
    ]);
    const refused = host.sessions.map(({ recipients }) =>
      recipients.filter((to) => !to.startsWith('u19')),
    );
    // And the postmaster.
    expect(refused[0]?.length).toBeLessThanOrEqual(9);
    expect(host.sessions.length).toBeLessThanOrEqual(4);
  });

  it('asks again what a host said behind its harvest limit', async () => {
    await world.served('a.test', {
      rcpt: (to, { recipients }) =>
        recipients.length > 3 ? '451 4.7.1 Try again later' : mailboxes('u7')(to),
    });
    const findings = await findAll(world.verifier({ providerConnections: 1 }), names(8, 'a.test'));
    expect(findings.map((one) => one.score)).toEqual([0, 0, 0, 0, 0, 0, 0, 100]);
  });

  it.each(['drop', 'hang'] as const)(
    'clears the others when a host does %s at one',
    async (act) => {
      await world.served('a.test', {
        rcpt: (to) => (to === 'u3@a.test' ? act : mailboxes('u0', 'u9')(to)),
      });
      const limits = { connect: 1000, greeting: 1000, command: 100, session: 5000, single: 5000 };
      const findings = await findAll(world.verifier({ limits }), names(10, 'a.test'));
      expect(findings.map((one) => one.reason)).toEqual(
        names(10, 'a.test').map((_, at) => {
          if (at === 3) return 'no_answer';
          return at === 0 || at === 9 ? 'accepted' : 'no_mailbox';
        }),
      );
    },
  );

  it.each(['drop', 'hang'] as const)('asks once more where a host did %s', async (act) => {
    let refusedToSpeak = false;
    await world.served('a.test', {
      rcpt: (to) => {
        if (refusedToSpeak) return mailboxes('ann')(to);
        refusedToSpeak = true;
        return act;
      },
    });
    const limits = { connect: 1000, greeting: 1000, command: 100, session: 5000, single: 5000 };
    expect(await world.verifier({ limits }).verify('ann@a.test')).toMatchObject({ score: 100 });
  });

  it("takes the end of a session for nobody's silence", async () => {
    const host = await world.served('a.test', {
      extensions: [],
      rcpt: (to, { recipients }) => (recipients.length > 2 ? 'hang' : mailboxes()(to)),
    });
    const limits = { connect: 1000, greeting: 1000, command: 5000, session: 600, single: 5000 };
    const findings = await findAll(world.verifier({ limits }), names(8, 'a.test'));
    expect(new Set(findings.map((one) => one.reason))).toEqual(new Set(['no_mailbox']));
    expect(host.sessions.length).toBeGreaterThanOrEqual(4);
  });

  it('asks no further where a host refuses us at every address', async () => {
    const host = await world.served('a.test', {
      rcpt: () => '550 5.7.1 Client host blocked using zen.spamhaus.org',
    });
    const findings = await findAll(world.verifier({ providerConnections: 1 }), names(30, 'a.test'));
    expect(new Set(findings.map((one) => one.reason))).toEqual(new Set(['blocked']));
    expect(host.sessions.map((session) => session.recipients.length)).toEqual([3, 3]);
  });

  it('asks one recipient a session where the provider wants it so', async () => {
    const mx = 'a-test.olc.protection.outlook.com';
    world.domain('a.test', mx);
    const host = await world.host(mx, {
      rcpt: (to, { recipients }) =>
        recipients.length > 1
          ? '452 4.5.3 Recipients belong to multiple regions'
          : mailboxes('u0')(to),
    });
    const findings = await findAll(world.verifier(), names(3, 'a.test'));
    expect(findings.map((one) => one.score)).toEqual([100, 0, 0]);
    expect(host.sessions.map((session) => session.recipients.length)).toEqual([1, 1, 1]);
    expect(host.recipients.filter(isRandom)).toEqual([]);
  });

  it('asks a session limit again in a new session and never takes it for a full mailbox', async () => {
    await world.served('a.test', {
      rcpt: (to, { recipients }) =>
        recipients.length > 2 ? '452 4.5.3 Too many recipients' : mailboxes('u0', 'u1', 'u2')(to),
    });
    const findings = await findAll(world.verifier(), names(3, 'a.test'));
    expect(findings.map((one) => one.score)).toEqual([100, 100, 100]);
  });

  it('holds a provider to its sessions across the domains that it serves', async () => {
    const host = await world.host('mx1.provider.test', { rcpt: mailboxes('u0') });
    const domains = Array.from({ length: 8 }, (_, at) => `d${at}.test`);
    for (const domain of domains) world.domain(domain, 'mx1.provider.test');
    const emails = domains.map((domain) => `u0@${domain}`);
    const findings = await findAll(world.verifier({ providerConnections: 2 }), emails);
    expect(findings.every((one) => one.score === 100)).toBe(true);
    expect(host.peak).toBeLessThanOrEqual(2);
  });

  it('asks for many domains of one host in one session, each in a transaction of its own', async () => {
    const host = await world.host('mx1.provider.test', {
      rcpt: (to, { commands }) => {
        const transaction = commands.slice(commands.lastIndexOf('MAIL FROM:<>'));
        const domain = to.slice(to.lastIndexOf('@'));
        const alone = transaction.slice(1).every((line) => line.endsWith(`${domain}>`));
        return alone
          ? mailboxes('u0')(to)
          : '451 4.3.0 Multiple destination domains per transaction';
      },
    });
    const domains = Array.from({ length: 8 }, (_, at) => `d${at}.test`);
    for (const domain of domains) world.domain(domain, 'mx1.provider.test');
    const emails = domains.flatMap((domain) => [`u0@${domain}`, `u0.x@${domain}`]);
    const findings = await findAll(world.verifier({ providerConnections: 1 }), emails);
    expect(findings.map((one) => one.score)).toEqual(domains.flatMap(() => [100, 0]));
    // Two refusals a domain, the random address among them, and no more than eight a session.
    expect(host.sessions).toHaveLength(2);
  });

  it('goes on with the session it has where a host takes only one at a time', async () => {
    const host = await world.served('a.test', {
      greet: ({ open }) => (open > 1 ? '421 4.3.2 Too many connections' : '220 mx.a.test'),
      rcpt: mailboxes(...Array.from({ length: 60 }, (_, at) => `u${at}`)),
    });
    const pacing = { firstPause: 1, longestPause: 1 };
    const findings = await findAll(world.verifier({}, { pacing }), names(60, 'a.test'));
    expect(new Set(findings.map((one) => one.reason))).toEqual(new Set(['accepted']));
    expect(host.peak).toBe(2);
  });

  it('speaks HELO to a host that does not know EHLO, and one line at a time', async () => {
    const host = await world.served('a.test', { extensions: null, rcpt: mailboxes('ann') });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
    expect(host.sessions[0]?.commands[1]).toBe('HELO verify.test');
  });

  it('gives a sender where the empty one is refused', async () => {
    const host = await world.served('a.test', {
      mail: (sender) => (sender === '' ? '550 Empty sender refused' : '250 Ok'),
      rcpt: mailboxes('ann'),
    });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
    expect(host.sessions[0]?.commands).toContain('MAIL FROM:<postmaster@verify.test>');
  });

  it('gives a sender where the empty one is refused behind RCPT', async () => {
    await world.served('a.test', {
      rcpt: (to, { commands }) =>
        commands.some((line) => line.startsWith('MAIL FROM:<post'))
          ? mailboxes('ann')(to)
          : '550 5.1.7 Sender address rejected',
    });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
  });

  it('stays undecided where no sender is liked', async () => {
    await world.served('a.test', { mail: () => '550 5.1.8 Sender refused' });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'blocked' });
  });

  it('asks for SMTPUTF8 where the address needs it', async () => {
    const host = await world.served('a.test', {
      extensions: ['SMTPUTF8', 'PIPELINING'],
      rcpt: mailboxes('jörg'),
    });
    expect(await world.verifier().verify('jörg@a.test')).toMatchObject({ score: 100 });
    expect(host.sessions[0]?.commands).toContain('MAIL FROM:<> SMTPUTF8');
  });

  it('stays undecided on a UTF-8 address that the host can not be asked for', async () => {
    const host = await world.served('a.test');
    expect(await world.verifier().verify('jörg@a.test')).toMatchObject({ reason: 'unclear' });
    expect(host.recipients).toEqual([]);
  });
});
