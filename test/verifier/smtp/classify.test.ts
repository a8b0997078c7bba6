import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/verifier/smtp/classify.ts';
import type { Stage } from '../../../src/verifier/smtp/meaning.ts';
import { KEPT } from '../../../src/verifier/smtp/reply.ts';
import { RULES } from '../../../src/verifier/smtp/rules.ts';

interface Transcript {
  readonly rule: string;
  readonly stage: Stage;
  readonly host: string;
  readonly reply: string;
}

const file = new URL('../../../fixtures/smtp/rules.json', import.meta.url);
const ENDLESS: Transcript = {
  rule: 'too-long',
  stage: 'rcpt',
  host: 'mx.example.org',
  reply: `550 ${'No such user. '.repeat(KEPT.text / 13)}`,
};
const transcripts = [
  ENDLESS,
  ...(JSON.parse(readFileSync(file, 'utf8')) as { transcripts: readonly Transcript[] }).transcripts,
];

function read({ stage, host, reply }: Omit<Transcript, 'rule'>, address = 'a@b') {
  const lines = reply.split('\n').map((line) => line.slice(4));
  return classify({ stage, host, address, reply: { code: Number(reply.slice(0, 3)), lines } });
}

const atRcpt = (reply: string, address?: string) =>
  read({ stage: 'rcpt', host: 'mx.example.org', reply }, address).meaning;

describe('classify', () => {
  it.each(transcripts)('decides "$reply" by $rule', (transcript) => {
    expect(read(transcript).rule).toBe(transcript.rule);
  });

  it.each(['550 5.1.1 User unknown', '550 5.2.1 Mailbox disabled', '552 5.2.2 Mailbox full'])(
    'decides nothing by "%s" where the end of the reply is missing',
    (words) => {
      const reply = `${words}. ${'See our policy. '.repeat(60)}`;
      for (const host of ['mx.example.org', 'gmail-smtp-in.l.google.com'])
        expect(read({ stage: 'rcpt', host, reply })).toMatchObject({ meaning: 'unclear' });
      expect(atRcpt(words)).not.toBe('unclear');
    },
  );

  it('sees no more of a letter that stands for many than of others', () => {
    const lines = Array.from({ length: 4 }, () => '\ufdfa'.repeat(170));
    const reply = { code: 550, lines };
    expect(classify({ stage: 'rcpt', host: 'mx.example.org', reply }).rule).toBe('too-long');
  });

  it('has a transcript for every rule', () => {
    const shown = new Set(transcripts.map((transcript) => transcript.rule));
    expect(RULES.map((rule) => rule.id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('gives every rule a name of its own and a reason', () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length);
    expect(RULES.filter((rule) => rule.because === '')).toEqual([]);
  });

  it('says nothing of a mailbox before RCPT, whatever the words', () => {
    for (const stage of ['greeting', 'hello', 'starttls', 'mail'] as const) {
      for (const reply of [
        '550 5.1.1 User unknown',
        '552 5.2.2 Over quota',
        '550 5.2.1 disabled',
      ]) {
        const { meaning } = read({ stage, host: 'mx.example.org', reply });
        expect(['no_mailbox', 'full', 'disabled', 'accepted']).not.toContain(meaning);
      }
    }
  });

  it.each([
    'alice@unblocked.dev',
    'blocked-using-spamhaus@example.org',
    'over.quota@mailbox-full.example',
    'greylisted@policy.example',
  ])('does not take the echo of %s for a word of the host', (address) => {
    expect(
      atRcpt(`550 5.1.1 <${address}>: Recipient address rejected: User unknown`, address),
    ).toBe('no_mailbox');
    expect(atRcpt(`550 No such user (${address})`, address)).toBe('no_mailbox');
    const domain = address.split('@')[1] ?? '';
    expect(atRcpt(`550 5.1.1 no such user at ${domain.toUpperCase()}`, address)).toBe('no_mailbox');
  });

  it('takes only the enhanced code right behind the reply code', () => {
    expect(atRcpt('550 5.1.1 Undeliverable')).toBe('no_mailbox');
    expect(atRcpt('550 cuda_nsu 5.1.1 Undeliverable')).toBe('unclear');
    expect(atRcpt('550 refused: upstream said 5.1.1')).toBe('unclear');
    expect(atRcpt('554 upstream said 550 5.1.1')).toBe('unclear');
  });

  it('reads all lines of a reply as one text', () => {
    expect(atRcpt('550-5.1.1 We are sorry.\n550-5.1.1 The client host is\n550 5.1.1 blocked')).toBe(
      'blocked',
    );
    expect(
      atRcpt('550-5.1.1 The email account that you tried to\n550 5.1.1 reach is over quota'),
    ).toBe('full');
  });

  it('believes the words of a provider on its own hosts alone', () => {
    const reply = '550 5.4.1 Recipient address rejected: Access denied';
    expect(atRcpt(reply)).toBe('blocked');
    expect(atRcpt('550 5.7.1 Policy: no such user!')).toBe('blocked');
    const impostor = read({ stage: 'rcpt', host: 'protection.outlook.com.evil.example', reply });
    expect(impostor.meaning).toBe('blocked');
  });
});

describe('what was classified before', () => {
  const said = (host: string, address: string) =>
    classify({
      stage: 'rcpt',
      reply: {
        code: 550,
        lines: [`5.4.1 <${address}>: Recipient address rejected: Access denied`],
      },
      host,
      address,
    }).meaning;

  it('is remembered by its words, whomever they name, and apart for hosts with rules of their own', () => {
    const microsoft = 'a-test.mail.protection.outlook.com';
    const first = [said(microsoft, 'ann@a.test'), said('mx.b.test', 'ann@b.test')];
    const again = [said(microsoft, 'bob@a.test'), said('mx.b.test', 'bob@b.test')];
    expect(first[0]).toBe('no_mailbox');
    expect(first[1]).not.toBe('no_mailbox');
    expect(again).toEqual(first);
  });
});
