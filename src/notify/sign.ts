import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { isSameText } from '../lib/same-text.ts';

interface SignedMessage {
  readonly id: string;
  readonly payload: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signatureHeaders({ id, payload, secrets, at }: SignedMessage) {
  const date = new Date(at);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, date, payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** How far the time of a message may be from the receiver's, by Standard Webhooks. */
const TOLERANCE_MS = 5 * 60_000;

/** Why a message is not accepted. */
export type SignatureFault = 'unsigned' | 'expired' | 'wrong';

interface CheckedMessage {
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly payload: string;
  readonly secrets: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Undefined for a message that one of the secrets has signed within the last five minutes. */
export function findSignatureFault(message: CheckedMessage): SignatureFault | undefined {
  const { headers, payload, secrets, now } = message;
  const [id, time, given] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  if (!id || !given || !/^\d{1,12}$/.test(time ?? '')) return 'unsigned';
  const at = Number(time) * 1000;
  if (Math.abs(now - at) > TOLERANCE_MS) return 'expired';
  const expected = signatureHeaders({ id, payload, secrets, at })['webhook-signature'].split(' ');
  const isSigned = given
    .split(' ')
    .some((each) => expected.some((signature) => isSameText(each, signature)));
  return isSigned ? undefined : 'wrong';
}

/** Whether messages can be signed with a text: base64, with or without `whsec_`. */
export function isWebhookSecret(text: string): boolean {
  return /^(?:whsec_)?[A-Za-z\d+/]{22,}={0,2}$/.test(text);
}
