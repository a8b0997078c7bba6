import { isIP } from 'node:net';
import dnsPacket, { type Answer, type Packet, type PacketOpt } from 'dns-packet';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { Cookies } from '../../../src/verifier/dns/cookies.ts';
import { createDnsSource } from '../../../src/verifier/dns/resolver-source.ts';
import type { RecordType } from '../../../src/verifier/dns/source.ts';
import { encodeQuery, readResponse } from '../../../src/verifier/dns/wire.ts';
import { type Asked, DnsServer, responseTo, type Told } from '../../support/dns-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runs } from '../../support/property-runs.ts';
import { a, cname, mx, ns, soa } from './records.ts';

interface Change {
  readonly at: number;
  readonly octet: number;
}
const KINDS = ['records', 'nodata', 'nxdomain', 'failure'];
const rich: Told = {
  answers: [cname('a.test', 'b.test'), mx('b.test', 'mx.b.test'), a('b.test'), a('b.test')],
  authorities: [soa('test', 60, 60), ns('test')],
  additionals: [a('mx.b.test')],
};

describe('octets of a question', () => {
  it.each<[RecordType, string]>([
    ['MX', 'example.com'],
    ['TXT', '_smtp-probe.example.com.'],
    ['NS', '.'],
    ['PTR', '1.2.0.192.in-addr.arpa'],
    ['AAAA', `${'a'.repeat(63)}.xn--bcher-kva.example`],
  ])('are those that another encoder has: %s of %s', (type, name) => {
    const question = { type, name, dnssec: true };
    const cookies = new Cookies();
    const options = [{ code: 10, data: cookies.outgoing }] as unknown as PacketOpt[];
    const extension: Answer = {
      ...{ type: 'OPT', name: '.', udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0 },
      ...{ flags: 0x8000, flag_do: true, options },
    };
    const asked: Packet = { type: 'query', id: 4711, flags: 0x100, questions: [{ type, name }] };
    const withExtension = dnsPacket.encode({ ...asked, additionals: [extension] });
    expect(encodeQuery({ question, edns: false, cookies }, 4711)).toEqual(dnsPacket.encode(asked));
    expect(encodeQuery({ question, edns: true, cookies }, 4711)).toEqual(withExtension);
  });
});

describe('octets from a server', () => {
  /** Both what is taken for an answer and, behind it, one that is. */
  async function listen(speak: (asked: Asked) => Buffer): Promise<DnsServer> {
    return DnsServer.listen((name, _type, asked) => ({
      raw: [speak(asked), responseTo(asked, [a(name)])],
    }));
  }

  it('never make a look-up throw, whatever they are', async () => {
    let octets = new Uint8Array();
    using server = await listen(({ id }) => {
      const message = Buffer.from(octets);
      if (message.length >= 2) message.writeUInt16BE(id);
      return message;
    });
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (drawn) => {
        octets = drawn;
        expect(KINDS).toContain((await dns.query('A', 'a.test')).kind);
      }),
    );
  });

  it('never make a look-up throw, however an answer is spoilt', async () => {
    let changes: readonly Change[] = [];
    using server = await listen((asked) => {
      const message = responseTo(asked, rich);
      for (const { at, octet } of changes) message[at % message.length] = octet;
      return message;
    });
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    const change = fc.record({ at: fc.nat(400), octet: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (drawn) => {
        changes = drawn;
        const answer = await dns.query('A', 'a.test');
        expect(KINDS).toContain(answer.kind);
        if (answer.kind === 'records')
          expect(answer.records.every((record) => isIP(record))).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('are every IPv6 address there is', () => {
    const asked = { id: 7, type: 'AAAA', name: 'a.test' } as const;
    const query = { question: asked, edns: true };
    const head = responseTo(asked, [{ type: 'AAAA', name: 'a.test', data: '::' }]).subarray(0, -16);
    const octet = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(octet, { minLength: 16, maxLength: 16 }), (octets) => {
        const reply = readResponse(Buffer.concat([head, Buffer.from(octets)]), query, asked.id);
        const [record] = reply?.kind === 'records' ? reply.records : [];
        expect(ipaddr.parse(String(record)).toByteArray()).toEqual(octets);
      }),
    );
  });
});
