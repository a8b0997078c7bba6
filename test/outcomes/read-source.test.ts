import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ContentSet } from '../../src/outcomes/content-set.ts';
import { readSource } from '../../src/outcomes/read-source.ts';
import { storedZip } from '../formats/workbook/made-workbook.ts';

async function emailsIn(source: string | Buffer, size = 64 * 1024): Promise<(string | null)[]> {
  const bytes = Buffer.from(source);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: (string | null)[] = [];
  for await (const { read } of readSource({ chunks: chunks(), seen: new ContentSet() })) {
    if (read !== 'repeated' && 'outcomes' in read) {
      found.push(...read.outcomes.map(({ email }) => email));
    }
  }
  return found;
}

const SEPARATOR = 'From MAILER-DAEMON@example.com Tue Mar 10 09:15:00 2026\n';
const bounce = (name: string) =>
  `Return-Path: <>\nFrom: MAILER-DAEMON@example.com\nSubject: failure notice\n\n<${name}@example.com>:\n550 5.1.1 User unknown\n\n`;
const binary = Buffer.from(
  randomFillSync(Buffer.alloc(100_000)).map((byte) => (byte === 0x0a ? 0 : byte)),
);

describe('a source of mail', () => {
  it('ends lines by CR alone', async () => {
    const mbox = `${SEPARATOR}${bounce('ada')}${SEPARATOR}${bounce('bob')}`;
    const expected = ['ada@example.com', 'bob@example.com'];
    expect(await emailsIn(mbox.replaceAll('\n', '\r'))).toEqual(expected);
    expect(await emailsIn(mbox.replaceAll('\n', '\r'), 7)).toEqual(expected);
    expect(await emailsIn(bounce('ada').replaceAll('\n', '\r'))).toEqual(['ada@example.com']);
  });

  it('has blank lines before a header', async () => {
    expect(await emailsIn(`\r\n   \n\n${bounce('ada')}`)).toEqual(['ada@example.com']);
    const mbox = `${SEPARATOR}${bounce('ada')}${SEPARATOR}\n\n${bounce('bob')}`;
    expect(await emailsIn(mbox)).toEqual(['ada@example.com', 'bob@example.com']);
    expect(await emailsIn(mbox, 7)).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it.for<[string, string | Buffer]>([
    ['binary', binary],
    ['a header that is cut', 'Return-Path: <>\nFrom: MAILER-D\n'],
    ['nothing', ''],
    ['a part that is cut', 'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: te\n'],
    ['binary behind a header', Buffer.concat([Buffer.from('Subject: a\n\n'), binary])],
  ])('keeps the messages around one that is %s', async ([, damaged]) => {
    const parts = [SEPARATOR, bounce('ada'), SEPARATOR, damaged, '\n', SEPARATOR, bounce('bob')];
    const mbox = Buffer.concat(parts.map((part) => Buffer.from(part)));
    expect(await emailsIn(mbox)).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('that is binary alone is none', async () => {
    expect(await emailsIn(binary)).toEqual([]);
  });
});

it('a ZIP has the files of a Mailchimp audience, whose cleaned contacts bounced', async () => {
  const header = 'Email Address,LEID,EUID';
  const zip = storedZip({
    'subscribed_1.csv': `${header}\nann@x.com,1,a\n`,
    'cleaned_1.csv': `${header.replace(',', ',CLEAN_TIME,')}\ngone@x.com,2026-11-01 10:00:00,2,b\n`,
    '__MACOSX/._cleaned_1.csv': 'binary',
  });
  expect(await emailsIn(zip)).toEqual(['gone@x.com']);
  expect(await emailsIn(zip.subarray(0, 100))).toEqual([]);
});
