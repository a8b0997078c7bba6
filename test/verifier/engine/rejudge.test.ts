import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_QUOTE_LENGTH, quoteReply } from '../../../src/verifier/engine/evidence.ts';
import {
  createRejudge,
  type StoredEvidence,
  toReply,
} from '../../../src/verifier/engine/rejudge.ts';
import { BUILT_IN_TABLE } from '../../../src/verifier/providers/provider-table.ts';
import { classify } from '../../../src/verifier/smtp/classify.ts';
import type { Stage } from '../../../src/verifier/smtp/meaning.ts';
import { findAll, MailWorld } from '../../support/mail-world.ts';

interface SeenReply {
  readonly host: string;
  readonly address?: string;
  readonly reply: string;
  readonly stage?: Stage;
}

function replies(name: string): readonly SeenReply[] {
  const file = new URL(`../../../fixtures/smtp/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { replies: readonly SeenReply[] }).replies;
}

describe('a quoted reply', () => {
  it.each(['replies', 'wordings', 'unseen-2026', 'daemons'])(
    'means what it meant in whole: %s',
    (name) => {
      for (const { reply, host, stage = 'rcpt', address = 'example@example.com' } of replies(
        name,
      )) {
        const lines = reply.split('\n').map((line) => line.slice(4));
        const whole = { code: Number(reply.slice(0, 3)), lines };
        const quoted = quoteReply(whole, address);
        if (quoted.text.length >= MAX_QUOTE_LENGTH) continue;
        const of = (said: typeof whole) => classify({ stage, host, address, reply: said });
        expect([reply, of(toReply(quoted) as typeof whole)]).toEqual([reply, of(whole)]);
      }
    },
  );
});

/** As it is stored: a host of a.test that answers RCPT. */
const MX = {
  type: 'MX',
  kind: 'records',
  records: ['10 mx.a.test'],
  server: '192.0.2.53 53',
} as const;
const REFUSED: StoredEvidence = {
  reason: 'no_mailbox',
  mxHost: 'mx.a.test',
  reply: { code: 550, enhanced: '5.1.1', text: 'User unknown' },
  observed: { dns: [MX], stage: 'rcpt', rule: 'unknown-text', at: '2026-11-01T08:00:00Z' },
};
const rejudge = createRejudge(BUILT_IN_TABLE);
const judged = (stored: StoredEvidence, email = 'ann@a.test') => {
  const { finding, rule } = rejudge(email, stored);
  return [finding.reason, rule];
};
const withControl = (
  stored: StoredEvidence,
  kind: 'known_accepted' | 'known_refused',
  code: number,
) => ({
  ...stored,
  observed: {
    ...stored.observed,
    controls: [{ kind, reply: { code, enhanced: undefined, text: 'Text' } }],
  },
});

describe('what was observed, judged again', () => {
  it('gives the reason of today for a reply that was misread', () => {
    expect(judged({ ...REFUSED, reason: 'unclear' })).toEqual(['no_mailbox', expect.any(String)]);
    const blocked = {
      code: 550,
      enhanced: '5.7.1',
      text: 'Client host blocked using zen.spamhaus.org',
    };
    expect(judged({ ...REFUSED, reply: blocked })[0]).toBe('blocked');
  });

  it('does not count a refusal whose control was refused', () => {
    expect(judged(withControl(REFUSED, 'known_accepted', 250))[0]).toBe('no_mailbox');
    expect(judged(withControl(REFUSED, 'known_refused', 550))[0]).toBe('deferred');
  });

  it('has the control of a reply that nobody understood', async () => {
    await using world = new MailWorld();
    const odd = '550 5.0.0 Grmpf';
    await world.served('a.test', { rcpt: (to) => (to.startsWith('bob') ? odd : '250 Ok') });
    const [, bob] = await findAll(world.verifier(), ['ann@a.test', 'bob@a.test', 'cid@a.test']);
    const { mxHost, reply, observed = { dns: [] } } = bob?.evidence ?? {};
    const today = { code: 550, enhanced: '5.1.1', text: 'User unknown' };
    expect(reply?.text).toBe('Grmpf');
    expect(
      rejudge('bob@a.test', { reason: 'unclear', mxHost, reply: today, observed }),
    ).toMatchObject({
      finding: { reason: 'no_mailbox' },
      control: 'accepted_behind',
    });
  });

  it('counts no reply that did not count then', () => {
    const { rule: _, ...observed } = REFUSED.observed;
    expect(judged({ ...REFUSED, reason: 'no_answer', observed })).toEqual(['no_answer', 'kept']);
  });

  it('keeps why a result is undecided, and a result without a reply', () => {
    const deferred = { code: 451, enhanced: '4.3.0', text: 'Later' };
    expect(judged({ ...REFUSED, reason: 'greylisted', reply: deferred })).toEqual([
      'greylisted',
      'kept',
    ]);
    expect(judged({ ...REFUSED, reply: null })).toEqual(['no_mailbox', 'kept']);
  });

  it('knows a missing domain by a denial that was given twice', () => {
    const denial = { type: 'MX', kind: 'nxdomain', server: '192.0.2.53 53' } as const;
    const missing = (dns: StoredEvidence['observed']['dns']): StoredEvidence => ({
      reason: 'no_mx',
      observed: { dns },
    });
    expect(judged(missing([denial]))).toEqual(['dns_failure', 'dns']);
    expect(judged(missing([denial, { ...denial, isConfirmed: true }]))).toEqual(['no_mx', 'dns']);
    expect(judged(missing([{ ...MX, records: ['0 '] }]))).toEqual(['null_mx', 'dns']);
  });

  it('looks its traits up in the lists of today', () => {
    expect(rejudge('info@a.test', REFUSED).finding.role).toBe(true);
    expect(rejudge('ann@mailinator.com', REFUSED).finding.temporary).toBe(true);
  });
});
