import { expect, it } from 'vitest';
import { formatPayload } from '../../src/notify/chat-format.ts';

const DONE = JSON.stringify({
  type: 'list.completed',
  timestamp: '2026-11-22T09:30:00.000Z',
  data: {
    id: 'list_1',
    name: 'a<b> & *[x](http://evil.example)',
    verdicts: { deliverable: 1200, risky: 0, undeliverable: 1, unknown: 3 },
  },
});
const URL = 'https://verify.example.com';

it('the standard format is the message that was queued, byte for byte', () => {
  expect(formatPayload('standard', DONE, URL)).toBe(DONE);
});

it('Slack gets a text and a block, with names that are no markup', () => {
  const body = JSON.parse(formatPayload('slack', DONE, URL));
  expect(body.text).toBe('a&lt;b&gt; &amp; ∗[x](http://evil.example) is verified');
  expect(body.blocks[0].text.text).toContain('*Deliverable:* 1,200 rows');
  expect(body.blocks[0].text.text).toContain(
    '<https://verify.example.com/lists/list_1|Open in mailvet>',
  );
});

it('Microsoft Teams gets an adaptive card, with names that are no markup', () => {
  const body = JSON.parse(formatPayload('teams', DONE, URL));
  const [{ contentType, content }] = body.attachments;
  expect([body.type, contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive']);
  expect(content.body[0].text).toBe('a<b> & \\*\\[x\\]\\(http://evil.example\\) is verified');
  expect(content.body[1].facts).toContainEqual({ title: 'Undeliverable', value: '1 row' });
  expect(content.actions[0].url).toBe('https://verify.example.com/lists/list_1');
});

it.each([
  ['quota.reached', { quota: 5, used: 5, resetsAt: '2026-12-01T00:00:00.000Z' }, 'used up'],
  ['batch.cancelled', { id: 'batch_1', status: 'cancelled', totalCount: 5 }, 'cancelled'],
  ['webhook.test', { message: 'This is a test of your webhook' }, 'test'],
])('%s is said in both, also without a public URL', (type, data, word) => {
  const payload = JSON.stringify({ type, timestamp: '2026-11-22T09:30:00.000Z', data });
  for (const format of ['slack', 'teams'] as const) {
    const text = formatPayload(format, payload, undefined);
    expect(text).toContain(word);
    expect(text).not.toContain('undefined');
    expect(text).not.toContain('Open in');
  }
});
