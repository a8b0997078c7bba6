import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { directConnector } from '../../src/verifier/net/connect.ts';
import { createDial, type DialResult } from '../../src/verifier/net/dial.ts';
import { createGuard } from '../../src/verifier/net/guard.ts';
import { createPortCheck } from '../../src/verifier/net/port-check.ts';
import { MailWorld } from '../support/mail-world.ts';
import { manualClock } from '../support/manual-clock.ts';

const open = new AbortController().signal;

/** Both domains have a mail host; what comes of connecting to it is given. */
function checkWith(dial: (host: string, signal: AbortSignal) => Promise<DialResult>) {
  const world = new MailWorld();
  for (const domain of ['gmail.com', 'outlook.com']) world.domain(domain, `mx.${domain}`);
  const clock = manualClock();
  return { clock, check: createPortCheck({ dns: world.dns, dial, clock, random: () => 0 }) };
}

describe('the check of port 25', () => {
  it('finds it open by the greeting of one host, and takes leave of it', async () => {
    await using world = new MailWorld();
    const host = await world.served('gmail.com');
    world.domain('outlook.com', 'mx.outlook.com');
    const clock = manualClock();
    const guard = createGuard(['127.0.0.0/8']);
    const connector = directConnector({ clock, connectLimit: 500 });
    const dial = createDial({ dns: world.dns, guard, port: world.port, connector });
    const check = createPortCheck({ dns: world.dns, dial, clock, random: () => 0 });
    expect(await check(open)).toBe('open');
    await expect.poll(() => host.sessions[0]?.commands).toEqual(['QUIT']);
  });

  it.each(['silence', 'refusal'] as const)('finds it closed by %s', async (cause) => {
    const { check } = checkWith(async () => ({ kind: 'failed', cause }));
    expect(await check(open)).toBe('closed');
  });

  it.each<[string, DialResult]>([
    ['has no address', { kind: 'no_host' }],
    ['has a private address', { kind: 'refused_network' }],
    ['can not be looked up', { kind: 'failed', cause: 'lookup' }],
  ])('finds out nothing where the host %s', async (_, dialled) => {
    expect(await checkWith(async () => dialled).check(open)).toBe('unknown');
  });

  it('finds it closed where connections are accepted and nobody greets', async () => {
    const stream = () => ({ kind: 'connected', stream: new PassThrough() }) as const;
    const { check, clock } = checkWith(async () => stream());
    const found = check(open);
    await clock.sleeping(5000);
    await new Promise(setImmediate);
    clock.advance(5000);
    expect(await found).toBe('closed');
  });

  it('finds out nothing when it is ended', async () => {
    const closing = new AbortController();
    const { check } = checkWith(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const found = check(closing.signal);
    closing.abort();
    expect(await found).toBe('unknown');
  });
});
