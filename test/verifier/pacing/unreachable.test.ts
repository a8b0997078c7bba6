import { describe, expect, it } from 'vitest';
import type { FindingReason } from '../../../src/verifier/verifier.ts';
import { findAll, isRandom, MailWorld, type Zone } from '../../support/mail-world.ts';

const limits = { connect: 5000, greeting: 5000, command: 5000, session: 20_000, single: 5000 };
const accepting = (to: string) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok');

interface Kind {
  readonly name: string;
  /** What DNS says of the domain's only mail host. */
  readonly zone: Zone | undefined;
  readonly reason: FindingReason;
}

const KINDS: readonly Kind[] = [
  { name: 'on a private network', zone: { A: ['10.0.0.5'] }, reason: 'refused_network' },
  { name: 'that does not exist', zone: undefined, reason: 'no_mx' },
  { name: 'without an address', zone: {}, reason: 'no_mx' },
  { name: 'that DNS fails at', zone: { fails: true }, reason: 'no_connection' },
  { name: 'that refuses connections', zone: { A: ['127.0.0.250'] }, reason: 'no_connection' },
];

function addDead(world: MailWorld, domain: string, zone: Zone | undefined): void {
  world.domain(domain, `mx.${domain}`);
  if (zone) world.dns.zones.set(`mx.${domain}`, zone);
}

const list = (domain: string, size: number) =>
  Array.from({ length: size }, (_, at) => `u${at}@${domain}`);

describe.each(KINDS)('addresses at a host $name', ({ zone, reason }) => {
  it.each([24, 25, 60, 500, 5000])('end, %i of them', async (size) => {
    await using world = new MailWorld();
    await world.served('alive.test', { rcpt: accepting });
    addDead(world, 'dead.test', zone);
    const emails = [...list('dead.test', size), ...list('alive.test', 5)];
    const found = await findAll(world.verifier({ limits }), emails);
    const reasons = found.map((one) => one.reason);
    expect(new Set(reasons.slice(0, size))).toEqual(new Set([reason]));
    expect(reasons.slice(size)).toEqual(Array(5).fill('accepted'));
  });
});

describe('a list of dead and living domains', () => {
  it.each([1, 8])('ends with %i sessions at a provider', async (providerConnections) => {
    await using world = new MailWorld();
    const emails: string[] = [];
    for (let at = 0; at < 20; at++) {
      for (const [kind, { zone }] of KINDS.entries()) {
        addDead(world, `dead${kind}x${at}.test`, zone);
        emails.push(...list(`dead${kind}x${at}.test`, 60));
      }
    }
    for (let at = 0; at < 10; at++) {
      await world.served(`alive${at}.test`, { rcpt: accepting });
      emails.push(...list(`alive${at}.test`, 30));
    }
    const found = await findAll(world.verifier({ limits, providerConnections }), emails);
    const alive = found.filter((one) => one.reason === 'accepted');
    expect([found.length, alive.length]).toEqual([emails.length, 300]);
  });
});
