import { expect, it } from 'vitest';
import {
  classifyReply,
  createVerifier,
  type Finding,
  type VerifierOptions,
} from '../../src/library/verifier.ts';
import { DnsServer } from '../support/dns-server.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';

const HOST = 'mx.firm.test';

/** A world with one domain, and the options of a verifier that sees it over a real name server. */
async function startWorld() {
  const world = new MailWorld();
  const host = await world.host(HOST, { rcpt: mailboxes('ann') }, '127.0.0.9');
  const dns = await DnsServer.listen((name, type) => {
    if (name === 'firm.test' && type === 'MX')
      return [{ type, name, ttl: 60, data: { preference: 10, exchange: HOST } }];
    return name === HOST && type === 'A' ? [{ type, name, ttl: 60, data: '127.0.0.9' }] : 3;
  });
  const options: VerifierOptions = {
    helo: 'verify.test',
    resolvers: [dns.address],
    checkResolvers: false,
    allowNetworks: ['127.0.0.0/8'],
    port: world.port,
  };
  const end = async () => {
    dns[Symbol.dispose]();
    await world[Symbol.asyncDispose]();
  };
  return { host, options, [Symbol.asyncDispose]: end };
}

it('verifies an address by the resolvers and networks of its options', async () => {
  await using world = await startWorld();
  const verifier = createVerifier(world.options);
  expect(await verifier.verify('ann@firm.test')).toMatchObject({
    deliverable: true,
    reason: 'accepted',
    evidence: { mxHost: HOST, reply: { code: 250 } },
  });
  await verifier.close();
});

it('gives the findings of a list in its order, and each as it is known', async () => {
  await using world = await startWorld();
  const verifier = createVerifier(world.options);
  const known = new Map<number, Finding>();
  const emails = ['bob@firm.test', 'no address', 'ann@firm.test', 'full@sandbox.test'];
  const findings = await verifier.verifyAll(emails, {
    onFinding: (index, finding) => known.set(index, finding),
  });
  expect(findings.map(({ reason }) => reason)).toEqual([
    'no_mailbox',
    'syntax',
    'accepted',
    'full',
  ]);
  expect(emails.map((_email, index) => known.get(index))).toEqual(findings);
  expect(world.host.sessions).toHaveLength(1);
  await verifier.close();
});

it('answers with what it knows when a limit is reached', async () => {
  await using world = await startWorld();
  const verifier = createVerifier({ ...world.options, limits: { single: 0, list: undefined } });
  expect(await verifier.verify('ann@firm.test')).toMatchObject({ decided: false });
  await verifier.close();
});

it('ends a list with the reason of its signal', async () => {
  const verifier = createVerifier({ helo: 'verify.test' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(verifier.verifyAll(['ann@sandbox.test'], { signal })).rejects.toThrow('enough');
  await verifier.close();
});

it.each([
  { helo: 'no name' },
  { resolvers: ['nowhere'] },
  { allowNetworks: ['10/99'] },
  { limits: { connect: Number.NaN } },
  { limits: { list: -1 } },
  { pacing: { connections: 0 } },
  { pacing: { sessionIdle: '2s' as unknown as number } },
])('throws config for %o', (options) => {
  expect(() => createVerifier(options)).toThrow(expect.objectContaining({ code: 'config' }));
});

it('says what a reply means, of one line or several', () => {
  expect(classifyReply('550 5.1.1 User unknown')).toMatchObject({ meaning: 'no_mailbox' });
  expect(classifyReply('452-4.2.2 The recipient\n452 4.2.2 is over quota').meaning).toBe('full');
  expect(classifyReply('554 You are blocked', { stage: 'greeting' }).meaning).toBe('blocked');
});

it.each(['', 'User unknown', '250-and more', '250 ok\n550 no'])(
  'throws input for %j, which is not one SMTP reply',
  (text) => {
    expect(() => classifyReply(text)).toThrow(expect.objectContaining({ code: 'input' }));
  },
);
