import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOptOut } from '../../src/verifier/dns/mail-route.ts';
import { MailWorld } from '../support/mail-world.ts';

const NO = { TXT: ['v=spf1 -all', 'v=1; probe=no'] };
const OPTED_OUT = {
  reason: 'opted_out',
  decided: false,
  deliverable: false,
  mx: true,
  smtp: false,
};

describe('an opt-out', () => {
  it.each([
    ['v=1; probe=no', true],
    ['v=1;probe=no', true],
    [' V = 1 ; contact=postmaster@x.test; PROBE = No;', true],
    ['v=1; probe=yes', false],
    ['v=1; probe=nothing', false],
    ['v=1', false],
    ['probe=no', false],
    ['probe=no; v=1', false],
    ['v=10; probe=no', false],
    ['v=spf1 -all', false],
    ['', false],
  ])('is read from %j: %j', (record, expected) => {
    expect(isOptOut(record)).toBe(expected);
  });

  it('is never read from a record of another version', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*v\s*=\s*1\s*;/i.test(text));
        expect(isOptOut(text)).toBe(false);
      }),
    );
  });
});

describe('where mailboxes are not to be probed', () => {
  it('no session is opened to the hosts of a domain that says so', async () => {
    await using world = new MailWorld();
    const host = await world.served('quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('no session is opened for a name below the registered one that says so', async () => {
    await using world = new MailWorld();
    const host = await world.host('mx.quiet.test');
    world.domain('shop.quiet.test', 'mx.quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@shop.quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('one question is asked, of the registered name, beside the MX records', async () => {
    await using world = new MailWorld();
    await world.host('mx.own.test');
    world.domain('shop.firm.test', 'mx.own.test');
    await world.verifier().verify('ann@shop.firm.test');
    const { asked } = world.dns;
    expect(asked.slice(0, 2).toSorted()).toEqual([
      'MX shop.firm.test',
      'TXT _smtp-probe.firm.test',
    ]);
    expect(asked.filter((question) => question.startsWith('TXT'))).toHaveLength(1);
  });

  it('a look-up that fails opts nobody out', async () => {
    await using world = new MailWorld();
    await world.served('open.test');
    world.dns.zones.set('_smtp-probe.open.test', { fails: true });
    expect(await world.verifier().verify('ann@open.test')).toMatchObject({ smtp: true });
  });
});
