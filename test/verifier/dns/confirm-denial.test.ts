import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import {
  type Asked,
  DnsServer,
  denial,
  nameServerOf,
  type Reply,
  type Replying,
  signedDenial,
} from '../../support/dns-server.ts';
import { freePort } from '../../support/free-port.ts';
import { instantClock } from '../../support/manual-clock.ts';
import { a, mx, soa } from './records.ts';

const NXDOMAIN = 3;
const DEAD = { reason: 'no_mx', decided: true, mx: false };
const UNDECIDED = { decided: false, deliverable: false };

/** What is known of ann@<domain> by the given servers, none of which leads to a mail host. */
async function verify(servers: readonly { readonly address: string }[], email = 'ann@gone.com') {
  // No question is sent again.
  const clock = instantClock({ endless: 1000 });
  const dns = servers.map(({ address }) => address);
  const verifier = createVerifier({ dns }, { clock });
  const finding = await verifier.verify(email);
  await verifier.close();
  return finding;
}

const gone: Replying = (name) => denial(NXDOMAIN, topLevel(name));
const living: Replying = (name, type) => (type === 'MX' ? [mx(name, 'mx.living.test')] : [a(name)]);
const topLevel = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Says one thing to the first question of a type, and another from the second on. */
function once(type: string, first: Replying, then: Replying): Replying {
  let isFirst = true;
  return (name, asked, question) => {
    const isNow = isFirst && asked === type;
    if (isNow) isFirst = false;
    return (isNow ? first : then)(name, asked, question);
  };
}

/** Opt-outs are asked for beside them. */
const isOfMail = ({ type }: { readonly type: string }) => type !== 'TXT';

const mailQuestions = ({ asked }: DnsServer) =>
  asked.filter(isOfMail).map(({ transport, type, name }) => `${transport} ${type} ${name}`);

describe('a domain that is gone', () => {
  it.each<readonly [string, Replying]>([
    ['an unsigned zone', gone],
    ['a signed zone', (name, _, asked) => signedDenial(NXDOMAIN, topLevel(name), asked)],
  ])('stays undeliverable by one server, in %s', async (_, reply) => {
    using server = await DnsServer.listen(reply);
    expect(await verify([server])).toMatchObject(DEAD);
    expect(mailQuestions(server).slice(0, 2)).toEqual(['udp MX gone.com', 'udp MX gone.com']);
    expect(
      server.asked
        .filter(isOfMail)
        .map(({ dnssec }) => dnssec)
        .slice(0, 2),
    ).toEqual([false, true]);
  });

  it('stays undeliverable without records of its own', async () => {
    using server = await DnsServer.listen((name) =>
      name === 'gone.com' ? denial(0, 'gone.com') : denial(NXDOMAIN, 'gone.com'),
    );
    expect(await verify([server])).toMatchObject(DEAD);
  });

  it('stays undeliverable whose only mail host has no address', async () => {
    using server = await DnsServer.listen((name, type) => {
      if (type === 'MX' && name === 'gone.com') return [mx(name, 'mx.gone.com')];
      return denial(0, 'gone.com');
    });
    expect(await verify([server])).toMatchObject({ decided: true, deliverable: false });
  });

  it('is denied by the second server at once, where there is one', async () => {
    using one = await DnsServer.listen(gone);
    using other = await DnsServer.listen(gone);
    expect(await verify([one, other])).toMatchObject(DEAD);
    expect(mailQuestions(one)).toEqual(['udp MX gone.com']);
    expect(mailQuestions(other).slice(0, 2)).toEqual(['udp MX gone.com', 'udp A gone.com']);
  });

  it('is asked for twice of the first server where the second is not there', async () => {
    using one = await DnsServer.listen(gone);
    const absent = { address: `127.0.0.1:${await freePort()}` };
    expect(await verify([one, absent])).toMatchObject(DEAD);
    expect(mailQuestions(one).slice(0, 2)).toEqual(['udp MX gone.com', 'udp MX gone.com']);
  });

  it('is asked for once by all who wait', async () => {
    using server = await DnsServer.listen(gone);
    const verifier = createVerifier(
      { dns: [server.address] },
      { clock: instantClock({ endless: 1000 }) },
    );
    const emails = Array.from({ length: 20 }, (_, at) => `p${at}@gone.com`);
    await Promise.all(emails.map((email) => verifier.verify(email)));
    expect(mailQuestions(server).filter((one) => one === 'udp MX gone.com')).toHaveLength(2);
    await verifier.close();
  });

  it.each(['no-such-top-level', 'test'])('stays undeliverable under .%s', async (top) => {
    using server = await DnsServer.listen(() => denial(NXDOMAIN));
    expect(await verify([server], `ann@gone.${top}`)).toMatchObject(DEAD);
  });
});

describe('a denial that something contradicts makes nobody undeliverable:', () => {
  it.each<readonly [string, Replying]>([
    ['NXDOMAIN of MX, once', once('MX', gone, living)],
    ['NODATA of MX, once', once('MX', () => denial(0, 'gone.com'), living)],
    [
      'NXDOMAIN of MX, where there is an address',
      (name, type) => (type === 'MX' ? gone(name, type, asked) : [a(name)]),
    ],
    ['NXDOMAIN, then NODATA', once('MX', gone, () => denial(0, 'gone.com'))],
    ['NXDOMAIN with an SOA, then without', once('MX', gone, () => NXDOMAIN)],
    [
      'the only mail host, denied once',
      once('A', gone, (name, type) =>
        type === 'MX'
          ? [mx(name, 'mx.gone.com')]
          : type === 'A'
            ? [a(name)]
            : denial(0, 'gone.com'),
      ),
    ],
    [
      'a top-level domain that has name servers',
      (name, type) => (type === 'NS' ? [nameServerOf(name)] : denial(NXDOMAIN)),
    ],
    [
      'a filter without the signatures of the zone',
      (name, _, question) =>
        name.endsWith('gone.com')
          ? gone(name, '', question)
          : signedDenial(NXDOMAIN, 'com', question),
    ],
    [
      "a filter with another authority than the zone's",
      (name, type, question) =>
        name.endsWith('gone.com')
          ? { code: NXDOMAIN, authorities: [soa('com', 900, 60)] }
          : gone(name, type, question),
    ],
    ['a filter without the signatures of the domain itself', unsignedAbsence],
  ])('%s', async (_, reply) => {
    using server = await DnsServer.listen(reply);
    const email = /has name servers/.test(_) ? 'ann@gone.no-such-top-level' : 'ann@gone.com';
    expect(await verify([server], email)).toMatchObject(UNDECIDED);
  });

  it.each(['com', 'fr', 'io', 'dev', 'co.uk', 'xn--p1ai'])(
    'the SOA of the root beside a name under .%s, which the world has',
    async (top) => {
      using server = await DnsServer.listen(() => denial(NXDOMAIN));
      expect(await verify([server], `ann@gone.${top}`)).toMatchObject(UNDECIDED);
    },
  );

  it('a server with a root of its own', async () => {
    using server = await DnsServer.listen(
      (name, type) => (name === '.' && type === 'NS' ? [nameServerOf(name)] : denial(NXDOMAIN)),
      { repliesToChecks: true },
    );
    expect(await verify([server])).toMatchObject({ ...UNDECIDED, reason: 'dns_untrusted' });
    expect(await verify([server], 'ann@gone.test')).toMatchObject(DEAD);
  });

  it('the first of two servers', async () => {
    using denying = await DnsServer.listen(gone);
    using knowing = await DnsServer.listen(living);
    expect(await verify([denying, knowing])).toMatchObject({ ...UNDECIDED, mx: true });
  });

  it('two filters of a signed zone', async () => {
    const filter: Replying = (name, type, question) =>
      name.endsWith('gone.com')
        ? gone(name, type, question)
        : signedDenial(NXDOMAIN, 'com', question);
    using one = await DnsServer.listen(filter);
    using other = await DnsServer.listen(filter);
    expect(await verify([one, other])).toMatchObject({ ...UNDECIDED, reason: 'dns_untrusted' });
  });
});

const asked = {} as Asked;

/** The zone signs what it denies, the filter in front of it denies all types without. */
function unsignedAbsence(name: string, type: string, question: Asked): Reply {
  if (name === 'gone.com') return denial(0, 'gone.com');
  return type === 'A' ? signedDenial(NXDOMAIN, 'gone.com', question) : denial(NXDOMAIN, 'gone.com');
}
