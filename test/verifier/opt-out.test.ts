import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOptOut } from '../../src/verifier/dns/mail-route.ts';
import { findAll, MailWorld } from '../support/mail-world.ts';

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
    world.dns.zones.set('_email-verification.quiet.test', NO);
    const finding = await world.verifier().verify('ann@quiet.test');
    expect(finding).toMatchObject(OPTED_OUT);
    expect(finding.evidence.observed?.dns.at(-1)).toEqual({
      type: 'TXT',
      kind: 'records',
      records: ['v=1; probe=no'],
    });
    expect(host.sessions).toEqual([]);
  });

  it('no session is opened to a host that says so, whatever domain it serves', async () => {
    await using world = new MailWorld();
    const host = await world.host('mx.shy.test');
    world.domain('one.test', 'mx.shy.test');
    world.domain('two.test', 'mx.shy.test');
    world.dns.zones.set('_email-verification.mx.shy.test', NO);
    const findings = await findAll(world.verifier(), ['a@one.test', 'b@two.test']);
    expect(findings).toMatchObject([OPTED_OUT, OPTED_OUT]);
    expect(host.sessions).toEqual([]);
  });

  it('another host of the domain is asked', async () => {
    await using world = new MailWorld();
    const shy = await world.host('mx1.test');
    const open = await world.host('mx2.test');
    world.domain('both.test', 'mx1.test', 'mx2.test');
    world.dns.zones.set('_email-verification.mx1.test', NO);
    expect(await world.verifier().verify('ann@both.test')).toMatchObject({ smtp: true });
    expect([shy.sessions.length, open.sessions.length > 0]).toEqual([0, true]);
  });

  it('the domain is asked beside its MX records, and no host of a known provider', async () => {
    await using world = new MailWorld();
    await world.host('aspmx.l.google.com');
    await world.host('mx.own.test');
    world.domain('firm.test', 'aspmx.l.google.com', 'mx.own.test');
    await world.verifier().verify('ann@firm.test');
    const { asked } = world.dns;
    expect(asked.slice(0, 2).toSorted()).toEqual([
      'MX firm.test',
      'TXT _email-verification.firm.test',
    ]);
    expect(asked.filter((question) => question.startsWith('TXT'))).toEqual([
      'TXT _email-verification.firm.test',
      'TXT _email-verification.mx.own.test',
    ]);
  });

  it('a look-up that fails opts nobody out', async () => {
    await using world = new MailWorld();
    await world.served('open.test');
    world.dns.zones.set('_email-verification.open.test', { fails: true });
    world.dns.zones.set('_email-verification.mx.open.test', { TXT: ['v=1; probe=yes'] });
    expect(await world.verifier().verify('ann@open.test')).toMatchObject({ smtp: true });
  });
});
