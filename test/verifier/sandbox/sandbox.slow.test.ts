import { afterAll, describe, expect, it } from 'vitest';
import { isSandboxAddress } from '../../../src/address/sandbox-domain.ts';
import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import { findAll } from '../../support/mail-world.ts';

/** Nothing may leave the process: a look-up or a connection fails the test. */
const outside = () => {
  throw new Error('the sandbox reached out');
};
const verifier = createVerifier(
  { helo: 'verify.test' },
  { dns: { query: outside }, dial: outside },
);
afterAll(() => verifier.close());

/** How often a greylisted address is asked depends on when it was asked last. */
/** But for how often it was asked. */
const withoutAttempts = ({ evidence, ...finding }: Finding) => ({
  ...finding,
  evidence: { ...evidence, attempts: 0 },
});

const DEAD = { valid: true, mx: true, deliverable: false, decided: true };
const GOOD = { ...DEAD, deliverable: true, smtp: true, acceptAll: false, temporary: false };
const UNDECIDED = { valid: true, mx: true, smtp: false, deliverable: false, decided: false };
const NO_MAIL = { ...DEAD, mx: false, smtp: false, score: 0 };

describe('the sandbox', () => {
  it.each([
    ['ann@sandbox.test', { ...GOOD, score: 100, reason: 'accepted' }],
    ['Ann.Lee+x@SANDBOX.Test', { ...GOOD, score: 100 }],
    ['jörg@sandbox.test', { ...GOOD, score: 100 }],
    ['undeliverable@sandbox.test', { ...DEAD, smtp: true, score: 0, reason: 'no_mailbox' }],
    ['UNDELIVERABLE@sandbox.test', { ...DEAD, smtp: true, score: 0 }],
    ['full@sandbox.test', { ...DEAD, smtp: true, score: 20, reason: 'full' }],
    ['disabled@sandbox.test', { ...DEAD, smtp: true, score: 0, reason: 'disabled' }],
    ['support@sandbox.test', { ...GOOD, role: true, score: 90 }],
    ['ann@accept-all.sandbox.test', { ...GOOD, acceptAll: true, score: 60 }],
    ['ann@disposable.sandbox.test', { ...GOOD, temporary: true, score: 20 }],
    ['ann@no-mx.sandbox.test', { ...NO_MAIL, reason: 'no_mx' }],
    ['ann@null-mx.sandbox.test', { ...NO_MAIL, reason: 'null_mx' }],
    ['ann@elsewhere.sandbox.test', { ...NO_MAIL, reason: 'no_mx' }],
    ['timeout@sandbox.test', { ...UNDECIDED, score: 45, reason: 'no_answer' }],
    ['blocked@sandbox.test', { ...UNDECIDED, score: 45, reason: 'blocked' }],
    ['greylisted@sandbox.test', { ...GOOD, score: 100 }],
    ['ann@slow.sandbox.test', { ...GOOD, score: 100 }],
    ['a b@sandbox.test', { valid: false, mx: false, score: 0, decided: true, reason: 'syntax' }],
  ])('answers %s', async (email, expected) => {
    expect(await verifier.verify(email)).toMatchObject({ email, ...expected });
  });

  it('answers a list alike each time, however its addresses are mixed', async () => {
    const special = ['timeout', 'blocked', 'greylisted', 'full', 'undeliverable', 'disabled'];
    const emails = Array.from({ length: 120 }, (_, at) => {
      const name = at % 10 === 0 ? special[(at / 10) % special.length] : `u${at}`;
      return `${name}@sandbox.test`;
    });
    const [first, second] = [await findAll(verifier, emails), await findAll(verifier, emails)];
    expect(second.map(withoutAttempts)).toEqual(first.map(withoutAttempts));
    const alone = first.slice(0, 60).map(({ email }) => verifier.verify(email));
    const findings = await Promise.all(alone);
    expect(findings.map(withoutAttempts)).toEqual(first.slice(0, 60).map(withoutAttempts));
  });

  it('answers a thousand addresses in a moment', async () => {
    const emails = Array.from({ length: 1000 }, (_, at) => `u${at}@sandbox.test`);
    const findings = await findAll(verifier, emails);
    expect(findings.filter((finding) => finding.score === 100)).toHaveLength(1000);
  });

  it('answers others while hundreds wait for the slow host', async () => {
    const stop = new AbortController();
    const emails = Array.from({ length: 300 }, (_, at) => `u${at}@slow.sandbox.test`);
    let answered = 0;
    const count = () => {
      answered += 1;
    };
    const owner = { team: 't', batch: 'slow' };
    const slow = verifier.verifyAll(emails, count, { signal: stop.signal, owner });
    expect(await verifier.verify('ann@sandbox.test')).toMatchObject({ reason: 'accepted' });
    expect(answered).toBe(0);
    const work = { open: 300, waiting: 0, settled: 0, closedFor: 0 };
    expect(verifier.backlog?.(new Set(['slow']))).toMatchObject([work]);
    stop.abort(new Error('enough'));
    await expect(slow).rejects.toThrow('enough');
  });

  it('stops at once when its signal aborts', async () => {
    const stop = new AbortController();
    const emails = Array.from({ length: 100 }, (_, at) => `u${at}@slow.sandbox.test`);
    const reported: number[] = [];
    const run = verifier.verifyAll(
      emails,
      (index) => {
        reported.push(index);
        stop.abort(new Error('enough'));
      },
      { signal: stop.signal },
    );
    await expect(run).rejects.toThrow('enough');
    expect(reported.length).toBeLessThan(30);
  });
});

describe('createVerifier', () => {
  it('mixes the sandbox with real addresses in one list', async () => {
    const dns = { query: async () => ({ kind: 'nxdomain', ttl: 60 }) as const };
    const mixed = createVerifier({ helo: 'verify.test' }, { dns });
    const findings = await findAll(mixed, [
      'ann@real.test',
      'ann@sandbox.test',
      'nonsense',
      'b@b.test',
    ]);
    expect(findings.map((one) => one.reason)).toEqual(['no_mx', 'accepted', 'syntax', 'no_mx']);
    await mixed.close();
  });

  it('finds a throw-away domain by its name and by its mail hosts', async () => {
    const mailinator = { preference: 1, exchange: 'mail.mailinator.com' };
    const dns = {
      query: async (type: string) =>
        type === 'MX'
          ? ({ kind: 'records', records: [mailinator], ttl: 60 } as never)
          : ({ kind: 'nxdomain', ttl: 60 } as const),
    };
    const dial = async () => ({ kind: 'failed', cause: 'refusal' }) as const;
    const real = createVerifier({ helo: 'verify.test' }, { dns, dial });
    for (const email of ['ann@yopmail.com', 'ann@quite-new.test']) {
      expect(await real.verify(email)).toMatchObject({
        temporary: true,
        score: 20,
        decided: false,
      });
    }
    await real.close();
  });
});

describe('isSandboxAddress', () => {
  it.each([
    ['ann@sandbox.test', true],
    ['ann@SANDBOX.TEST', true],
    ['ann@any.where.sandbox.test', true],
    ['ann@notsandbox.test', false],
    ['ann@sandbox.test.example.org', false],
    ['ann@example.org', false],
    ['sandbox.test', true],
    ['', false],
  ])('of %j is %s', (email, expected) => {
    expect(isSandboxAddress(email)).toBe(expected);
  });
});

it('gives way to other work after a few addresses of a list', async () => {
  const emails = Array.from({ length: 1000 }, (_, at) => `n${at}@sandbox.test`);
  let inThisTurn = 0;
  let mostInOne = 0;
  let isDone = false;
  const nextTurn = () => {
    mostInOne = Math.max(mostInOne, inThisTurn);
    inThisTurn = 0;
    if (!isDone) setImmediate(nextTurn);
  };
  nextTurn();
  await verifier.verifyAll(emails, () => {
    inThisTurn += 1;
  });
  isDone = true;
  expect(Math.max(mostInOne, inThisTurn)).toBeLessThan(100);
});
