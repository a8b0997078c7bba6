import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE, readMbox } from '../../../src/outcomes/mail/mbox.ts';
import { contentKey, unstuff } from '../../../src/outcomes/read-source.ts';
import { runs } from '../../support/property-runs.ts';

const SEPARATOR = 'From MAILER-DAEMON@example.com Tue Mar 10 09:15:00 2026\n';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function messagesOf(mbox: string, size = 7) {
  const found = [];
  for await (const message of readMbox(inPieces(mbox, size))) found.push(message);
  return found;
}

const toMbox = (messages: readonly string[]) =>
  messages.map((message) => `${SEPARATOR}${message.replace(/^(>*From )/gm, '>$1')}\n`).join('');

const line = fc.constantFrom(
  'From here on it gets better',
  '>From a quoted line',
  'From ada@example.com Tue Mar 10 09:15:00 2026',
  '>>> RCPT TO:<ada@example.com>',
  '',
  'Hello',
  'Froms',
);
const message = fc
  .array(line, { maxLength: 6 })
  .map((lines) => `Subject: News\nFrom: ada@example.com\n\n${lines.join('\n')}\n`);

describe('an mbox', () => {
  it('gives its messages as they were sent, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 200 }),
        async (messages, size) => {
          const found = await messagesOf(toMbox(messages), size);
          const texts = found.map(({ bytes }) => unstuff(bytes).toString().trimEnd());
          expect(texts).toEqual(messages.map((one) => one.trimEnd()));
          expect(found.map(({ number }) => number)).toEqual(messages.map((_, at) => at + 1));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('keeps a line of a body that looks like a separator where no header follows', async () => {
    const body = `Hello\n\n${SEPARATOR}and more words\n`;
    expect(await messagesOf(`${SEPARATOR}Subject: a\n\n${body}`)).toHaveLength(1);
  });

  it('needs no blank line before a separator', async () => {
    const mbox = `${SEPARATOR}Subject: a\n\nHello\n${SEPARATOR}Subject: b\n\nHi\n`;
    expect(await messagesOf(mbox)).toHaveLength(2);
  });

  it('holds the beginning of a large message alone', async () => {
    const large = `Subject: a\n\n${'x'.repeat(99)}\n`.padEnd(MAX_MESSAGE * 3, 'word word\n');
    const found = await messagesOf(`${SEPARATOR}${large}\n${SEPARATOR}Subject: b\n\nHi\n`, 65_536);
    expect(found.map(({ bytes }) => bytes.length)).toEqual([MAX_MESSAGE, 15]);
  });
});

describe('the key of a content', () => {
  it('is the same in an mbox, with other line ends, and behind fields of a store', () => {
    fc.assert(
      fc.property(message, (sent) => {
        const key = contentKey(Buffer.from(sent));
        const stuffed = sent.replace(/^(>*From )/gm, '>$1');
        const stored = `Return-Path: <>\nX-UID: 4\nStatus: RO\n${stuffed.replace(/\n/g, '\r\n')}\r\n\r\n`;
        expect(contentKey(Buffer.from(stored))).toBe(key);
      }),
      { numRuns: runs(200) },
    );
  });

  it('differs where a word does', () => {
    expect(contentKey(Buffer.from('Subject: a\n\nHello'))).not.toBe(
      contentKey(Buffer.from('Subject: a\n\nHallo')),
    );
  });
});
