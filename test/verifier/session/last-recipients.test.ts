import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { findAll, isRandom, MailWorld } from '../../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

/** As many as go along with MAIL: the random address behind them is the last recipient. */
const EMAILS = Array.from({ length: 3 }, (_, at) => `n${at}@a.test`);

/** A host that notes which commands came together; `reply` may end the connection by itself. */
function noting(
  groups: string[][],
  reply: (line: string, socket: Socket) => string | undefined = () => undefined,
  keywords = '250 PIPELINING',
): (socket: Socket) => void {
  return (socket) => {
    socket.write('220 mx.test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = chunk.toString().split('\r\n').filter(Boolean);
      groups.push(lines.map((line) => line.replace(/ .*/, '')));
      for (const line of lines) {
        const own = reply(line, socket);
        if (own !== undefined) socket.write(own);
        else if (line.startsWith('EHLO')) socket.write(`250-mx.test\r\n${keywords}\r\n`);
        else if (line === 'QUIT') socket.end('221 Bye\r\n');
        else if (isRandom(line.slice('RCPT TO:<'.length))) socket.write('550 5.1.1 No\r\n');
        else socket.write('250 Ok\r\n');
      }
    });
  };
}

const lastOf = (groups: readonly string[][]) => groups.at(-1);

describe('the last recipients of a session', () => {
  it('have QUIT behind them where the host takes commands together', async () => {
    const groups: string[][] = [];
    await world.served('a.test', { raw: noting(groups) });
    const findings = await findAll(world.verifier(), EMAILS);
    expect(findings.map(({ reason }) => reason)).toEqual(EMAILS.map(() => 'accepted'));
    expect(groups).toEqual([['EHLO'], ['MAIL', 'RCPT', 'RCPT', 'RCPT'], ['RCPT', 'QUIT']]);
  });

  it('are asked alone where the host takes one command at a time', async () => {
    const groups: string[][] = [];
    await world.served('a.test', { raw: noting(groups, undefined, '250 8BITMIME') });
    await findAll(world.verifier(), EMAILS);
    expect(lastOf(groups)).toEqual(['QUIT']);
  });

  it('are asked alone where the session stays open for the next batch', async () => {
    const groups: string[][] = [];
    await world.served('a.test', { raw: noting(groups) });
    const verifier = world.verifier({ sessionIdle: 60_000 });
    await findAll(verifier, EMAILS);
    expect(groups.flat()).not.toContain('QUIT');
  });

  it('are asked alone at a host that hung up on QUIT before it had replied to all', async () => {
    const groups: string[][] = [];
    const impatient = (line: string, socket: Socket) => {
      const isAlong = lastOf(groups)?.length !== 1;
      if (!isAlong || lastOf(groups)?.at(-1) !== 'QUIT' || !line.startsWith('RCPT')) return;
      socket.destroy();
      return '';
    };
    await world.served('a.test', { raw: noting(groups, impatient) });
    const verifier = world.verifier();
    const findings = await findAll(verifier, EMAILS);
    expect(findings.map(({ reason }) => reason)).toEqual(EMAILS.map(() => 'accepted'));
    expect(groups.filter((group) => group.length > 1 && group.at(-1) === 'QUIT')).toHaveLength(1);
    expect(lastOf(groups)).toEqual(['QUIT']);
  });
});
