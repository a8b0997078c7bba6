import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/outcomes/mail/read-message.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/bounces/', import.meta.url));
const read = (name: string) => readMessage(readFileSync(`${FOLDER}${name}.eml`));

/** Message → a line for each outcome: address, outcome, reply code, status, host. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'arf-abuse': ['ada@example.com complaint - - -'],
  'arf-auth-failure': [],
  'arf-fraud-nobody': ['- complaint - - -'],
  'arf-not-spam': [],
  'auto-reply': ['ada@example.com delivered - - -'],
  'auto-reply-german': ['ada@example.com delivered - - -'],
  'auto-reply-precedence': ['ada@example.com delivered - - -'],
  'bounce-of-a-bounce': ['carl@example.net disabled 550 5.2.1 mx.example.net'],
  'domino-report': ['ada@example.com no_mailbox - 5.0.0 -'],
  'domino-text': ['ada@example.com no_mailbox - - -'],
  'exchange-2003': ['ada@example.com no_mailbox - 5.1.1 mx.example.com'],
  'exchange-2007': ['ada@example.com full 550 5.2.2 -'],
  'exim-delayed': ['ada@example.com deferred - - mx.example.com'],
  'exim-no-domain': ['ada@nowhere.example no_mailbox - - -'],
  'exim-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  expired: ['ada@example.com deferred - 4.4.1 -'],
  'forwarded-original-recipient': ['ada@example.com no_mailbox 550 5.1.1 mx.elsewhere.example'],
  'gmail-no-domain': ['ada@nowhere.example no_mailbox - 4.0.0 -'],
  'gmail-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'gmail-old': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  gmx: ['ada@example.com no_mailbox - 5.1.1 mx.example.com'],
  'm365-no-domain': ['ada@nowhere.example no_mailbox 550 5.4.310 -'],
  'm365-no-mailbox': ['ada@example.com no_mailbox 550 5.1.10 -'],
  'messaging-server': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'nothing-said': ['ada@example.com undecided - 5.0.0 -'],
  opensmtpd: ['ada@example.com no_mailbox 550 5.1.1 -'],
  ordinary: [],
  'outlook-german': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'person-forwards': [],
  'person-quotes': [],
  'postfix-delayed': ['ada@example.com deferred 450 4.2.0 mx.example.com'],
  'postfix-delivered': ['ada@example.com delivered 250 2.1.5 mx.example.com'],
  'postfix-full': ['ada@example.com full 552 5.2.2 mx.example.com'],
  'postfix-no-domain': ['ada@nowhere.example no_mailbox - 5.4.4 -'],
  'postfix-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'postfix-two-recipients': [
    'ada@example.com no_mailbox 550 5.1.1 mx.example.com',
    'bob@example.org blocked 554 5.7.1 mx.example.org',
  ],
  'qmail-local': ['ada@example.com no_mailbox - 5.1.1 -'],
  'qmail-no-mailbox': [
    'ada@example.com no_mailbox 550 5.1.1 192.0.2.10',
    'bob@example.org no_mailbox - 5.1.2 -',
  ],
  'read-receipt': ['ada@example.com delivered - - -'],
  relayed: ['ada@example.com undecided 250 2.0.0 mx.example.com'],
  'sendmail-no-domain': ['ada@nowhere.example no_mailbox 550 5.1.2 -'],
  'sendmail-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'utf8-recipient': ['jörg@example.com no_mailbox 550 5.1.1 -'],
  yahoo: ['ada@example.com blocked 554 5.7.9 -'],
  'yahoo-no-domain': ['ada@nowhere.example no_mailbox - - -'],
};

describe('a message', () => {
  it.for(Object.entries(MESSAGES))('%s says what became of mail', async ([name, expected]) => {
    const found = await read(name);
    const outcomes = 'outcomes' in found ? found.outcomes : [];
    const lines = outcomes.map(({ email, outcome, code, status, host }) =>
      [email, outcome, code, status, host].map((value) => value ?? '-').join(' '),
    );
    expect(lines).toEqual(expected);
  });

  it('stands in the table for each file of fixtures/bounces', () => {
    const names = readdirSync(FOLDER).map((name) => name.replace('.eml', ''));
    expect(Object.keys(MESSAGES).sort()).toEqual(names.sort());
  });

  it('brings the reply of the host as it was, on one line', async () => {
    expect(await read('exim-no-mailbox')).toMatchObject({
      outcomes: [
        { reply: '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown' },
      ],
    });
  });

  it('is dated by the last attempt where the report says it, else by its Date', async () => {
    expect(await read('postfix-full')).toMatchObject({
      outcomes: [{ at: '2026-03-10T08:00:00.000Z' }],
    });
    expect(await read('postfix-no-mailbox')).toMatchObject({
      outcomes: [{ at: '2026-03-10T08:15:00.000Z' }],
    });
  });

  it('is unreadable where it is a bounce that names nobody', async () => {
    const bounce = 'From: MAILER-DAEMON@example.com\nSubject: failure notice\n\nIt failed.\n';
    expect(await readMessage(Buffer.from(bounce))).toEqual({
      unreadable: 'a bounce that names no recipient',
    });
  });

  it('of a person is none of ours, whatever report it carries', async () => {
    const bounce = readFileSync(`${FOLDER}postfix-no-mailbox.eml`, 'utf8');
    const body = bounce.slice(bounce.indexOf('\n\n')).replaceAll('--b1', '--b1');
    const message = `From: Ada <ada@example.com>\nReturn-Path: <ada@example.com>\nSubject: Fwd: bounce\nContent-Type: multipart/mixed; boundary="b1"${body}`;
    expect(await readMessage(Buffer.from(message))).toEqual({ outcomes: [] });
  });
});
