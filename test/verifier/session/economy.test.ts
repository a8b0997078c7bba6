import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Finding, Verifier } from '../../../src/verifier/verifier.ts';
import { eachTest } from '../../support/each-test.ts';
import type { MailHost, MailScript, MailSession } from '../../support/mail-host.ts';
import { findAll, isRandom, MailWorld } from '../../support/mail-world.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const world = eachTest(() => new MailWorld());

const list = (count: number) => Array.from({ length: count }, (_, at) => `u${at}@a.test`);
const isEven = (address: string) => Number(/^u(\d+)@/.exec(address)?.[1]) % 2 === 0;

/** Draws the order that a list has. */
const IN_ORDER = () => 1 - Number.EPSILON;

/** Commands that were sent in one go with MAIL. */
function behindMail({ sessions }: MailHost): string[] {
  const chunk = sessions[0]?.chunks.find((text) => text.includes('MAIL FROM')) ?? '';
  return chunk.split('\r\n').filter(Boolean);
}

describe('a list of 2,000 addresses of one domain', () => {
  it('takes at most 25 sessions where none is refused, and two at a time', async () => {
    const host = await world.served('a.test', {
      rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok'),
    });
    const found = await findAll(world.verifier(), list(2000));
    expect(found.every((one) => one.score === 100)).toBe(true);
    expect(host.sessions.length).toBeLessThanOrEqual(25);
    expect(host.peak).toBeLessThanOrEqual(2);
    expect(host.recipients.length).toBeLessThanOrEqual(2000 + host.sessions.length);
  });

  it('takes at most 60 sessions where half are refused and the host does not mind', async () => {
    const host = await world.served('a.test', {
      rcpt: (to) => (isEven(to) ? '250 Ok' : '550 5.1.1 User unknown'),
    });
    const found = await findAll(world.verifier(), list(2000));
    expect(found.filter((one) => one.deliverable)).toHaveLength(1000);
    expect(host.sessions.length).toBeLessThanOrEqual(60);
  });

  it('learns how many refusals a host bears that hangs up at twenty, as Postfix does', async () => {
    const refusals = new Map<MailSession, number>();
    let hangUps = 0;
    const host = await world.served('a.test', {
      rcpt: (to, session) => {
        if (isEven(to)) return '250 Ok';
        const refused = (refusals.get(session) ?? 0) + 1;
        refusals.set(session, refused);
        if (refused < 20) return '550 5.1.1 User unknown';
        hangUps++;
        return '421 4.7.0 Error: too many errors';
      },
    });
    const pacing = { firstPause: 1, longestPause: 1 };
    const found = await findAll(world.verifier({}, { pacing, random: IN_ORDER }), list(2000));
    expect(found.filter((one) => one.deliverable)).toHaveLength(1000);
    expect(found.filter((one) => one.reason === 'no_mailbox')).toHaveLength(1000);
    // Two sessions side by side may find out together, and it is tried again later.
    expect(hangUps).toBeLessThanOrEqual(6);
    expect(host.sessions.length).toBeLessThanOrEqual(130);
  });
});

/** A host that hangs up at the twentieth refusal of a session, as Postfix does (smtpd_hard_error_limit). */
function impatient(isAlive: (address: string) => boolean): MailScript & { hangUps: number } {
  const refusals = new Map<MailSession, number>();
  const script = {
    hangUps: 0,
    rcpt(to: string, session: MailSession): string {
      const refused = (refusals.get(session) ?? 0) + (isAlive(to) ? 0 : 1);
      refusals.set(session, refused);
      if (refused > 20) return 'drop';
      if (isAlive(to)) return '250 Ok';
      if (refused < 20) return '550 5.1.1 User unknown';
      script.hangUps++;
      return '421 4.7.0 Error: too many errors';
    },
  };
  return script;
}

describe('a sorted list, whose missing ones stand together, at a host that hangs up at twenty', () => {
  const numberOf = (address: string) => Number(/^u(\d+)@/.exec(address)?.[1] ?? Number.NaN);
  const pacing = { firstPause: 1, longestPause: 1 };

  it.each([
    ['at its end', (at: number) => at < 1800],
    ['at its beginning', (at: number) => at >= 200],
    ['in its middle', (at: number) => at < 900 || at >= 1100],
    ['in blocks of fifty', (at: number) => Math.floor(at / 50) % 4 > 0],
    ['and are all but a few', (at: number) => at >= 1950],
  ])('%s, is decided whole and within the refusals that were learnt', async (_, isAliveAt) => {
    const isAlive = (to: string) => isAliveAt(numberOf(to));
    const script = impatient(isAlive);
    const host = await world.served('a.test', script);
    const found = await findAll(world.verifier({}, { pacing }), list(2000));
    expect(found.filter(({ email, deliverable }) => deliverable !== isAlive(email))).toEqual([]);
    expect(found.filter(({ decided }) => !decided)).toEqual([]);
    // Two sessions side by side find out together, and once in 32 sessions one more is tried.
    expect(script.hangUps).toBeLessThanOrEqual(4 + host.sessions.length / 12);
  });

  it('is decided where two lists of the domain are opposites', async () => {
    const script = impatient((to) => numberOf(to) < 500);
    await world.served('a.test', script);
    const verifier = world.verifier({}, { pacing });
    const lists = [list(1000).slice(0, 500), list(1000).slice(500)];
    const [alive, dead] = await Promise.all(lists.map((emails) => findAll(verifier, emails)));
    expect(alive?.filter(({ deliverable }) => !deliverable)).toEqual([]);
    expect(dead?.filter(({ reason }) => reason !== 'no_mailbox')).toEqual([]);
  });
});

/** Batches of ten addresses of one domain, all at once. */
function inBatches(verifier: Verifier, emails: readonly string[]): Promise<Finding[][]> {
  const starts = Array.from({ length: emails.length / 10 }, (_, at) => at * 10);
  return Promise.all(starts.map((at) => findAll(verifier, emails.slice(at, at + 10))));
}

describe('batches with ten addresses each of one domain', () => {
  it('are decided within the refusals that were learnt, where the missing ones are in the last batches', async () => {
    const isAlive = (to: string) => Number(/^u(\d+)@/.exec(to)?.[1] ?? Number.NaN) < 300;
    const script = impatient(isAlive);
    const host = await world.served('a.test', script);
    const pacing = { firstPause: 1, longestPause: 1 };
    const found = (await inBatches(world.verifier({}, { pacing }), list(400))).flat();
    expect(found.filter(({ email, deliverable }) => deliverable !== isAlive(email))).toEqual([]);
    expect(script.hangUps).toBeLessThanOrEqual(4 + host.sessions.length / 12);
  });

  it('take a quarter fewer round trips than where no more are asked than may be refused', async () => {
    const host = await world.served('a.test', {
      rcpt: (to) => (to.includes('0@') || isRandom(to) ? '550 5.1.1 User unknown' : '250 Ok'),
    });
    const found = await inBatches(world.verifier({}, { random: seededRandom(1) }), list(500));
    expect(found.flat().filter(({ deliverable }) => deliverable)).toHaveLength(450);
    const trips = host.sessions.flatMap(({ chunks }) =>
      chunks.filter((one) => one.includes('RCPT TO:<u')),
    );
    // 67 otherwise.
    expect(trips.length).toBeLessThan(55);
  });
});

describe('a list of 500 addresses of one domain, a tenth of them missing', () => {
  it('takes a fifth fewer round trips than one that is asked no more than may be refused', async () => {
    const host = await world.served('a.test', {
      rcpt: (to) => (to.includes('0@') || isRandom(to) ? '550 5.1.1 User unknown' : '250 Ok'),
    });
    const deps = { random: seededRandom(1) };
    const found = await findAll(world.verifier({}, deps), list(500));
    expect(found.filter(({ deliverable }) => deliverable)).toHaveLength(450);
    const trips = host.sessions.flatMap(({ chunks }) =>
      chunks.filter((one) => one.includes('RCPT TO:<u')),
    );
    // 86 otherwise.
    expect(trips.length).toBeLessThan(70);
  });
});

describe('a list of 50 addresses of one domain', () => {
  it('takes one session', async () => {
    const host = await world.served('a.test', {
      rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok'),
    });
    const found = await findAll(world.verifier(), list(50));
    expect(found.every((one) => one.score === 100)).toBe(true);
    expect(host.sessions).toHaveLength(1);
  });
});

describe('forty domains of five addresses at one host', () => {
  it('are not divided between its four sessions', async () => {
    const rcpt = (to: string) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok');
    const host = await world.served('d0.test', { rcpt });
    const domains = Array.from({ length: 40 }, (_, at) => `d${at}.test`);
    for (const domain of domains) world.domain(domain, 'mx.d0.test');
    const emails = domains.flatMap((domain) => [0, 1, 2, 3, 4].map((at) => `u${at}@${domain}`));
    const found = await findAll(world.verifier({ providerConnections: 4 }), emails);
    expect(found.every((one) => one.score === 100)).toBe(true);
    expect(host.peak).toBe(4);
    const groups = host.sessions.flatMap(({ chunks }) =>
      chunks.filter((one) => one.includes('<u')),
    );
    // A session asks for three at first, and the last domains are divided: 59, where 160 were before.
    expect(groups.length).toBeLessThan(80);
  });
});

describe('a session with one refusal left', () => {
  // Seven of the first eight: one more is tolerated, and the random address.
  const refused = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'].map((local) => `${local}@a.test`);

  it.each([
    { left: 6, count: 15, sessions: 1 },
    { left: 7, count: 16, sessions: 2 },
  ])('takes $sessions sessions where $left addresses are left', async ({ count, sessions }) => {
    const host = await world.served('a.test', {
      rcpt: (to) => (isRandom(to) || refused.includes(to) ? '550 5.1.1 User unknown' : '250 Ok'),
    });
    const found = await findAll(world.verifier(), list(count));
    expect(found.filter((one) => one.deliverable)).toHaveLength(count - refused.length);
    expect(host.sessions).toHaveLength(sessions);
  });
});

describe('a session', () => {
  it('begins with MAIL and the first recipient in one go where commands may be sent together', async () => {
    const host = await world.served('a.test');
    await world.verifier().verify('u0@a.test');
    expect(behindMail(host)).toEqual(['MAIL FROM:<>', 'RCPT TO:<u0@a.test>']);
  });

  it('sends one command at a time to a host that does not offer more', async () => {
    const host = await world.served('a.test', { extensions: [] });
    await findAll(world.verifier(), list(5));
    expect(host.sessions[0]?.chunks.every((text) => text.split('\r\n').length === 2)).toBe(true);
  });

  it('changes domains with RSET, MAIL and RCPT in one go', async () => {
    const host = await world.host('mx.shared.test');
    for (const name of ['a.test', 'b.test']) world.domain(name, 'mx.shared.test');
    await findAll(world.verifier({ providerConnections: 1 }), ['u0@a.test', 'u0@b.test']);
    const reset = host.sessions[0]?.chunks.find((text) => text.startsWith('RSET'));
    expect(reset?.split('\r\n').slice(0, 3)).toEqual([
      'RSET',
      'MAIL FROM:<>',
      expect.stringMatching(/^RCPT TO/),
    ]);
  });

  it('takes no word on a recipient from behind a refused MAIL', async () => {
    await world.served('a.test', {
      mail: (sender) => (sender === '' ? '550 Empty sender refused' : '250 Ok'),
      rcpt: (to, { commands }) =>
        commands.some((line) => line.startsWith('MAIL FROM:<post')) && !isRandom(to)
          ? '250 Ok'
          : '550 5.1.1 User unknown',
    });
    expect(await world.verifier().verify('u0@a.test')).toMatchObject({ reason: 'accepted' });
  });
});

describe('a list of 5,000 domains at one provider', () => {
  it('takes few sessions, two at a time, and finds everybody', async () => {
    const host = await world.host('mx.provider.test', {
      rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok'),
    });
    const domains = Array.from({ length: 5000 }, (_, at) => `d${at}.test`);
    for (const domain of domains) world.domain(domain, 'mx.provider.test');
    const emails = domains.map((domain) => `ann@${domain}`);
    const found = await findAll(world.verifier(), emails);
    expect(found.every((one) => one.score === 100)).toBe(true);
    expect(host.peak).toBeLessThanOrEqual(2);
    // Each domain's random address is refused: eight of them end a session.
    expect(host.sessions.length).toBeLessThanOrEqual(650);
  });
});

describe('the first addresses of a session', () => {
  const firstOf = ({ chunks = [] }: Partial<MailSession> = {}) =>
    chunks.find((text) => text.includes('MAIL FROM'))?.match(/RCPT/g)?.length;
  const eight = (domain: string) => list(8).map((email) => email.replace('a.test', domain));
  /** Two domains with a host each at one provider, which takes one session at a time. */
  async function twoHosts(world: MailWorld, rcpt: NonNullable<MailScript['rcpt']>) {
    world.domain('one.test', 'one.provider.test');
    world.domain('two.test', 'two.provider.test');
    const one = await world.host('one.provider.test', { rcpt });
    const two = await world.host('two.provider.test', { rcpt });
    const verifier = world.verifier({ providerConnections: 1 });
    await findAll(verifier, [...eight('one.test'), ...eight('two.test')]);
    return [firstOf(one.sessions[0]), firstOf(two.sessions[0])];
  }

  it('are three, and all where another host of the provider has answered about its own', async () => {
    const accepting = (to: string) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok');
    expect(await twoHosts(world, accepting)).toEqual([3, 8]);
  });

  it('are three where the provider has refused us', async () => {
    expect(await twoHosts(world, () => '550 5.7.1 Blocked by policy')).toEqual([3, 3]);
  });
});

describe('a verifier without work', () => {
  it('holds nothing of a provider that it may contact as before', async () => {
    await world.served('a.test', { rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok') });
    const verifier = world.verifier();
    await findAll(verifier, list(20));
    expect(verifier.lanes?.()).toEqual([]);
  });

  it.each<[string, MailScript]>([
    ['was too busy', { greeting: '421 4.3.2 Busy, try later' }],
    ['refused it', { greeting: '554 5.7.1 Blocked' }],
    ['refused it for each recipient', { rcpt: () => '550 5.7.1 Blocked by policy' }],
  ])('holds nothing of a provider that %s, a day later', async (_, script) => {
    await world.served('a.test', script);
    let later = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + later };
    const pacing = { firstPause: 1, longestPause: 1 };
    const verifier = world.verifier({}, { clock, pacing });
    await findAll(verifier, list(2));
    expect(verifier.lanes?.()).toHaveLength(1);
    later = 24 * 60 * 60_000;
    expect(verifier.lanes?.()).toEqual([]);
  });
});
