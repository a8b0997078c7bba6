/**
 * The verifier against Postfix and Exim as they are: the same cases for both, over port 25 of
 * loopback addresses and a name server of our own. Started by scripts/test-mta.js.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import { DnsServer, denial, type Reply } from '../support/dns-server.ts';
import { findAll } from '../support/mail-world.ts';
import { freshUser } from '../support/run-program.ts';
import { answersAt } from './answers.ts';
import { startExim } from './exim.ts';
import { openGreylist } from './greylist.ts';
import { DOMAINS, type MailServer, type ServerAddresses } from './mail-server.ts';
import { startPostfix } from './postfix.ts';
import { inboxNames, sendNews } from './returned-mail.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each server was found. */
    binaries: { postfix?: string; exim?: string };
  }
}

const NXDOMAIN = 3;
const STARTERS = { postfix: startPostfix, exim: startExim };
const support = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));

/** `mx.plain.test` and `mx.tls.test` are the server; an implicit MX is the name itself. */
function zonesOf({ plain, tls }: ServerAddresses) {
  const addresses: Record<string, string> = {
    'mx.plain.test': plain,
    'mx.tls.test': tls,
    'elsewhere.test': plain,
  };
  const served: readonly string[] = Object.values(DOMAINS);
  return (name: string, type: string): Reply => {
    if (type === 'MX' && served.includes(name)) {
      const exchange = name === DOMAINS.tls ? 'mx.tls.test' : 'mx.plain.test';
      return [{ type: 'MX', name, ttl: 60, data: { preference: 10, exchange } }];
    }
    const data = addresses[name];
    if (data === undefined) return denial(NXDOMAIN);
    return type === 'A' ? [{ type: 'A', name, ttl: 60, data }] : denial();
  };
}

const BINARIES = inject('binaries');
const FOUND = (['postfix', 'exim'] as const).filter((name) => BINARIES[name] !== undefined);

describe.each(FOUND)('the verifier and %s', (name) => {
  const stack = new AsyncDisposableStack();
  let resolver = '';
  let server: MailServer;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), `mailvet-${name}-`));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const greylist = stack.use(await openGreylist());
    const certificate = { cert: support('cert.pem'), key: support('key.pem') };
    const ground = { folder, greylistPort: greylist.port, certificate };
    server = stack.use(await STARTERS[name](BINARIES[name] ?? '', ground));
    await Promise.all(Object.values(server.addresses).map((address) => answersAt(address)));
    resolver = stack.use(await DnsServer.listen(zonesOf(server.addresses))).address;
  }, 300_000);

  afterAll(() => stack.disposeAsync());

  function verifier() {
    return createVerifier({
      helo: 'verify.mailvet.test',
      dns: [resolver],
      allowNetwork: ['127.0.0.0/8'],
      greylistRetries: [500, 1000],
    });
  }

  it.each([
    ['ann@mta.test', { reason: 'accepted', deliverable: true, acceptAll: false, score: 100 }],
    ['ann+news@catch-all.test', { reason: 'accept_all', acceptAll: true, score: 60 }],
    ['info@mta.test', { reason: 'accepted', role: true, score: 90 }],
    ['nobody@mta.test', { reason: 'no_mailbox', smtp: true, deliverable: false, score: 0 }],
    ['full@mta.test', { reason: 'full', smtp: true, deliverable: false, score: 20 }],
    ['bob@tls.test', { reason: 'accepted', score: 100 }],
    ['nobody@tls.test', { reason: 'no_mailbox', score: 0 }],
    ['ann@greylisted.test', { reason: 'accepted', score: 100 }],
    ['nobody@greylisted.test', { reason: 'no_mailbox', score: 0 }],
    ['ann@elsewhere.test', { reason: 'unclear', mx: true, decided: false }],
    ['ann@nowhere.test', { reason: 'no_mx', mx: false, score: 0 }],
  ])('find %s as it is', async (email, expected) => {
    const one = verifier();
    expect(await one.verify(email)).toMatchObject(expected);
    await one.close();
  });

  it('learn from mail that was accepted and returned, and from nothing else', async () => {
    await using user = await freshUser();
    Object.assign(user.env, {
      MAILVET_DNS: resolver,
      MAILVET_ALLOW_NETWORK: '127.0.0.0/8',
      MAILVET_DNSBL: 'off',
    });
    const verdictOf = async (email: string) =>
      (await user.run(['verify', '--columns', 'email,verdict,detail', email])).stdout.trim();
    expect(await verdictOf('left@mta.test')).toBe('left@mta.test\tdeliverable\taccepted');
    await sendNews(server, 'left@mta.test');
    await sendNews(server, 'ann@mta.test');
    await inboxNames(server, 'left@mta.test');
    const learned = await user.run(['learn', '--json', server.inbox]);
    const outcomes = learned.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(outcomes).toMatchObject([{ email: 'left@mta.test', outcome: 'no_mailbox' }]);
    expect(await verdictOf('left@mta.test')).toBe('left@mta.test\tundeliverable\tbounced');
    expect(await verdictOf('ann@mta.test')).toBe('ann@mta.test\tdeliverable\taccepted');
  });

  it('find everybody in a list with many refusals', async () => {
    const missing = Array.from({ length: 30 }, (_, at) => `missing${at}@mta.test`);
    const one = verifier();
    const found = await findAll(one, ['ann@mta.test', ...missing, 'bob@mta.test', 'full@mta.test']);
    expect(found.map((finding) => finding.reason)).toEqual([
      'accepted',
      ...missing.map(() => 'no_mailbox'),
      'accepted',
      'full',
    ]);
    await one.close();
  }, 300_000);
});
