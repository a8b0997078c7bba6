import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { findAll, isRandom, MailWorld } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const HOUR = 60 * 60_000;
const accepting = (to: string) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok');
const accepted = [{ reason: 'accepted' }];

/** A host that refuses a second EHLO. */
function refusingHello(heard: string[]): (socket: Socket) => void {
  return (socket) => {
    socket.write('220 mx.test\r\n');
    let hellos = 0;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (line.startsWith('EHLO'))
          socket.write(hellos++ === 0 ? '250-mx.test\r\n250 PIPELINING\r\n' : '503 Duplicate\r\n');
        else if (line === 'QUIT') socket.end('221 Bye\r\n');
        else if (isRandom(line.replace('RCPT TO:<', ''))) socket.write('550 5.1.1 No\r\n');
        else socket.write('250 Ok\r\n');
      }
    });
  };
}

describe('a session without work', () => {
  it('serves the next batch at its host', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ sessionIdle: HOUR });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    expect(host.open).toBe(1);
    expect(await findAll(verifier, ['bob@a.test'])).toMatchObject(accepted);
    expect(await verifier.verify('cid@a.test')).toMatchObject({ reason: 'accepted' });
    expect(host.sessions).toHaveLength(1);
    expect(host.recipients.map(isRandom)).toEqual([false, true, false, true, false, true]);
  });

  it('serves another domain of its hosts', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    world.domain('b.test', 'mx.a.test');
    const verifier = world.verifier({ sessionIdle: HOUR });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    expect(await findAll(verifier, ['ann@b.test'])).toMatchObject(accepted);
    expect(host.sessions).toHaveLength(1);
  });

  it('ends with QUIT when its time is over', async () => {
    const clock = manualClock();
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ sessionIdle: 7000 }, { clock });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    await clock.sleeping(7000);
    clock.advance(7000);
    await expect.poll(() => host.sessions[0]?.commands.at(-1)).toBe('QUIT');
    expect(await findAll(verifier, ['bob@a.test'])).toMatchObject(accepted);
    expect(host.sessions).toHaveLength(2);
  });

  it('gives its place at the provider to a session with another host', async () => {
    await world.host('mx1.provider.test', { rcpt: accepting });
    await world.host('mx2.provider.test', { rcpt: accepting });
    world.domain('a.test', 'mx1.provider.test');
    world.domain('b.test', 'mx2.provider.test');
    const verifier = world.verifier({ sessionIdle: HOUR, providerConnections: 1 });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    expect(await findAll(verifier, ['ann@b.test'])).toMatchObject(accepted);
  });

  it('gives its slot to a session with another provider', async () => {
    await world.served('a.test', { rcpt: accepting });
    await world.served('b.test', { rcpt: accepting });
    const verifier = world.verifier({ sessionIdle: HOUR, connections: 1 });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    expect(await findAll(verifier, ['ann@b.test'])).toMatchObject(accepted);
  });

  it('ends where the host refuses a second EHLO, and its answers count', async () => {
    const heard: string[] = [];
    await world.served('a.test', { raw: refusingHello(heard) });
    const verifier = world.verifier({ sessionIdle: HOUR });
    expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
    expect(heard.slice(-2)).toEqual([expect.stringMatching(/^EHLO/), 'QUIT']);
  });

  it.each(['', '421 4.4.2 Idle for too long\r\n'])(
    'that the host ends with "%s" leads to a new one at once',
    async (words) => {
      const host = await world.served('a.test', { rcpt: accepting });
      const verifier = world.verifier({ sessionIdle: HOUR });
      expect(await findAll(verifier, ['ann@a.test'])).toMatchObject(accepted);
      host.hangUp(words);
      await expect.poll(() => host.open).toBe(0);
      expect(await findAll(verifier, ['bob@a.test'])).toMatchObject(accepted);
      expect(host.sessions).toHaveLength(2);
    },
  );

  it('is closed with the verifier', async () => {
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ sessionIdle: HOUR });
    await findAll(verifier, ['ann@a.test']);
    await verifier.close();
    await expect.poll(() => host.open).toBe(0);
  });

  it('is not kept for longer than a session may last', async () => {
    const clock = manualClock();
    const host = await world.served('a.test', { rcpt: accepting });
    const verifier = world.verifier({ sessionIdle: HOUR }, { clock });
    for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gil', 'hal', 'ida', 'jon'])
      expect(await findAll(verifier, [`${name}@a.test`])).toMatchObject(accepted);
    // EHLO proves eight times; Exim takes ten.
    expect(host.sessions).toHaveLength(2);
  });
});
