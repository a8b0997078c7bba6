import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withoutCarriedBodies } from '../../../src/outcomes/mail/carried-bodies.ts';
import { readMessage } from '../../../src/outcomes/mail/read-message.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/bounces/', import.meta.url));
const read = (name: string) => readMessage(readFileSync(`${FOLDER}${name}.eml`));

/** Message → a line for each outcome: address, outcome, reply code, status, host. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'addressed-to': ['ada@example.com undecided - - -'],
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
  'exchange-5': ['ada@example.com no_mailbox - - -'],
  'exim-delayed': ['ada@example.com deferred - - mx.example.com'],
  'exim-forwarded': ['ada@example.com no_mailbox 550 5.1.1 mx.elsewhere.example'],
  'exim-no-domain': ['ada@nowhere.example no_mailbox - - -'],
  'exim-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'exim-undisclosed': ['ada@example.com no_mailbox 550 5.1.1 -'],
  expired: ['ada@example.com deferred - 4.4.1 -'],
  'filter-under-any-name': ['Ada@example.com no_mailbox 550 5.1.1 -'],
  'footer-of-a-filter': ['ada@example.com no_mailbox - 5.1.1 -'],
  'forwarded-original-recipient': ['ada@example.com no_mailbox 550 5.1.1 mx.elsewhere.example'],
  'gmail-no-domain': ['ada@nowhere.example no_mailbox - 4.0.0 -'],
  'gmail-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'gmail-old': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  gmx: ['ada@example.com no_mailbox - 5.1.1 mx.example.com'],
  interscan: ['ada@example.com no_mailbox 550 5.1.1 -'],
  listserv: ['ada@example.com no_mailbox 550 5.1.1 -'],
  'm365-no-domain': ['ada@nowhere.example no_mailbox 550 5.4.310 -'],
  'm365-no-mailbox': ['ada@example.com no_mailbox 550 5.1.10 -'],
  'mailbox-is-full': ['ada@example.com full - - -'],
  mailenable: ['ada@example.com no_mailbox 550 5.1.1 -'],
  mailru: ['ada@example.com no_mailbox - - -'],
  mdaemon: ['ada@example.com undecided - - -'],
  'messaging-server': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'nameless-group': ['ada@example.com no_mailbox - 5.1.1 -'],
  'nothing-said': ['ada@example.com undecided - 5.0.0 -'],
  opensmtpd: ['ada@example.com no_mailbox 550 5.1.1 -'],
  ordinary: [],
  'outlook-german': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'own-domain': ['ada@example.com undecided - - -'],
  'person-forwards': [],
  'person-quotes': [],
  'person-tells': [],
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
  'report-without-its-part': ['ada@example.com blocked - - -'],
  'sendmail-no-domain': ['ada@nowhere.example no_mailbox 550 5.1.2 -'],
  'sendmail-no-mailbox': ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'utf8-recipient': ['jörg@example.com no_mailbox 550 5.1.1 -'],
  yahoo: ['ada@example.com blocked 554 5.7.9 -'],
  'yahoo-no-domain': ['ada@nowhere.example no_mailbox - - -'],
  'courier-notice': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'exchange-embedded': ['ada@example.com no_mailbox - - -'],
  'report-within-text': ['ada@example.com no_mailbox 550 5.1.1 -'],
  docomo: ['ada@docomo.ne.jp blocked 550 5.0.0 mfsmax.docomo.ne.jp'],
  dragonfly: ['ada@example.com no_mailbox 550 5.1.1 -'],
  'dragonfly-header-alone': ['ada@example.com full 552 5.2.2 -'],
  'dragonfly-sender': ['ada@example.com blocked 550 5.1.0 -'],
  'exim-sender-refused': ['ada@example.com blocked 550 5.1.1 mx.example.com'],
  'exim-sender-unverified': ['ada@example.com blocked 550 - mx.example.com'],
  'global-report': ['用户@xn--r8jz45g.example no_mailbox 550 5.1.1 -'],
  'junk-report': ['ada@example.com complaint - - -'],
  kddi: ['ada@example.com full - - -'],
  'line-behind-reply': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'm-filter': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'parts-that-never-come': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'plus-tag-is-no-xtext': ['ada+40@example.com no_mailbox 550 5.1.1 -'],
  'qmail-name-refused': ['ada@example.com blocked 501 5.0.0 192.0.2.10'],
  'qmail-sender-refused': ['ada@example.com blocked 550 5.1.0 192.0.2.10'],
  'reason-in-brackets': ['ada@example.com no_mailbox - - -'],
  'reply-names-it-again': ['ada@example.com disabled 554 - mx.example.com'],
  'report-relay-unknown': ['ada@example.com deferred - 5.4.4 -'],
  'report-sender-refused': ['ada@example.com blocked 550 5.1.8 mx.example.com'],
  'status-in-text': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'supplementary-info': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'transcript-alone': [
    'ada@example.com no_mailbox 550 - mx.example.com',
    'bob@nowhere.example no_mailbox 554 - mx.example.com',
  ],
  'transcript-sender-refused': ['ada@example.com blocked 550 5.1.0 mx.example.com'],
  'utf8-escapes': ['用户+1@example.com no_mailbox 550 5.1.1 -'],
  verizon: ['ada@example.com no_mailbox 550 - -'],
  'xtext-recipient': ['ada+news=1@example.com no_mailbox 550 5.1.1 -'],
  activehunter: ['ada@example.com no_mailbox 550 - -'],
  advisory: ['ada@example.com deferred - - -'],
  'broken-behind-code': ['ada@example.com no_mailbox 550 5.7.1 -'],
  'broken-within-reply': ['ada@example.com no_mailbox 550 - mx.with-a-long-name.example.com'],
  'bulk-filter': ['ada@example.com blocked 550 5.7.1 -'],
  communigate: ['ada@example.com full - 5.0.0 -'],
  'exchange-french': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'exchange-italian': ['ada@example.com full 550 5.2.2 -'],
  'google-group': ['readers@groups.example undecided - - -'],
  groupwise: ['ada@example.com no_mailbox - - -'],
  haraka: ['ada@example.com no_mailbox 550 5.1.1 -'],
  icewarp: ['ada@example.com no_mailbox 550 5.1.1 -'],
  kerio: ['ada@example.com no_mailbox 550 5.1.1 -'],
  'm365-quoted-reply': ['ada@example.com no_mailbox 550 5.1.351 example.com'],
  mailfoundry: ['ada@example.com no_mailbox 550 - -'],
  mcafee: ['ada@example.com no_mailbox - - -'],
  powermta: ['ada@example.com no_mailbox 550 5.1.1 mx.example.com'],
  'reason-above-each': ['ada@example.com no_mailbox - - -', 'bob@example.com full - - -'],
  'reason-before': ['ada@example.com disabled - - -'],
  'reason-before-recipients': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'reason-behind-section': ['ada@example.com full - - -'],
  'reason-of-nobody': ['ada@example.com full - - -'],
  'reason-under-heading': ['ada@example.com undecided - - -'],
  'returned-list': [],
  'returned-recipient': ['ada@example.com deferred 421 - -'],
  'returned-recipient-noted': ['ada.reed@example.com undecided - - -'],
  'status-with-comment': ['ada@nowhere.example no_mailbox - 5.4.4 -'],
  'subject-behind-answer': ['ada@example.com undecided - - -'],
  'subject-of-a-person': [],
  surfcontrol: ['ada@example.com no_mailbox 550 - -'],
  'vzw-mobile': ['2025550123@mobile.example.com undecided - - -'],
  'x-account': ['ada@example.com no_mailbox - - -'],
  'x-automatic': ['ada@example.com no_mailbox 553 5.3.0 -'],
  'x-trouble': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'dovecot-rejected': ['ada@example.com full - - -'],
  'domain-not-found': ['ada@nowhere.example no_mailbox - - -'],
  'domino-japanese': ['ada@example.com no_mailbox - 5.0.0 -'],
  'exchange-any-subject': ['ada@example.com no_mailbox - - -'],
  'from-nobody': ['ada@example.com no_mailbox 550 - 192.0.2.10'],
  imail: ['ada@example.com no_mailbox - - -'],
  'over-disk-quota': ['ada@example.com full - - -'],
  'procmail-expanded': ['ada@example.com undecided 554 - -'],
  'report-carried': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'report-carried-to-others': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'report-in-damaged-mime': [
    'ada@example.com no_mailbox 550 5.0.0 mx.example.com',
    'carl@example.net deferred - 4.0.0 -',
    'bob@example.org full 552 5.0.0 mx.example.org',
  ],
  'report-unavailable': ['ada@example.com undecided - - -'],
  'sns-bounce': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'sns-delivery': ['ada@example.com delivered 250 2.6.0 -'],
  'sns-strange': ['ada@example.com no_mailbox 550 5.1.1 -'],
  'status-of-protocol': ['ada@example.com undecided - 5.5.0 -'],
  zoho: ['ada@example.com no_mailbox 550 5.1.1 -'],
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

  it.for(Object.keys(MESSAGES))(
    '%s says the same without the bodies that it carries',
    async (name) => {
      const bytes = readFileSync(`${FOLDER}${name}.eml`);
      expect(await readMessage(withoutCarriedBodies(bytes))).toEqual(await readMessage(bytes));
    },
  );

  it('loses the body of a message that it carries, and nothing behind it', () => {
    const carried = '--b1\r\nContent-Type: message/rfc822\r\n\r\nTo: ada@example.com\r\n\r\n';
    const behind = '\n--b1\r\nContent-Type: text/plain\r\n\r\nFailed.\r\n--b1--\r\n';
    const whole = Buffer.from(`Subject: a\r\n\r\n${carried}Hello\r\n\r\nBye\r${behind}`);
    expect(withoutCarriedBodies(whole).toString()).toBe(`Subject: a\r\n\r\n${carried}${behind}`);
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

  it('is unreadable where the header that it names is not of its own domain', async () => {
    const bounce = readFileSync(`${FOLDER}own-domain.eml`, 'utf8').replace(
      'ada@example.com',
      'list@sender.example',
    );
    expect(await readMessage(Buffer.from(bounce))).toHaveProperty('unreadable');
  });

  it('of a person is none of ours, whatever report it carries', async () => {
    const bounce = readFileSync(`${FOLDER}postfix-no-mailbox.eml`, 'utf8');
    const body = bounce.slice(bounce.indexOf('\n\n')).replaceAll('--b1', '--b1');
    const message = `From: Ada <ada@example.com>\nReturn-Path: <ada@example.com>\nSubject: Fwd: bounce\nContent-Type: multipart/mixed; boundary="b1"${body}`;
    expect(await readMessage(Buffer.from(message))).toEqual({ outcomes: [] });
  });

  it.each([
    ['User unknown\nada@example.com\n\nMailbox is full\nbob@example.com', ['no_mailbox', 'full']],
    ['550 5.1.1 No\nada@example.com\n\nMailbox is full\nbob@example.com', ['no_mailbox', 'full']],
    ['Mailbox is full\nada@example.com\n\n550 5.1.1 No\nbob@example.com', ['full', 'no_mailbox']],
    ['ada@example.com\nMailbox is full\n\nbob@example.com\nUser unknown', ['full', 'no_mailbox']],
    ['The user may be unknown\nada@example.com', ['undecided']],
  ])('gives no address the reason of another: %j', async (text, outcomes) => {
    const bounce = `From: MAILER-DAEMON@example.com\nSubject: failure notice\n\nFailed:\n\n${text}\n`;
    const found = await readMessage(Buffer.from(bounce));
    expect('outcomes' in found && found.outcomes.map(({ outcome }) => outcome)).toEqual(outcomes);
  });
});
