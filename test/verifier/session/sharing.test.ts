import { describe, expect, it } from 'vitest';
import type { Finding, Verifier } from '../../../src/verifier/verifier.ts';
import { eachTest } from '../../support/each-test.ts';
import { isRandom, MailWorld } from '../../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

const CROWD = 60;
const owner = (team: string, batch = 'first') => ({ team, batch });
const accepting = (to: string) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok');

/** Domains whose hosts accept a connection and never say a word. */
async function silentCrowd(world: MailWorld) {
  const arrived = Promise.withResolvers<void>();
  let connections = 0;
  const host = await world.host('mx.silent.test', {
    raw: () => {
      if (++connections === 16) arrived.resolve();
    },
  });
  const zone = world.dns.zones.get('mx.silent.test') ?? {};
  const domains = Array.from({ length: CROWD }, (_, at) => `silent${at}.test`);
  for (const domain of domains) {
    world.domain(domain, `mx.${domain}`);
    world.dns.zones.set(`mx.${domain}`, zone);
  }
  return { host, emails: domains.map((domain) => `ann@${domain}`), arrived: arrived.promise };
}

async function found(
  verifier: Verifier,
  emails: string[],
  ...[team, batch]: Parameters<typeof owner>
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await verifier.verifyAll(emails, (index, finding) => (findings[index] = finding), {
    owner: owner(team, batch),
  });
  return findings;
}

const domainOf = (email = '') => email.slice(email.lastIndexOf('@'));

describe('beside a batch at hosts that stay silent', () => {
  it("another team's batch and single verification are answered", async () => {
    const good = ['b0.test', 'b1.test', 'b2.test'];
    for (const domain of good) await world.served(domain, { rcpt: accepting });
    const { emails, arrived } = await silentCrowd(world);
    const verifier = world.verifier({ connections: 20 });
    const stop = new AbortController();
    const reported: number[] = [];
    const crowd = verifier.verifyAll(emails, (index) => reported.push(index), {
      owner: owner('a'),
      signal: stop.signal,
    });
    await arrived;
    const findings = await found(
      verifier,
      good.map((domain) => `ann@${domain}`),
      'b',
    );
    expect(findings.map((one) => one.reason)).toEqual(['accepted', 'accepted', 'accepted']);
    const one = await verifier.verify('bob@b0.test', { owner: owner('c') });
    expect(one.reason).toBe('accepted');
    expect(reported).toEqual([]);
    stop.abort(new Error('enough'));
    await expect(crowd).rejects.toThrow('enough');
  });

  it('a batch that is cancelled lets go of all its sessions and opens none', async () => {
    const { emails, arrived, host } = await silentCrowd(world);
    const verifier = world.verifier({ connections: 20 });
    const stop = new AbortController();
    const run = verifier.verifyAll(emails, () => {}, { owner: owner('a'), signal: stop.signal });
    await arrived;
    stop.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    while (verifier.sessions?.() !== 0) await new Promise(setImmediate);
    await verifier.close();
    expect(host.sessions).toHaveLength(16);
  });

  it('what it lets go of does not go to batches that are cancelled right after it', async () => {
    await world.served('good.test', { rcpt: accepting });
    const { emails, arrived, host } = await silentCrowd(world);
    const verifier = world.verifier({ connections: 20 });
    const halves = [emails.slice(0, CROWD / 2), emails.slice(CROWD / 2)].map((half, at) => {
      const stop = new AbortController();
      const options = { owner: owner('a', `batch ${at}`), signal: stop.signal };
      return { stop, run: verifier.verifyAll(half, () => {}, options) };
    });
    await arrived;
    for (const { stop, run } of halves) {
      stop.abort(new Error('enough'));
      await expect(run).rejects.toThrow('enough');
      // Of another team: long enough for a freed session to be opened for somebody else.
      const [one] = await found(verifier, ['ann@good.test'], 'b');
      expect(one?.reason).toBe('accepted');
    }
    await verifier.close();
    expect(host.sessions).toHaveLength(16);
  });
});

describe('batches with addresses at one host', () => {
  it('share a session, whichever team they are of', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ providerConnections: 1 });
    const lists = ['x', 'y', 'z'].map((name) =>
      found(
        verifier,
        Array.from({ length: 5 }, (_, at) => `${name}${at}@a.test`),
        `team ${name}`,
      ),
    );
    const findings = (await Promise.all(lists)).flat();
    expect(findings.map((one) => one.score)).toEqual(Array(15).fill(100));
    expect(host.sessions).toHaveLength(1);
  });

  it('ask together for the addresses of one domain, with one random address', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ providerConnections: 1 });
    const lists = Array.from({ length: 12 }, (_, at) =>
      found(verifier, [`u${at}@a.test`], `team ${at % 2}`),
    );
    const findings = (await Promise.all(lists)).flat();
    expect(findings.map((one) => one.reason)).toEqual(Array(12).fill('accepted'));
    expect(host.sessions).toHaveLength(1);
    expect(host.recipients.filter(isRandom)).toHaveLength(1);
    const { chunks = [] } = host.sessions[0] ?? {};
    // Three until the host has answered about mailboxes, the others in one go, with the random address.
    expect(chunks.filter((text) => text.includes('RCPT TO'))).toHaveLength(3);
  });

  it('ask for all addresses of one domain before they go on to the next', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    world.domain('b.test', 'mx.a.test');
    const verifier = world.verifier({ providerConnections: 1 });
    const emails = ['a.test', 'b.test'].flatMap((domain) =>
      Array.from({ length: 4 }, (_, at) => `${at}@${domain}`),
    );
    const lists = ['x', 'y', 'z'].map((name) =>
      found(
        verifier,
        emails.map((email) => `${name}${email}`),
        'team',
        name,
      ),
    );
    const findings = (await Promise.all(lists)).flat();
    expect(findings.every(({ reason }) => reason === 'accepted')).toBe(true);
    const [session] = host.sessions;
    const changes = session?.recipients.filter(
      (email, at, all) => at > 0 && domainOf(email) !== domainOf(all[at - 1]),
    );
    expect(changes).toHaveLength(1);
  });

  it('learn from one random address that a host accepts everything', async () => {
    const host = await world.served('a.test', { rcpt: () => '250 Ok' });
    const verifier = world.verifier({ providerConnections: 1 });
    const lists = ['x', 'y', 'z'].map((name) => found(verifier, [`${name}@a.test`], name));
    const findings = (await Promise.all(lists)).flat();
    expect(findings.map((one) => one.reason)).toEqual(Array(3).fill('accept_all'));
    expect(host.sessions).toHaveLength(1);
    expect(host.recipients).toHaveLength(4);
  });

  it('ask for a random address of their own where the one that was shared is deferred', async () => {
    let deferred = 0;
    await world.served('a.test', {
      rcpt: (to) => {
        if (!isRandom(to)) return '250 Ok';
        return deferred++ < 1 ? '451 4.3.0 Try again' : '550 5.1.1 No';
      },
    });
    const verifier = world.verifier({ providerConnections: 1 });
    const lists = ['x', 'y', 'z'].map((name) => found(verifier, [`${name}@a.test`], name));
    const findings = (await Promise.all(lists)).flat();
    expect(findings.map((one) => one.reason)).toEqual(Array(3).fill('accepted'));
    expect(deferred).toBeGreaterThan(1);
  });

  it('go on when one of them is cancelled', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await world.served('a.test', {
      greet: () => {
        asked.resolve();
        return '220 mx.test';
      },
      rcpt: accepting,
    });
    const verifier = world.verifier({ providerConnections: 1 });
    const stop = new AbortController();
    const signal = stop.signal;
    const ended = verifier.verifyAll(['x@a.test'], () => answer.reject(new Error('reported')), {
      owner: owner('a'),
      signal,
    });
    const other = found(verifier, ['y@a.test'], 'b');
    await asked.promise;
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
    expect((await other).map((one) => one.score)).toEqual([100]);
  });

  it('let a single verification go first', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ providerConnections: 1 });
    const batch = found(
      verifier,
      Array.from({ length: 200 }, (_, at) => `u${at}@a.test`),
      'a',
    );
    await verifier.verify('ann@a.test', { owner: owner('b') });
    expect(host.recipients.indexOf('ann@a.test')).toBeLessThan(32);
    await batch;
  });
});

describe('single verifications in a burst', () => {
  it('share the sessions of their host', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier();
    const burst = Array.from({ length: 40 }, (_, at) =>
      verifier.verify(`u${at}@a.test`, { owner: owner(`team ${at % 3}`, `single ${at}`) }),
    );
    const findings = await Promise.all(burst);
    expect(findings.map((one) => one.reason)).toEqual(Array(40).fill('accepted'));
    expect(host.sessions.length).toBeLessThanOrEqual(2);
  });
});
