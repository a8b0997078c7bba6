import { expect, it } from 'vitest';
import { readMessage } from '../../../src/outcomes/mail/read-message.ts';

const OURS = 'From: News <news@sender.example>';
const NOTED = 'Received: by mx.example.com with SMTP id 1 for <ada@example.com>; Tue, 10 Mar 2026';

/** What is returned, the header fields of it, and the recipient; undefined without one. */
const RETURNED = [
  ['To names one', [OURS, 'To: Ada <ada@example.com>'], 'ada@example.com'],
  ['To names two', [OURS, 'To: ada@example.com, bob@example.org'], undefined],
  ['To names the sender', [OURS, 'To: news@sender.example'], undefined],
  ['To names the mailbox that gets the bounce', [OURS, 'To: bounces@sender.example'], undefined],
  ['To names a list', [OURS, 'To: l@x.example', 'List-Post: <mailto:l@x.example>'], undefined],
  ['a host noted one, To a list', [NOTED, OURS, 'To: l@x.example'], 'ada@example.com'],
  [
    'a host noted whom To names',
    [NOTED.replace('ada@', 'a.r@'), NOTED, OURS, 'To: ada@example.com'],
    'ada@example.com',
  ],
  [
    'a host noted the sender',
    [NOTED.replace('ada@example.com', 'news@sender.example'), OURS],
    undefined,
  ],
  ['the store noted one', ['Delivered-To: ada@example.com', OURS], 'ada@example.com'],
  ['a field is no address', [OURS, 'To: ada'], undefined],
] as const;

const FORMS: Readonly<Record<string, (fields: readonly string[]) => string>> = {
  'in its text': (fields) => `Content-Type: text/plain

It failed.

--- Original message follows.

${fields.join('\n')}

Write to carl@example.net.
`,
  'quoted in its text': (fields) => `Content-Type: text/plain

It failed.

Your original message follows:
${fields.map((field) => `> ${field}`).join('\n')}
>
> To: carl@example.net
`,
  'in a part': (fields) => `Content-Type: multipart/mixed; boundary=b1

--b1
Content-Type: text/plain

It failed.

--b1
Content-Type: message/rfc822

${fields.join('\n')}

To: carl@example.net
--b1--
`,
};

const CASES = Object.keys(FORMS).flatMap((form) =>
  RETURNED.map(([said, fields, email]) => ({ form, said, fields, email })),
);

it.for(CASES)(
  'a bounce that names nobody and returns $form a message where $said is of $email',
  async ({ form, fields, email }) => {
    const message = `Return-Path: <>
From: MAILER-DAEMON@mx.example.com
To: bounces@sender.example
Subject: failure notice
${FORMS[form]?.(fields)}`;
    const read = await readMessage(Buffer.from(message));
    const found = 'outcomes' in read ? read.outcomes.map((one) => one.email) : [];
    expect(found).toEqual(email === undefined ? [] : [email]);
  },
);
