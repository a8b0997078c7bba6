import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withoutCarriedBodies } from '../../../src/outcomes/mail/carried-bodies.ts';
import { readMessage } from '../../../src/outcomes/mail/read-message.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/bounces/', import.meta.url));

async function outcomesOf(message: Buffer | string) {
  const read = await readMessage(withoutCarriedBodies(Buffer.from(message)));
  return 'outcomes' in read ? read.outcomes : [];
}

interface Report {
  readonly header?: readonly string[];
  readonly recipients?: readonly string[];
  /** The header of the message that it returns. */
  readonly returned?: readonly string[];
  readonly text?: string;
}

function report({
  header = ['To: bounces@sender.example'],
  recipients = ['ada@example.com'],
  returned,
  text = 'Delivery failed.',
}: Report): string {
  const groups = recipients.map(
    (email) => `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\n`,
  );
  return [
    'From: MAILER-DAEMON@mx.elsewhere.example',
    ...header,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b1',
    '',
    `--b1\nContent-Type: text/plain\n\n${text}\n`,
    `--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.elsewhere.example\n\n${groups.join('\n')}`,
    ...(returned
      ? [`--b1\nContent-Type: message/rfc822\n\n${returned.join('\n')}\n\nHello\n`]
      : []),
    '--b1--\n',
  ].join('\n');
}

describe('a bounce', () => {
  it('is a hint in the few forms that return nothing, and a proof in all others', async () => {
    const hints = new Set<string>();
    for (const name of readdirSync(FOLDER)) {
      for (const { hint } of await outcomesOf(readFileSync(`${FOLDER}${name}`)))
        if (hint) hints.add(name);
    }
    expect([...hints].sort()).toEqual([
      'activehunter.eml',
      'domino-text.eml',
      'exchange-2003.eml',
      'filter-under-any-name.eml',
      'icewarp.eml',
      'mailfoundry.eml',
      'outlook-german.eml',
      'reason-before.eml',
      'report-carried-to-others.eml',
      'sns-strange.eml',
      'surfcontrol.eml',
      'x-trouble.eml',
    ]);
  });

  it.for([
    ['nothing', {}, true],
    ['a message of another domain', { returned: ['From: x@other.example'] }, true],
    ['a message from us', { returned: ['From: News <news@sender.example>'] }, false],
    ['a message of a subdomain of ours', { returned: ['From: a@mail.sender.example'] }, false],
    ['a message of a domain that ends like ours', { returned: ['From: a@isender.example'] }, true],
    ['a Message-ID of ours', { returned: ['Message-ID: <1.2@sender.example>'] }, false],
    ['our Return-Path', { returned: ['Return-Path: <b+1@sender.example>'] }, false],
    ['a quoted field of ours', { text: '> From: news@sender.example\n> Hello' }, false],
    ['our address in its prose', { text: 'Dear news@sender.example, it failed' }, true],
    [
      'our Message-ID as what it answers',
      { header: ['To: bounces@sender.example', 'In-Reply-To: <1@sender.example>'] },
      false,
    ],
    [
      'the name of the recipient, in the address that it came to',
      { header: ['Delivered-To: b+ada=example.com@sender.example', 'To: x@y.example'] },
      false,
    ],
    [
      'the name of another, in the address that it came to',
      { header: ['To: b+bob=example.com@sender.example'] },
      true,
    ],
    [
      'a message from whom it says that it is to',
      {
        header: ['Delivered-To: bounces@sender.example', 'To: x@other.example'],
        returned: ['From: x@other.example'],
      },
      true,
    ],
    ['a message from us, to nobody', { header: [], returned: ['From: a@sender.example'] }, true],
  ] as const)('that returns %s is a hint: %s', async ([, given, isHint]) => {
    const [one] = await outcomesOf(report(given));
    expect(one).toMatchObject({ email: 'ada@example.com', outcome: 'no_mailbox' });
    expect(one?.hint === true).toBe(isHint);
  });

  it('of our own server is a proof', async () => {
    const forged = report({});
    const own = forged.replace(
      'MAILER-DAEMON@mx.elsewhere.example',
      'MAILER-DAEMON@mx.sender.example',
    );
    expect((await outcomesOf(own))[0]).not.toHaveProperty('hint');
  });

  it('proves something of 1,000 recipients, and names all of them', async () => {
    const recipients = Array.from({ length: 1_003 }, (_, at) => `n${at}@example.com`);
    const found = await outcomesOf(report({ recipients, returned: ['From: a@sender.example'] }));
    expect(found.map(({ email }) => email)).toEqual(recipients);
    expect(found.findIndex(({ hint }) => hint)).toBe(1000);
    expect(found.filter(({ hint }) => hint)).toHaveLength(3);
  });

  it('that proves nothing anyway has no mark', async () => {
    const delayed = report({}).replace(
      'Action: failed\nStatus: 5.1.1',
      'Action: delayed\nStatus: 4.4.1',
    );
    const [one] = await outcomesOf(delayed);
    expect(one).toMatchObject({ outcome: 'deferred' });
    expect(one).not.toHaveProperty('hint');
  });
});
