import { expect, it } from 'vitest';
import { toDetail } from '../../../src/service/verifications/detail.ts';
import type { Evidence } from '../../../src/service/verifications/verifier-port.ts';

const EVIDENCE: Evidence = {
  provider: 'x.com',
  mxHost: 'mx.x.com',
  egress: 'default',
  reply: { code: 550, enhanced: '5.1.1', text: 'No such user' },
  attempts: 1,
  free: false,
  retryAfter: undefined,
};
const NOW = Date.UTC(2026, 0, 1);

const textOf = (evidence: Evidence, { reason = 'no_mailbox', now = NOW } = {}) =>
  toDetail({ reason, evidence }, now);

it('says the same of the same evidence', () => {
  expect(textOf(structuredClone(EVIDENCE))).toBe(textOf(EVIDENCE));
});

it.each<[string, Partial<Evidence>]>([
  ['provider', { provider: 'google' }],
  ['no provider', { provider: undefined }],
  ['mail host', { mxHost: 'mx2.x.com' }],
  ['egress', { egress: 'two' }],
  ['no reply', { reply: undefined }],
  ['reply code', { reply: { code: 551, enhanced: '5.1.1', text: 'No such user' } }],
  ['enhanced code', { reply: { code: 550, enhanced: undefined, text: 'No such user' } }],
  ['reply text', { reply: { code: 550, enhanced: '5.1.1', text: 'Unknown user' } }],
  ['number of attempts', { attempts: 2 }],
  ['free provider', { free: true }],
  ['time to ask again', { retryAfter: 60_000 }],
])('says what differs from the evidence just before: %s', (_, changes) => {
  const evidence = { ...EVIDENCE, ...changes };
  const alone = textOf(evidence, { now: NOW + 1 })?.replaceAll('00.001Z', '00.000Z');
  textOf(EVIDENCE);
  expect(textOf(evidence)).toBe(alone);
  expect(textOf(EVIDENCE)).not.toBe(alone);
});

it('says what differs beside the evidence: reason and time', () => {
  textOf(EVIDENCE);
  expect(JSON.parse(textOf(EVIDENCE, { reason: 'full' }) ?? '')).toMatchObject({ reason: 'full' });
  expect(JSON.parse(textOf(EVIDENCE, { now: NOW + 5 }) ?? '')).toMatchObject({
    checkedAt: '2026-01-01T00:00:00.005Z',
  });
});
