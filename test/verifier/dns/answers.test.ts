import dnsPacket from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { createDnsSource } from '../../../src/verifier/dns/resolver-source.ts';
import type { DnsAnswer, RecordType } from '../../../src/verifier/dns/source.ts';
import { DnsServer, type Told } from '../../support/dns-server.ts';
import { a, cname, mx, ns, soa } from './records.ts';

const NXDOMAIN = 3;
const absent = { code: NXDOMAIN };

function addresses(ttl: number, ...records: readonly string[]): DnsAnswer<'A'> {
  return { kind: 'records', records, ttl };
}

function hosts(ttl: number, ...exchanges: readonly string[]): DnsAnswer<'MX'> {
  const records = exchanges.map((exchange) => ({ preference: 10, exchange }));
  return { kind: 'records', records, ttl };
}

const chain = [cname('a.test', 'b.test', 700), cname('b.test', 'c.test', 500)];

/** What a server says when asked for records of a.test, and what is taken from it. */
const TABLE: readonly (readonly [string, RecordType, Told, DnsAnswer<RecordType>])[] = [
  ['an MX record', 'MX', { answers: [mx('a.test', 'mx.a.test')] }, hosts(900, 'mx.a.test')],
  ['a null MX, by an empty name', 'MX', { answers: [mx('a.test', '.')] }, hosts(900, '')],
  ['an address', 'A', { answers: [a('a.test')] }, addresses(900, '192.0.2.1')],
  [
    'an IPv6 address',
    'AAAA',
    { answers: [{ type: 'AAAA', name: 'a.test', ttl: 900, data: '2001:db8::1' }] },
    { kind: 'records', records: ['2001:db8::1'], ttl: 900 },
  ],
  [
    'a TXT record in several strings',
    'TXT',
    {
      answers: [
        { type: 'TXT', name: 'a.test', ttl: 900, data: ['v=1; ', Buffer.from('probe=no')] },
      ],
    },
    { kind: 'records', records: ['v=1; probe=no'], ttl: 900 },
  ],
  [
    'several records, for the shortest of their times',
    'MX',
    {
      answers: [
        mx('a.test', 'mx1.a.test', { ttl: 80 }),
        mx('a.test', 'mx2.a.test', { ttl: 60 }),
        mx('a.test', 'mx3.a.test', { ttl: 70 }),
      ],
    },
    hosts(60, 'mx1.a.test', 'mx2.a.test', 'mx3.a.test'),
  ],
  [
    'names in whatever case',
    'A',
    { answers: [cname('A.Test', 'B.test'), a('b.TEST')] },
    addresses(900, '192.0.2.1'),
  ],
  [
    'no more than the records asked for',
    'A',
    { answers: [a('a.test'), mx('a.test', 'mx.a.test'), a('b.test', '192.0.2.2')] },
    addresses(900, '192.0.2.1'),
  ],
  [
    'no record of another class',
    'A',
    { answers: [a('a.test'), a('a.test', '192.0.2.2', { class: 'CH' })] },
    addresses(900, '192.0.2.1'),
  ],
  [
    'a time to live with its top bit set as none',
    'A',
    { answers: [a('a.test', '192.0.2.1', { ttl: 0x80000001 })] },
    addresses(0, '192.0.2.1'),
  ],
  [
    'what aliases lead to, for the shortest time on the way',
    'A',
    { answers: [...chain, a('c.test')] },
    addresses(500, '192.0.2.1'),
  ],
  [
    'what aliases lead to, in whatever order they come',
    'A',
    { answers: [a('c.test', '192.0.2.1', { ttl: 60 }), ...chain.toReversed()] },
    addresses(60, '192.0.2.1'),
  ],
  ['a name that does not exist', 'MX', absent, { kind: 'nxdomain', ttl: 300 }],
  [
    'a name that does not exist, for the time its zone says',
    'MX',
    { ...absent, authorities: [soa('test', 3600, 120)] },
    { kind: 'nxdomain', ttl: 120 },
  ],
  [
    'a name that does not exist, for the time left of that',
    'MX',
    { ...absent, authorities: [soa('test', 40, 120)] },
    { kind: 'nxdomain', ttl: 40 },
  ],
  [
    'that an alias leads to nowhere',
    'MX',
    { ...absent, answers: chain, authorities: [soa('test', 3600, 1200)] },
    { kind: 'nxdomain', ttl: 500 },
  ],
  ['a name without records', 'MX', {}, { kind: 'nodata', ttl: 300 }],
  [
    'a name without records, for the time its zone says',
    'MX',
    { authorities: [ns('a.test'), soa('a.test', 3600, 120)] },
    { kind: 'nodata', ttl: 120 },
  ],
  [
    'an alias to a name without records: that is no null MX',
    'MX',
    { answers: chain, authorities: [soa('test', 3600, 120)] },
    { kind: 'nodata', ttl: 120 },
  ],
  ['a failure by SERVFAIL', 'MX', { code: 2 }, { kind: 'failure', problem: 'ESERVFAIL' }],
  ['a failure by REFUSED', 'MX', { code: 5 }, { kind: 'failure', problem: 'EREFUSED' }],
  ['a failure by a code of no use', 'MX', { code: 9 }, { kind: 'failure', problem: 'ERCODE9' }],
  [
    'a failure by aliases in a circle',
    'MX',
    { answers: [...chain, cname('c.test', 'a.test')] },
    { kind: 'failure', problem: 'ELOOP' },
  ],
  [
    'a failure by an alias to itself',
    'A',
    { answers: [cname('a.test', 'a.test'), a('a.test')] },
    { kind: 'failure', problem: 'ELOOP' },
  ],
  [
    'a failure by servers that may know better: nothing is said to be absent',
    'MX',
    { authorities: [ns('test')] },
    { kind: 'failure', problem: 'EREFERRAL' },
  ],
  [
    'an absence where the server of the zone names itself',
    'MX',
    { authorities: [ns('a.test')], flags: dnsPacket.AUTHORITATIVE_ANSWER },
    { kind: 'nodata', ttl: 300 },
  ],
];

describe('an answer of a DNS server', () => {
  it.each(TABLE)('gives %s', async (_, type, told, answer) => {
    using server = await DnsServer.listen(() => told);
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query(type, 'a.test')).toMatchObject(answer);
  });

  it('is asked for by name, with a dot at the end or without', async () => {
    using server = await DnsServer.listen(() => [a('a.test')]);
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('A', 'A.test.')).toMatchObject(addresses(900, '192.0.2.1'));
  });

  it.each([
    ['an empty label', 'a..test'],
    ['a label of 64 octets', `${'a'.repeat(64)}.test`],
    ['254 octets', `${'a.'.repeat(125)}test`],
    ['nothing', ''],
    ['the root alone', '.'],
    ['a space', 'a b.test'],
    ['letters beyond ASCII', 'bücher.test'],
  ])('is not asked for of a name with %s: that proves nothing', async (_, name) => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('A', name)).toEqual({ kind: 'failure', problem: 'EBADNAME' });
    expect(server.asked).toEqual([]);
  });

  it('is asked for of the longest name there is', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    const label = 'a'.repeat(63);
    const name = [label, label, label, 'a'.repeat(61)].join('.');
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('A', name)).toMatchObject({ kind: 'nxdomain', ttl: 300 });
    expect(server.questions).toEqual([`udp A ${name}`]);
  });
});

describe('an alias that the server does not follow', () => {
  it('is followed by another question, and believed for the shortest time', async () => {
    using server = await DnsServer.listen((name) =>
      name === 'a.test' ? chain : [a('c.test', '192.0.2.1', { ttl: 800 })],
    );
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(addresses(500, '192.0.2.1'));
    expect(server.questions).toEqual(['udp A a.test', 'udp A c.test']);
  });

  it('is followed though the zone of the alias vouches for itself', async () => {
    using server = await DnsServer.listen((name) =>
      name === 'a.test'
        ? { answers: [cname('a.test', 'b.example')], authorities: [soa('test', 60, 60)] }
        : [mx('b.example', 'mx.b.example')],
    );
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('MX', 'a.test')).toMatchObject(hosts(900, 'mx.b.example'));
  });

  it('leads to a name that may have no records', async () => {
    using server = await DnsServer.listen((name) =>
      name === 'a.test' ? [cname('a.test', 'b.test', 200)] : [],
    );
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('MX', 'a.test')).toMatchObject({ kind: 'nodata', ttl: 200 });
  });

  it.each([
    ['in a circle', (name: string) => (name === 'a.test' ? 'b.test' : 'a.test')],
    ['on without end', (name: string) => `x.${name}`],
  ])('fails where it leads %s', async (_, next) => {
    using server = await DnsServer.listen((name) => [cname(name, next(name))]);
    const dns = createDnsSource([server.address], { check: false });
    expect(await dns.query('MX', 'a.test')).toEqual({ kind: 'failure', problem: 'ELOOP' });
    expect(server.asked).toHaveLength(8);
  });
});
