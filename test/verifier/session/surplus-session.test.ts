import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findAll, MailWorld } from '../../support/mail-world.ts';

it('a job that comes while a session without work is closed is asked about in another one', async () => {
  const firstQuits = Promise.withResolvers<void>();
  const secondQuits = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let sessions = 0;
  /** The second session is greeted when the first one has asked for all, and its QUIT is answered late. */
  const raw = async (socket: Socket) => {
    const at = ++sessions;
    const lines = createInterface({ input: socket });
    if (at === 2) await firstQuits.promise;
    socket.write('220 mx.a.test ESMTP\r\n');
    for await (const line of lines) {
      if (line === 'QUIT') {
        if (at === 1) firstQuits.resolve();
        if (at === 1) await secondQuits.promise;
        if (at === 2) secondQuits.resolve();
        if (at === 2) await release.promise;
        socket.end('221 2.0.0 Bye\r\n');
        return;
      }
      const isMissing = /^RCPT TO:<(?!u\d|bob)/.test(line);
      socket.write(isMissing ? '550 5.1.1 User unknown\r\n' : '250 2.0.0 Ok\r\n');
    }
  };
  await using world = new MailWorld();
  await world.served('a.test', { raw: (socket) => void raw(socket) });
  const verifier = world.verifier();
  const emails = Array.from({ length: 60 }, (_, at) => `u${at}@a.test`);
  const found = await findAll(verifier, emails);
  expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['accepted']));
  await nextTurn();
  const bob = verifier.verify('bob@a.test');
  release.resolve();
  expect(await bob).toMatchObject({ reason: 'accepted' });
  expect(sessions).toBe(3);
});
