/** What somebody may do who owns a domain, its name servers and its mail hosts. */
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDnsSource } from '../../src/verifier/dns/resolver-source.ts';
import type { DnsAnswer, DnsSource, RecordType } from '../../src/verifier/dns/source.ts';
import { directConnector } from '../../src/verifier/net/connect.ts';
import { createDial } from '../../src/verifier/net/dial.ts';
import { createGuard } from '../../src/verifier/net/guard.ts';
import { DnsServer } from '../support/dns-server.ts';
import { eachTest } from '../support/each-test.ts';
import { loopClock } from '../support/loop-clock.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

const limits = { connect: 1000, greeting: 300, command: 300, session: 2000, single: 5000 };
const ann = { rcpt: mailboxes('ann') };

describe('an MX record', () => {
  it.each([
    '127.0.0.2',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.2',
    '::ffff:7f00:2',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:2::1',
    'fe80::1',
    'fd00::1',
    'fec0::1',
    '::',
    'ff02::1',
  ])('that leads to %s is not followed', async (address) => {
    const host = await world.host('inside.test', ann);
    world.domain('a.test', 'mx.a.test');
    world.dns.zones.set(
      'mx.a.test',
      address.includes(':') ? { AAAA: [address] } : { A: [address] },
    );
    const finding = await world.verifier({ allowNetwork: [] }).verify('ann@a.test');
    expect(finding).toMatchObject({ reason: 'refused_network', decided: false });
    expect(host.sessions).toEqual([]);
  });

  it.each(['127.0.0.2', '[127.0.0.2]', '::1', '2130706434', '0x7f000002', 'localhost'])(
    'that is %s leads nowhere',
    async (exchange) => {
      const host = await world.host('inside.test', ann);
      world.domain('a.test', exchange);
      const finding = await world.verifier({ allowNetwork: [] }).verify('ann@a.test');
      expect(finding.deliverable).toBe(false);
      expect(host.sessions).toEqual([]);
    },
  );

  it('with line ends in its name sends no command', async () => {
    const host = await world.host('mx\r\ndata.test', ann);
    world.domain('a.test', 'mx\r\ndata.test');
    await world.verifier().verify('ann@a.test');
    const commands = host.sessions.flatMap((session) => session.commands);
    expect(commands.filter((line) => !/^(EHLO|MAIL|RCPT|RSET|QUIT)/.test(line))).toEqual([]);
  });

  it("that looks like the hosts of another domain in one name does not take that domain's mail along", async () => {
    for (const name of ['a.test', 'b.test']) await world.host(name, ann);
    world.domain('theirs.test', 'a.test', 'b.test');
    world.domain('evil.test', 'a.test,1 b.test');
    const verifier = world.verifier();
    const [evil, theirs] = await Promise.all([
      verifier.verify('ann@evil.test'),
      verifier.verify('ann@theirs.test'),
    ]);
    expect([evil.deliverable, theirs.deliverable]).toEqual([false, true]);
  });

  it('in ten thousand costs five calls', async () => {
    const hosts = Array.from({ length: 10_000 }, (_, at) => `mx${at}.h${at}.test`);
    world.domain('a.test', ...hosts);
    const dialled: string[] = [];
    const dial = async (host: string) => {
      dialled.push(host);
      return { kind: 'failed', cause: 'refusal' } as const;
    };
    const finding = await world.verifier({}, { dial }).verify('ann@a.test');
    expect(finding).toMatchObject({ reason: 'no_connection' });
    expect(dialled).toHaveLength(5);
  });
});

describe('a name server', () => {
  /** Says something else each time. */
  function fickle(...answers: readonly string[]): DnsSource & { readonly asked: string[] } {
    const asked: string[] = [];
    const left = [...answers];
    return {
      asked,
      async query<Type extends RecordType>(type: Type, name: string) {
        asked.push(`${type} ${name}`);
        const record = type === 'A' ? left.shift() : undefined;
        const none: DnsAnswer<'A'> = { kind: 'nodata', ttl: 0 };
        const found: DnsAnswer<'A'> = { kind: 'records', records: [record ?? ''], ttl: 0 };
        return (record ? found : none) as DnsAnswer<Type>;
      },
    };
  }

  it('that changes its mind between the look and the call is not asked twice', async () => {
    const judged = await world.host('judged.test');
    const other = await world.host('other.test');
    const dns = fickle('127.0.0.2', '127.0.0.3');
    const guard = createGuard(['127.0.0.2/32']);
    const dial = createDial({
      dns,
      guard,
      port: world.port,
      connector: directConnector({ clock: loopClock, connectLimit: 500 }),
    });
    const dialled = await dial('mx.a.test', new AbortController().signal);
    if (dialled.kind === 'connected') dialled.stream.destroy();
    expect(dialled.kind).toBe('connected');
    expect(dns.asked).toEqual(['A mx.a.test']);
    expect(other.sessions).toEqual([]);
    expect(judged.peak).toBeLessThanOrEqual(1);
  });

  it('that leads aliases in a circle comes to an end', async () => {
    using server = await DnsServer.listen((name) => [
      { type: 'CNAME', name, ttl: 9, data: name === 'a.test' ? 'b.test' : 'a.test' },
      { type: 'CNAME', name: 'b.test', ttl: 9, data: 'a.test' },
    ]);
    const dns = createDnsSource([server.address]);
    expect((await dns.query('MX', 'a.test')).kind).not.toBe('records');
    expect((await dns.query('A', 'a.test')).kind).not.toBe('records');
  });
});

describe('a mail host', () => {
  /** Greets, answers EHLO and MAIL, then speaks its own way. */
  function misbehaving(speak: (socket: Socket) => void, from: 'EHLO' | 'RCPT') {
    return (socket: Socket) => {
      socket.on('error', () => {});
      socket.write('220 mx.a.test\r\n');
      socket.on('data', (chunk) => {
        if (chunk.includes(from)) speak(socket);
        else socket.write('250 Ok\r\n');
      });
    };
  }
  const huge = Buffer.alloc(10_000_000, 'a');
  const flood = (line: string) => (socket: Socket) => void socket.write(line.repeat(200_000));
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, (socket: Socket) => void]>([
    ['a line of ten megabytes', (socket) => void socket.write(huge)],
    ['a reply of ten megabytes', (socket) => void socket.write(`250 ${huge.toString()}\r\n`)],
    ['keywords without end', flood('250-KEYWORD\r\n')],
    ['replies without end', flood('250 Ok\r\n')],
    ['a byte now and then', drip],
    ['NUL octets', (socket) => void socket.write(Buffer.alloc(100_000))],
    ['line ends alone', flood('\r\n')],
    ['a code of four digits', (socket) => void socket.write('2500 Ok\r\n')],
    ['what is no UTF-8', (socket) => void socket.write(Buffer.from([0xff, 0xfe, 0x0d, 0x0a]))],
  ])('that says %s leaves the address undecided, soon', async (_, speak) => {
    for (const from of ['EHLO', 'RCPT'] as const) {
      await using world = new MailWorld();
      await world.served('a.test', { raw: misbehaving(speak, from) });
      const finding = await world.verifier({ limits }).verify('ann@a.test');
      // A host that floods with "Ok" at RCPT has accepted the one recipient.
      expect(finding.decided && !finding.deliverable).toBe(false);
      expect(finding.mx).toBe(true);
    }
  });

  it('that resets the connection in the middle is asked once more', async () => {
    let isFirst = true;
    await world.served('a.test', {
      rcpt: (address) => {
        if (!isFirst) return mailboxes('ann')(address);
        isFirst = false;
        return 'drop';
      },
    });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
  });
});

describe('a list', () => {
  it('with line ends in every address names none of them to a host', async () => {
    const host = await world.served('a.test', ann);
    const verifier = world.verifier();
    for (const end of ['\r\n', '\n', '\r', '\0', '\u2028', '\u0085']) {
      for (const email of [`ann${end}DATA@a.test`, `ann@a${end}.test`, `"a${end}b"@a.test`]) {
        await verifier.verify(email);
      }
    }
    const named = host.sessions.flatMap((session) => session.commands);
    expect(named.filter((line) => /DATA|a.?b"/s.test(line))).toEqual([]);
  });
});
