import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { findSignatureFault, isWebhookSecret, signatureHeaders } from '../../src/notify/sign.ts';

const MINUTE = 60_000;
const at = Date.UTC(2026, 10, 22, 9, 30);
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const payload = '{"type":"batch.completed","data":{"name":"Größe"}}';
const headers = signatureHeaders({ id: 'msg_1', payload, secrets: [secret], at });
const message = { headers, payload, secrets: [secret], now: at };

describe('The signature of a message', () => {
  it('is right for whatever was signed, and for nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, change) => {
        const signed = signatureHeaders({ id: 'msg_1', payload: text, secrets: [secret], at });
        const check = (body: string) =>
          findSignatureFault({ headers: signed, payload: body, secrets: [secret], now: at });
        expect(check(text)).toBeUndefined();
        expect(check(text + change)).toBe('wrong');
      }),
    );
  });

  it('is that of the library of Standard Webhooks', () => {
    const signature = new Webhook(secret).sign('msg_1', new Date(at), payload);
    expect(headers['webhook-signature']).toBe(signature);
  });

  it.each([
    ['as it was sent', {}, undefined],
    ['within the tolerance', { now: at + 5 * MINUTE }, undefined],
    ['from a clock ahead', { now: at - 5 * MINUTE }, undefined],
    ['too late', { now: at + 5 * MINUTE + 1 }, 'expired'],
    ['from the future', { now: at - 5 * MINUTE - 1 }, 'expired'],
    ['with another secret', { secrets: [other] }, 'wrong'],
    ['with one of two secrets', { secrets: [other, secret] }, undefined],
    ['without a secret', { secrets: [] }, 'wrong'],
    ['with another body', { payload: payload.replace('completed', 'failed') }, 'wrong'],
    ['with another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }, 'wrong'],
    [
      'with another time',
      { headers: { ...headers, 'webhook-timestamp': `${at / 1000 + 1}` } },
      'wrong',
    ],
    ['without an id', { headers: { ...headers, 'webhook-id': '' } }, 'unsigned'],
    ['without a time', { headers: { ...headers, 'webhook-timestamp': 'now' } }, 'unsigned'],
    [
      'without a signature',
      { headers: { ...headers, 'webhook-signature': undefined } },
      'unsigned',
    ],
    [
      'with a signature of another form',
      { headers: { ...headers, 'webhook-signature': 'v1,é' } },
      'wrong',
    ],
  ] as const)('%s', (_, change, fault) => {
    expect(findSignatureFault({ ...message, ...change })).toBe(fault);
  });

  it('of a message with two is right with either secret', () => {
    const both = signatureHeaders({ id: 'msg_1', payload, secrets: [secret, other], at });
    for (const one of [secret, other]) {
      expect(findSignatureFault({ ...message, headers: both, secrets: [one] })).toBeUndefined();
    }
  });

  it.each([
    [secret, true],
    [secret.slice(6), true],
    ['whsec_', false],
    ['whsec_short', false],
    ['mv_live_0123456789abcdefghijklmnop_', false],
  ])('is made with %s: %s', (text, expected) => {
    expect(isWebhookSecret(text)).toBe(expected);
  });
});
