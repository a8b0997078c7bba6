import { describe, expect, it } from 'vitest';
import type { MailRoute } from '../../../src/verifier/dns/mail-route.ts';
import { RouteLookups } from '../../../src/verifier/dns/route-lookups.ts';
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
  return { lookups, begun, release: gate.resolve };
}

const domains = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.test`);

describe('look-ups of mail routes', () => {
  it('are shared by all who wait for one domain', async () => {
    const { lookups, begun, release } = heldLookups();
    const both = [lookups.find('a.test'), lookups.find('a.test')];
    release();
    expect(await Promise.all(both.map(({ route }) => route))).toEqual([NO_MX, NO_MX]);
    expect(begun).toEqual(['a.test']);
  });

  it('that nobody waits for any longer do not begin', async () => {
    const { lookups, begun, release } = heldLookups();
    const all = domains(1000).map((domain) => lookups.find(domain));
    const kept = lookups.find('d999.test');
    for (const { cancel } of all) cancel();
    release();
    expect(await kept.route).toEqual(NO_MX);
    expect(await Promise.all(all.map(({ route }) => route))).toContain(undefined);
    expect(begun).toEqual(['d999.test']);
  });

  it('count one who cancels twice once', async () => {
    const { lookups, begun, release } = heldLookups();
    const before = domains(200).map((domain) => lookups.find(domain));
    const [one, other] = [lookups.find('z.test'), lookups.find('z.test')];
    one.cancel();
    one.cancel();
    release();
    expect(await other.route).toEqual(NO_MX);
    await Promise.all(before.map(({ route }) => route));
    expect(begun).toContain('z.test');
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
    expect(new Set(asked).size).toBeLessThanOrEqual(201);
    expect(asked).toContain('last.test');
  });
});
