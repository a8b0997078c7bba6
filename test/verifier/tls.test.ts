import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import { Zones } from '../support/mail-world.ts';

/** A verifier that knows one domain, served by a real SMTP server. */
async function withServer(options: SMTPServerOptions) {
  const server = new SMTPServer({ authOptional: true, disableReverseLookup: true, ...options });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const dns = new Zones();
  dns.zones.set('a.test', { MX: [[0, 'mx.a.test']] });
  dns.zones.set('mx.a.test', { A: ['127.0.0.1'] });
  const { port } = server.server.address() as AddressInfo;
  const settings = { helo: 'verify.test', allowNetwork: ['127.0.0.1/32'], port };
  const verifier = createVerifier(settings, { dns });
  return {
    verifier,
    async [Symbol.asyncDispose]() {
      await verifier.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

const onlyAnn: SMTPServerOptions['onRcptTo'] = (address, _, done) =>
  done(address.address === 'ann@a.test' ? null : refusal(550, '5.1.1 User unknown'));

describe("nodemailer's SMTP server as a peer", () => {
  it('tells a mailbox that exists from one that does not', async () => {
    await using peer = await withServer({ onRcptTo: onlyAnn });
    expect(await peer.verifier.verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      score: 100,
    });
    expect(await peer.verifier.verify('bob@a.test')).toMatchObject({
      reason: 'no_mailbox',
      score: 0,
    });
  });

  it('is asked over TLS where it demands that at MAIL, whatever its certificate', async () => {
    const secured: boolean[] = [];
    await using peer = await withServer({
      onMailFrom(_, session, done) {
        secured.push(session.secure);
        done(session.secure ? null : refusal(530, '5.7.0 Must issue a STARTTLS command first'));
      },
      onRcptTo: onlyAnn,
    });
    expect(await peer.verifier.verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      score: 100,
    });
    expect(secured).toEqual([false, true]);
    expect(await peer.verifier.verify('bob@a.test')).toMatchObject({ reason: 'no_mailbox' });
    expect(secured).toEqual([false, true, true]);
  });

  it('is asked over TLS where it demands that at RCPT and hangs up', async () => {
    await using peer = await withServer({
      onRcptTo(address, session, done) {
        if (session.secure) onlyAnn?.(address, session, done);
        else done(refusal(421, '4.7.0 TLS required'));
      },
    });
    expect(await peer.verifier.verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      score: 100,
    });
  });

  it('leaves an address undecided that demands TLS without offering it', async () => {
    await using peer = await withServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_, __, done) => done(refusal(530, '5.7.0 Must issue a STARTTLS command first')),
    });
    expect(await peer.verifier.verify('ann@a.test')).toMatchObject({ decided: false, mx: true });
  });

  it('asks for many addresses in few sessions', async () => {
    let sessions = 0;
    await using peer = await withServer({
      onConnect(_, done) {
        sessions++;
        done();
      },
      onRcptTo: (_, __, done) => done(null),
    });
    const emails = Array.from({ length: 50 }, (_, at) => `u${at}@a.test`);
    const reasons = new Set<string>();
    await peer.verifier.verifyAll(emails, (_, finding) => reasons.add(finding.reason));
    expect(reasons).toEqual(new Set(['accept_all']));
    expect(sessions).toBeLessThanOrEqual(2);
  });
});
