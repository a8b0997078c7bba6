import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import { eachTest } from '../support/each-test.ts';
import { MailWorld } from '../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

const limits = { connect: 1000, greeting: 300, command: 300, session: 2000, single: 5000 };

describe('a hostile mail host', () => {
  it.each<[string, (write: (text: string) => boolean) => void]>([
    ['says nothing', () => {}],
    ['speaks HTTP', (write) => void write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['greets without end', (write) => void write('220-hello\r\n'.repeat(100_000))],
    ['sends a line of ten megabytes', (write) => void write('220 '.padEnd(10_000_000, 'a'))],
    ['answers what nobody asked', (write) => void write('250 Ok\r\n'.repeat(10_000))],
  ])('that %s leaves the address undecided, soon', async (_, speak) => {
    await world.served('a.test', {
      raw: (socket) => {
        socket.on('error', () => {});
        speak((text) => socket.write(text));
      },
    });
    const finding = await world.verifier({ limits }).verify('ann@a.test');
    expect(finding).toMatchObject({ reason: 'no_answer', mx: true, smtp: false, decided: false });
  });

  it('that hangs up after its greeting is not connected to again and again', async () => {
    const host = await world.served('a.test', {
      raw: (socket) => {
        socket.write('220 mx.a.test\r\n');
        socket.once('data', () => socket.end('250 mx.a.test\r\n'));
      },
    });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'no_answer' });
    expect(host.sessions.length).toBeLessThanOrEqual(3);
  });

  it('that answers ahead of the questions is not believed', async () => {
    await world.served('a.test', {
      raw: (socket) => {
        socket.on('error', () => {});
        socket.write('220 mx.a.test\r\n250 mx.a.test\r\n250 Ok\r\n250 Ok\r\n250 Ok\r\n');
      },
    });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'no_answer' });
  });

  it('that trickles a greeting is given up when the time for it is over', async () => {
    await world.served('a.test', {
      raw: (socket) => {
        socket.on('error', () => {});
        const trickle = setInterval(() => socket.write('220-still here\r\n'), 50);
        socket.on('close', () => clearInterval(trickle));
      },
    });
    const finding = await world.verifier({ limits }).verify('ann@a.test');
    expect(finding).toMatchObject({ reason: 'no_answer' });
  });
});

describe('a command injection', () => {
  it('by an address never reaches a host', async () => {
    const host = await world.served('a.test');
    for (const email of ['ann\r\nDATA@a.test', '"ann\r\nDATA"@a.test', 'ann@a.test\r\nDATA']) {
      expect(await world.verifier().verify(email)).toMatchObject({
        reason: 'syntax',
        valid: false,
      });
    }
    expect(host.sessions).toEqual([]);
  });

  it.each([
    { helo: 'a.test\r\nDATA' },
    { helo: '' },
    { helo: 'localhost' },
    { sender: 'ann@a.test>\r\nDATA' },
    { allowNetwork: ['everything'] },
  ])('by the settings %j is refused at once', (settings) => {
    expect(() => createVerifier(settings)).toThrow(expect.objectContaining({ code: 'config' }));
  });
});
