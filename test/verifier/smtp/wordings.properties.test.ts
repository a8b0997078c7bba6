import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/verifier/smtp/classify.ts';
import type { Stage } from '../../../src/verifier/smtp/meaning.ts';
import { runs } from '../../support/property-runs.ts';

const HOST = 'mx.example.org';
const ADDRESS = 'example@example.com';

/** As it comes over the wire: each line with its code. */
function read(reply: string, { host = HOST, address = ADDRESS, stage = 'rcpt' as Stage } = {}) {
  const lines = reply.split('\n').map((line) => line.slice(4));
  return classify({ stage, host, address, reply: { code: Number(reply.slice(0, 3)), lines } })
    .meaning;
}

const CONDEMNS = new Set(['no_mailbox', 'no_mail_domain', 'full', 'disabled']);

const CONDEMNING = [
  '550 5.1.1 User unknown',
  '550 No such user here',
  '550 5.1.1 The email account that you tried to reach does not exist',
  '554 Recipient address does not exist',
  '550 unrouteable address',
  '550 Mailbox not found',
  '550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table',
  '550 Empfänger unbekannt',
  '550 Utilisateur inconnu',
  '550 5.1.1 用户不存在',
  '552 5.2.2 Mailbox full',
  '552 The recipient is over quota',
  '552 La boîte aux lettres est pleine',
  '550 This account has been disabled',
  '550 5.2.1 Mailbox inactive',
];

const SENDER_REPUTATION = [
  'Client host blocked using zen.spamhaus.org',
  'your IP is blacklisted',
  'message rejected due to policy',
  'blocked for spam',
  'Access denied',
  'listed in a DNSBL',
  'SPF check failed',
  'sender address rejected',
  'too many connections from your host',
  'rate limit exceeded',
  'you are not authorized to send to this recipient',
  'poor reputation of the sending domain',
  'authentication required',
  'greylisted',
  'unsolicited mail is not welcome',
  'your server has no reverse DNS',
  'relaying denied',
  'only accepts mail from known contacts',
  'this probing is an attack',
  'mail from your network is quarantined',
  'Votre serveur est bloqué',
  'Ihre IP-Adresse steht auf einer Sperrliste',
  'su servidor no es de confianza',
  'ваш сервер в чёрном списке',
];

describe('a word on us beside a word on the mailbox', () => {
  it('leaves the mailbox undecided, whatever stands first', () => {
    const joined = fc.tuple(
      fc.constantFrom(...CONDEMNING),
      fc.constantFrom(...SENDER_REPUTATION),
      fc.constantFrom('; ', ': ', ' - ', '. ', ' (', ', ', '\n'),
      fc.boolean(),
    );
    fc.assert(
      fc.property(joined, ([condemning, aboutUs, joint, ourFirst]) => {
        const [, head = '', words = ''] =
          /^(\d{3} (?:[245]\.\d\.\d+ )?)(.*)$/.exec(condemning) ?? [];
        const parts = ourFirst ? [aboutUs, words] : [words, aboutUs];
        const reply = head + parts.join(joint === '\n' ? `\n${head}` : joint);
        expect(CONDEMNS.has(read(reply)) ? reply : 'undecided').toBe('undecided');
      }),
      { numRuns: runs(2000) },
    );
  });
});

const TRIGGERS = [
  'full',
  'disabled',
  'blocked',
  'unknown',
  'nobody',
  'spam',
  'policy',
  'quota',
  'over-quota',
  'no.such.user',
  'user',
  'mailbox',
  'suspended',
  'greylist',
  'sender',
  'relay',
  'inactive',
  'denied',
  'exceeded',
  'later',
];

describe('the echo of an address', () => {
  const echoes: readonly ((address: string, localPart: string) => string)[] = [
    (address) => `550 5.1.1 <${address}>: Recipient address rejected: User unknown`,
    (address) => `550 No such user (${address})`,
    (address) => `550 5.1.1 ${address}: mailbox does not exist`,
    (address) => `550 5.1.1 &lt;${address}&gt; no such user`,
    (address) => `550 Recipient ${address} not found`,
    (_, localPart) => `550 5.1.1 '${localPart}' is not a known user`,
    (_, localPart) => `550 unknown local part "${localPart}"`,
    (address) => `552 5.2.2 <${address}>: mailbox is full`,
    (address) => `550 5.2.1 <${address}>: this account is disabled`,
    (address) => `450 4.7.1 <${address}>: please come back`,
    (address) => `554 5.7.1 <${address}>: Access denied`,
    (address) => `550 ${address} refused`,
    (address) => `550 mail for ${address} not accepted here`,
    (_, localPart) => `550 mailbox "${localPart}" refused`,
    (address) => `250 2.1.5 <${address}> ok`,
  ];

  it('never changes the meaning, whatever words the address is made of', () => {
    const address = fc.tuple(
      fc.array(fc.constantFrom(...TRIGGERS), { minLength: 1, maxLength: 2 }),
      fc.array(fc.constantFrom(...TRIGGERS), { minLength: 1, maxLength: 2 }),
    );
    fc.assert(
      fc.property(address, fc.constantFrom(...echoes), ([locals, labels], echo) => {
        const localPart = locals.join('.');
        const ours = `${localPart}@${labels.join('-').replaceAll('.', '-')}.example`;
        const expected = read(echo(ADDRESS, 'example'));
        expect([ours, read(echo(ours, localPart), { address: ours })]).toEqual([ours, expected]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('condemns nobody called after a trouble, even where nothing sets the name off', () => {
    for (const name of TRIGGERS) {
      const address = `${name}@example.com`;
      for (const reply of [`450 user ${name}: come back`, `550 account ${name} refused`]) {
        expect([reply, CONDEMNS.has(read(reply, { address }))]).toEqual([reply, false]);
      }
    }
  });
});

interface SeenReply {
  readonly host: string;
  readonly address?: string;
  readonly stage?: Stage;
  readonly reply: string;
}

const ALL = ['replies', 'wordings'].flatMap((name) => {
  const file = new URL(`../../../fixtures/smtp/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { replies: readonly SeenReply[] }).replies;
});

/** Each line's head (its code and its enhanced code), and its words. */
function linesOf(reply: string) {
  return reply.split('\n').map((line) => {
    const [, head = '', words = ''] =
      /^(\d{3}[ -]?(?:#?[245]\.\d{1,3}\.\d{1,3}(?![\d.]) ?)?)(.*)$/.exec(line) ?? [];
    return { head, words };
  });
}

const DRESSES: Readonly<Record<string, (reply: string) => string>> = {
  'upper case': (reply) => reply.toUpperCase(),
  'lower case': (reply) => reply.toLowerCase(),
  'more blanks': (reply) =>
    linesOf(reply)
      .map(({ head, words }) => head + words.replaceAll(' ', '   '))
      .join('\n'),
  'a line for each word': (reply) =>
    linesOf(reply)
      .flatMap(({ head, words }) => words.split(' ').map((word) => head + word))
      .join('\n'),
  'a link at the end': (reply) =>
    `${reply} https://help.example.net/blocked/spam/policy?quota=exceeded&user=unknown`,
};

describe('the dress of a reply', () => {
  it.each(Object.keys(DRESSES))('does not change its meaning: %s', (dress) => {
    const changed = ALL.flatMap((seen) => {
      const dressed = DRESSES[dress]?.(seen.reply) ?? '';
      return read(dressed, seen) === read(seen.reply, seen) ? [] : [dressed];
    });
    expect(changed).toEqual([]);
  });
});
