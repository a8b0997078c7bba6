import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import dnsPacket from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { createDnsSource } from '../../../src/verifier/dns/resolver-source.ts';
import { type Asked, DnsServer, framed, responseTo, withCookie } from '../../support/dns-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { a, mx } from './records.ts';

const FORMERR = 1;
const NXDOMAIN = 3;
const NOTIMP = 4;
const TRY = 3000;
const found = { kind: 'records', records: ['192.0.2.1'], ttl: 900 };
const truncated = { flags: dnsPacket.TRUNCATED_RESPONSE };

describe('a message that is no answer to the question', () => {
  const forged = a('a.test', '198.51.100.1');

  function forgery(asked: Asked, change: Partial<Asked>): Buffer {
    return responseTo({ ...asked, ...change }, [forged]);
  }

  it.each<[string, (asked: Asked) => Buffer]>([
    ['another id', (asked) => forgery(asked, { id: asked.id ^ 1 })],
    ['another name', (asked) => forgery(asked, { name: 'b.test' })],
    ['another type', (asked) => forgery(asked, { type: 'AAAA' })],
    ['no question', ({ id }) => dnsPacket.encode({ type: 'response', id, answers: [forged] })],
    [
      'two questions',
      ({ id }) => {
        const question = { type: 'A', name: 'a.test' } as const;
        const questions = [question, question];
        return dnsPacket.encode({ type: 'response', id, questions, answers: [forged] });
      },
    ],
    [
      'another class',
      ({ id }) => {
        const questions = [{ type: 'A', name: 'a.test', class: 'CH' } as const];
        return dnsPacket.encode({ type: 'response', id, questions, answers: [forged] });
      },
    ],
    [
      'the bits of a question',
      ({ id }) => {
        const questions = [{ type: 'A', name: 'a.test' } as const];
        return dnsPacket.encode({ type: 'query', id, questions, answers: [forged] });
      },
    ],
    ['nothing at all', () => Buffer.alloc(0)],
    ['a single octet', () => Buffer.alloc(1)],
    ['half a header', (asked) => forgery(asked, {}).subarray(0, 7)],
    ['a record cut off', (asked) => forgery(asked, {}).subarray(0, -2)],
    ['noise behind its id', (asked) => Buffer.concat([forgery(asked, {}).subarray(0, 2), noise])],
  ])('by %s is passed over, and the answer waited for', async (_, forge) => {
    using server = await DnsServer.listen((_name, _type, asked) => ({
      raw: [forge(asked), responseTo(asked, [a('a.test')])],
    }));
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  const noise = Buffer.alloc(500, 0xc1);

  it.each(['127.0.0.1', '127.0.0.9'])(
    'by coming from elsewhere (%s) is passed over',
    async (host) => {
      const forger = createSocket('udp4').bind(0, host);
      await once(forger, 'listening');
      using server = await DnsServer.listen(async (_name, _type, asked) => {
        const sent = Promise.withResolvers<unknown>();
        forger.send(forgery(asked, {}), asked.port, '127.0.0.1', sent.resolve);
        await sent.promise;
        return [a('a.test')];
      });
      const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
      expect(await dns.query('A', 'a.test')).toMatchObject(found);
      forger.close();
    },
  );

  it('has to guess an id and a port', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    for (let at = 0; at < 30; at++) await dns.query('A', `d${at}.test`);
    expect(new Set(server.asked.map(({ id }) => id)).size).toBeGreaterThan(25);
    expect(new Set(server.asked.map(({ port }) => port)).size).toBeGreaterThan(10);
  });

  it('has to guess ports though many questions are asked at once', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    const names = Array.from({ length: 80 }, (_, at) => `d${at}.test`);
    await Promise.all(names.map((name) => dns.query('A', name)));
    const ports = server.asked.map(({ port }) => port);
    expect(ports.length / new Set(ports).size).toBeLessThanOrEqual(16);
  });
});

describe('an answer that is too big for a datagram', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => mx('a.test', `mx${at}.a.test`));

  it('comes over TCP', async () => {
    using server = await DnsServer.listen(
      (_name, _type, { transport }) => (transport === 'udp' ? truncated : many(700)),
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    const answer = await dns.query('MX', 'a.test');
    expect(answer).toMatchObject({ kind: 'records', ttl: 900 });
    expect(answer.kind === 'records' && answer.records).toHaveLength(700);
    expect(server.questions).toEqual(['udp MX a.test', 'tcp MX a.test']);
  });

  it('may be as long as a message can be', async () => {
    using server = await DnsServer.listen(
      (_name, _type, asked) =>
        asked.transport === 'udp' ? truncated : { raw: [framed(fullOfMx(asked, 4000))] },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    const answer = await dns.query('MX', 'a.test');
    expect(answer.kind === 'records' && answer.records).toHaveLength(4000);
  });

  it('may be cut in the middle of a record', async () => {
    using server = await DnsServer.listen(
      (_name, _type, asked) => {
        if (asked.transport === 'tcp') return [a('a.test')];
        const answers = [a('a.test', '192.0.2.9')];
        return { raw: [responseTo(asked, { ...truncated, answers }).subarray(0, -3)] };
      },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  it('may come octet by octet', async () => {
    using server = await DnsServer.listen(
      (_name, _type, asked) => {
        if (asked.transport === 'udp') return truncated;
        const message = framed(responseTo(asked, [a('a.test')]));
        return { raw: [...message].map((octet) => Buffer.from([octet])) };
      },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  it.each<[string, string, (asked: Asked) => Buffer]>([
    ['of another question', 'EBADRESP', (asked) => responseTo({ ...asked, name: 'b.test' }, [])],
    ['of another id', 'EBADRESP', (asked) => responseTo({ ...asked, id: asked.id ^ 1 }, [])],
    ['of no octets', 'EBADRESP', () => Buffer.alloc(0)],
    ['of noise', 'EBADRESP', () => Buffer.alloc(100, 0xff)],
    ['that is truncated again', 'ETRUNCATED', (asked) => responseTo(asked, truncated)],
  ])('is a failure where it is one %s', async (_, problem, speak) => {
    using server = await DnsServer.listen(
      (_name, _type, asked) =>
        asked.transport === 'udp' ? truncated : { raw: [framed(speak(asked))] },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toEqual({ kind: 'failure', problem });
    expect(server.questions.slice(0, 2)).toEqual(['udp A a.test', 'tcp A a.test']);
  });

  it('is a failure where the server does not take connections', async () => {
    using server = await DnsServer.listen(() => truncated);
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toEqual({ kind: 'failure', problem: 'ECONNREFUSED' });
  });

  it('is a failure where the connection ends before it', async () => {
    using server = await DnsServer.listen(() => truncated);
    const hasty = createServer((socket) => socket.end(Buffer.from([0, 99, 1])));
    hasty.listen(server.port, '127.0.0.1');
    await once(hasty, 'listening');
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toEqual({ kind: 'failure', problem: 'ECLOSED' });
    hasty.close();
  });

  it('is waited for no longer than a try', async () => {
    using server = await DnsServer.listen(
      (_name, _type, { transport }) => (transport === 'udp' ? truncated : undefined),
      { tcp: true },
    );
    const clock = manualClock();
    const answer = createDnsSource([server.address], { clock, check: false }).query('A', 'a.test');
    for (const _ of ['the first', 'the second']) {
      await server.heard('tcp');
      clock.advance(TRY);
    }
    expect(await answer).toEqual({ kind: 'failure', problem: 'ETIMEOUT' });
  });
});

describe('a server that does not understand EDNS', () => {
  it.each<[string, (asked: Asked) => Buffer]>([
    ['FORMERR', (asked) => responseTo(asked, FORMERR)],
    ['NOTIMP', (asked) => responseTo(asked, NOTIMP)],
    [
      'FORMERR without the question',
      ({ id }) => dnsPacket.encode({ type: 'response', id, flags: FORMERR }),
    ],
    ['BADVERS', (asked) => responseTo(asked, { additionals: [badVersion] })],
  ])('and says %s is asked without it, and from then on', async (_, refuse) => {
    using server = await DnsServer.listen((name, _type, asked) =>
      asked.edns ? { raw: [refuse(asked)] } : [a(name)],
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
    expect(await dns.query('A', 'b.test')).toMatchObject(found);
    expect(server.asked.map(({ edns }) => edns)).toEqual([true, false, false]);
  });

  const badVersion: dnsPacket.Answer = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: 1232,
    extendedRcode: 1,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  };

  it('is not taken for one where it understands neither form', async () => {
    using server = await DnsServer.listen(() => FORMERR);
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toEqual({ kind: 'failure', problem: 'EFORMERR' });
    expect(server.asked.map(({ edns }) => edns)).toEqual([true, false, true, false]);
  });

  it('gets the size of datagrams by EDNS otherwise', async () => {
    using server = await DnsServer.listen((name) => [a(name)]);
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    await dns.query('A', 'a.test');
    expect(server.asked).toMatchObject([{ edns: true, size: 1232 }]);
  });
});

describe('a datagram that is lost', () => {
  it('is sent again after a second, with the same id from the same port', async () => {
    let count = 0;
    using server = await DnsServer.listen((name) => (++count === 1 ? undefined : [a(name)]));
    const clock = manualClock();
    const answer = createDnsSource([server.address], { clock, check: false }).query('A', 'a.test');
    await server.heard('udp');
    clock.advance(1000);
    expect(await answer).toMatchObject(found);
    const [first, second] = server.asked;
    expect(second).toMatchObject({ id: first?.id, port: first?.port });
  });
});

describe('a server that is silent', () => {
  it('to EDNS is asked without it for a minute', async () => {
    using server = await DnsServer.listen((name, _type, { edns }) =>
      edns ? undefined : [a(name)],
    );
    const clock = manualClock();
    const dns = createDnsSource([server.address], { clock, check: false });
    const first = dns.query('A', 'a.test');
    await server.heard('udp');
    clock.advance(TRY);
    expect(await first).toMatchObject(found);
    await dns.query('A', 'b.test');
    expect(server.asked.map(({ edns }) => edns)).toEqual([true, false, false]);
  });
});

describe('a server that speaks cookies', () => {
  const fromServer = Buffer.from('servers-cookie!!');
  const forged = [a('a.test', '198.51.100.1')];
  const repeated = ({ cookie = Buffer.alloc(0) }: Asked) =>
    withCookie(Buffer.concat([cookie.subarray(0, 8), fromServer]));

  it('gets its own back with ours', async () => {
    using server = await DnsServer.listen((name, _type, asked) => ({
      answers: [a(name)],
      ...repeated(asked),
    }));
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    for (const name of ['a.test', 'b.test']) await dns.query('A', name);
    const [first, second] = server.asked.map(({ cookie }) => cookie);
    expect(first).toHaveLength(8);
    expect(second).toEqual(Buffer.concat([first ?? Buffer.alloc(0), fromServer]));
  });

  it.each<[string, (asked: Asked) => Buffer]>([
    ['no cookie', (asked) => responseTo(asked, forged)],
    [
      'a guessed cookie',
      (asked) => responseTo(asked, { answers: forged, ...withCookie(Buffer.alloc(24, 1)) }),
    ],
  ])('is asked over TCP when a reply comes with %s', async (_, forge) => {
    using server = await DnsServer.listen(
      (name, _type, asked) => {
        if (name === 'first.test') return { answers: [a(name)], ...repeated(asked) };
        return asked.transport === 'udp' ? { raw: [forge(asked)] } : [a(name)];
      },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    await dns.query('A', 'first.test');
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
    expect(server.questions.slice(1)).toEqual(['udp A a.test', 'tcp A a.test']);
  });

  it('is asked over TCP when it does not know the cookie (BADCOOKIE)', async () => {
    using server = await DnsServer.listen(
      (name, _type, { transport, cookie = Buffer.alloc(8) }) =>
        transport === 'tcp'
          ? [a(name)]
          : { code: 7, ...withCookie(Buffer.concat([cookie.subarray(0, 8), fromServer]), 1) },
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  it('may have stopped to: what it says over TCP counts', async () => {
    using server = await DnsServer.listen(
      (name, _type, asked) => ({
        answers: [a(name)],
        ...(name === 'first.test' ? repeated(asked) : {}),
      }),
      { tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    await dns.query('A', 'first.test');
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });
});

/** A message with so many MX records of one host, each as short as can be. */
function fullOfMx(asked: Asked, count: number): Buffer {
  const head = responseTo(asked, []);
  head.writeUInt16BE(count, 6);
  // The name is that of the question (at 12), the host as well.
  const record = Buffer.from('c00c000f00010000038400040000c00c', 'hex');
  return Buffer.concat([head, ...Array.from({ length: count }, () => record)]);
}
