import { describe, expect, it } from 'vitest';
import { withoutCarriedBodies } from '../../../src/outcomes/mail/carried-bodies.ts';
import { htmlToText } from '../../../src/outcomes/mail/mail-message.ts';
import { readMessage } from '../../../src/outcomes/mail/read-message.ts';

const SIZE = 100_000;
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

interface Parts {
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function mail({ header = {}, body = 'It failed.' }: Parts): string {
  const fields = {
    'Return-Path': '<>',
    From: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>',
    To: 'news@example.org',
    Subject: 'Undelivered Mail Returned to Sender',
    Date: 'Tue, 10 Mar 2026 08:15:00 +0000',
    ...header,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${body}\n`;
}

function report(status: string, returned = 'To: ada@example.com'): string {
  const type = 'multipart/report; report-type=delivery-status; boundary="b1"';
  return mail({
    header: { 'MIME-Version': '1.0', 'Content-Type': type },
    body: `--b1\n\nIt failed.\n--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n${status}\n--b1\nContent-Type: text/rfc822-headers\n\n${returned}\n\n--b1--`,
  });
}

const html = (body: string) => mail({ header: { 'Content-Type': 'text/html' }, body });
const FAILED = 'Final-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\n';
const NAMED = '<ada@example.com>:';

/** What a stranger can send → a message of 100 KB. */
const FORMS: Readonly<Record<string, string>> = {
  'a date of brackets': mail({ header: { Date: `Tue, 10 Mar 2026 ${fill('(')}` } }),
  'a last attempt of brackets': report(`${FAILED}Last-Attempt-Date: 2026 ${fill('(')}`),
  'a line of hyphens': mail({ body: fill('-') }),
  'a line of hyphens of a person': mail({
    header: { 'Return-Path': '<ada@example.com>', From: 'ada@example.com', Subject: 'Hello' },
    body: fill('-'),
  }),
  'a line of blanks': mail({ body: `${fill(' ')}x` }),
  'a line of stars': mail({ body: fill('*') }),
  'a returned To of one word': report(
    'Final-Recipient: rfc822;\nAction: failed',
    `To: ${fill('a')}`,
  ),
  'failed recipients of one word': mail({ header: { 'X-Failed-Recipients': fill('a') } }),
  'a recipient behind blanks': report(`Final-Recipient:${fill(' ')}\u2028x\nAction: failed`),
  'a type behind blanks': report(`Final-Recipient: rfc822;${fill(' ')}x\nAction: failed`),
  'a recipient of brackets': report(`Final-Recipient: rfc822; ${fill('<')}\nAction: failed`),
  'blank lines': mail({ body: fill('\n') }),
  'lines of a blank': mail({ body: `${NAMED}${fill('\n ')}` }),
  'open line breaks in HTML': html(fill('<br ')),
  'open styles in HTML': html(fill('<style ')),
  'styles that never end in HTML': html(fill('<style>')),
  'closing brackets in HTML': html(fill('>')),
  'many at signs': mail({ body: fill('a@') }),
  'a reply of notes': report(`${FAILED}Diagnostic-Code: smtp; 550 5.1.1 ${fill(' (in reply to ')}`),
  'a reply of blanks': report(`${FAILED}Diagnostic-Code: smtp; 550 ${fill(' ')}x`),
  'a reply of many lines': mail({ body: `${NAMED}\n${fill('550-5.1.1 x\n')}` }),
  'a subject of blanks': mail({ header: { Subject: `re${fill(' ')}x` } }),
  'a return path of blanks': mail({ header: { 'Return-Path': `<mailer-daemon${fill(' ')}x` } }),
  'a label before blanks': mail({ body: `undeliverable to${fill(' ')}x` }),
  'a sender line of blanks': mail({ body: `${NAMED}\nfrom${fill(' ')}x` }),
  'many sections': mail({ body: `${NAMED}\n${fill('---\n')}` }),
  'many sessions': mail({ body: fill('>>> RCPT TO:<a@example.com>\n<<< 550 no\n') }),
  'conclusions of at signs': mail({ body: `550 ${fill('a@')}` }),
  'many recipients in one group': report(fill('Final-Recipient: rfc822; a@example.com\n')),
  'many names beside many recipients': report(
    `${fill('Final-Recipient: rfc822; a@example.com\n')}${Array.from({ length: 20_000 }, (_, at) => `x-${at}: 1`).join('\n')}`,
  ),
  'many recipients in the header, and a long text': mail({
    header: {
      'X-Failed-Recipients': Array.from({ length: 7000 }, (_, at) => `a${at}@example.com`).join(
        ',',
      ),
    },
    body: fill('It failed, and nobody knows why. '),
  }),
  'many hosts': mail({ body: `${NAMED} ${fill('host a.example.com ')}` }),
  'many reasons above addresses': mail({ body: fill('User unknown\na@example.com\n') }),
  'a reason of one line above an address': mail({ body: `${fill('unknown ')}\na@example.com` }),
  'many returned messages': mail({ body: fill('Original message follows.\n') }),
  'words before a returned message': mail({ body: fill('a '.repeat(900).concat('\n')) }),
  'many hops of a returned message': mail({
    body: `Original message follows.\n\n${fill('Received: by x for <a@example.com>; x\n')}`,
  }),
  'a hop for many': report('Action: failed', `Received: ${fill('for a')}`),
  'a status with a comment of brackets': report(`${FAILED}Status: 5.4.4 ${fill('(')}`),
  'quotes of replies': report(`${FAILED}Diagnostic-Code: smtp; 550 x ${fill(' -> 550 ')}`),
  'a subject of bounces': mail({ header: { Subject: `Re: a ${fill(': undeliverable')}x` } }),
  'reports within reports': mail({
    header: { 'Content-Type': 'multipart/mixed; boundary="b1"' },
    body: fill(
      '--b1\nContent-Type: message/rfc822\n\nContent-Type: multipart/report; boundary="b1"\n\n',
    ),
  }),
  'a notification of brackets': mail({
    header: { From: 'no-reply@sns.amazonaws.com' },
    body: fill('{"a":\n'),
  }),
  'a notification of ends': mail({
    header: { From: 'no-reply@sns.amazonaws.com' },
    body: fill('{\n-- \t\n'),
  }),
  'many origins': mail({ body: `${NAMED}\n${fill('(generated from ')}` }),
};

/**
 * Processor time in ms. The slowest form, 100,000 blank lines, takes 300 to 1,700 by the machine; time that grows with the
 * square of the size, tens of seconds.
 */
const MAX_TIME = 6000;

describe('a message that a stranger sends', () => {
  it.for(Object.entries(FORMS))('is read in time: %s', { timeout: 60_000 }, async ([, text]) => {
    const start = process.threadCpuUsage();
    await readMessage(withoutCarriedBodies(Buffer.from(text)));
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(MAX_TIME);
  });

  it('names each of 5,000 recipients', async () => {
    const emails = Array.from({ length: 5000 }, (_, at) => `user${at}@example.com`);
    const groups = emails.map(
      (email) =>
        `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n`,
    );
    const read = await readMessage(Buffer.from(report(groups.join('\n'))));
    const outcomes = 'outcomes' in read ? read.outcomes : [];
    expect(outcomes.map(({ email }) => email)).toEqual(emails);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['no_mailbox']));
  });
});

describe('the text of HTML', () => {
  it.for([
    ['a<br>b<p>c</p>d', 'a\nb c\nd'],
    ['1 < 2 <b>&amp;</b> 3 > 2', '1 < 2  &  3 > 2'],
    ['<style>p > a { x: y }</style>text', ' text'],
    ['<STYLE>x</style><script>y</SCRIPT>text', '  text'],
    ['<style>never ends', ' never ends'],
    ['no tag', 'no tag'],
    ['<a <br>b', '<a \nb'],
  ])('%s', ([given = '', expected]) => {
    expect(htmlToText(given)).toBe(expected);
  });
});
