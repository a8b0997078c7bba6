import { describe, expect, it } from 'vitest';
import type { MailRoute } from '../../../src/verifier/dns/mail-route.ts';
import { RouteLookups, type RouteWaiter } from '../../../src/verifier/dns/route-lookups.ts';
import type { Owner } from '../../../src/verifier/pacing/owner-queue.ts';
import { MailWorld } from '../../support/mail-world.ts';

const NO_MX: MailRoute = { kind: 'no_mx' };

/** Look-ups that end when the test says so, and the domains in the order in which they began. */
function heldLookups() {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const lookups = new RouteLookups(async (domain) => {
    begun.push(domain);
    await gate.promise;
    return NO_MX;
  });
  const waitFor = (domain: string, owner?: Owner) => {
    const { promise, resolve, reject } = Promise.withResolvers<MailRoute>();
    const waiter: RouteWaiter = { onRoute: resolve, onError: reject };
    lookups.waitFor(domain, waiter, owner);
    return { route: promise, leave: () => lookups.leave(domain, waiter) };
  };
  return { lookups, waitFor, begun, release: gate.resolve };
}

const domains = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.test`);

describe('look-ups of mail routes', () => {
  it('are shared by all who wait for one domain', async () => {
    const { waitFor, begun, release, lookups } = heldLookups();
    const both = [waitFor('a.test'), waitFor('a.test')];
    expect(lookups.open).toBe(1);
    release();
    expect(await Promise.all(both.map(({ route }) => route))).toEqual([NO_MX, NO_MX]);
    expect(begun).toEqual(['a.test']);
    expect(lookups.open).toBe(0);
  });

  it('that nobody waits for any longer do not begin', async () => {
    const { waitFor, begun, release } = heldLookups();
    const all = domains(1000).map((domain) => waitFor(domain));
    const kept = waitFor('d999.test');
    for (const { leave } of all) leave();
    release();
    expect(await kept.route).toEqual(NO_MX);
    expect(begun).toEqual([...domains(200), 'd999.test']);
  });

  it('count one who leaves twice once', async () => {
    const { waitFor, begun, release } = heldLookups();
    const before = domains(200).map((domain) => waitFor(domain));
    const [one, other] = [waitFor('z.test'), waitFor('z.test')];
    one.leave();
    one.leave();
    release();
    expect(await other.route).toEqual(NO_MX);
    await Promise.all(before.map(({ route }) => route));
    expect(begun).toContain('z.test');
  });

  it('begin in turn for teams and their batches, and at once for single verifications', async () => {
    const { waitFor, begun, release } = heldLookups();
    const owner = { team: 'ours', batch: 'large', isSingle: false };
    const list = domains(1000).map((domain) => waitFor(domain, owner));
    const small = waitFor('small.test', { ...owner, batch: 'small' });
    waitFor('d999.test', { ...owner, team: 'theirs' });
    expect(begun).toHaveLength(200);
    waitFor('one.test', { ...owner, isSingle: true });
    waitFor('d998.test', { ...owner, isSingle: true });
    expect(begun.slice(200)).toEqual(['one.test', 'd998.test']);
    release();
    await small.route;
    await Promise.all(list.map(({ route }) => route));
    expect(begun.indexOf('small.test')).toBeLessThan(206);
    expect(begun.indexOf('d999.test')).toBeLessThan(206);
    expect(begun).toHaveLength(1002);
  });

  it('tell all who wait, though one of them fails', async () => {
    const { lookups, waitFor, release } = heldLookups();
    const failed = Promise.withResolvers<unknown>();
    const failure = new Error('no room');
    lookups.waitFor('a.test', {
      onRoute() {
        throw failure;
      },
      onError: failed.resolve,
    });
    const other = waitFor('a.test');
    release();
    expect(await failed.promise).toBe(failure);
    expect(await other.route).toEqual(NO_MX);
  });
});

describe('a list that is cancelled', () => {
  it('asks for no further domain', async () => {
    await using world = new MailWorld();
    const answered = Promise.withResolvers<void>();
    const asked: string[] = [];
    const verifier = world.verifier(
      {},
      {
        dns: {
          async query(type, name) {
            asked.push(name);
            await answered.promise;
            return world.dns.query(type, name);
          },
        },
      },
    );
    const stop = new AbortController();
    const emails = domains(1000).map((domain) => `ann@${domain}`);
    const run = verifier.verifyAll(emails, () => {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    answered.resolve();
    await verifier.verify('ann@last.test');
    const looked = new Set(asked.filter((name) => !name.startsWith('_')));
    expect(looked.size).toBeLessThanOrEqual(201);
    expect(asked).toContain('last.test');
  });
});
