import { createHmac, createPublicKey, createVerify, verify } from 'node:crypto';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { isSameText } from '../../lib/same-text.ts';

/** A message that is signed: its bytes and header, as they came. */
export interface SignedMessage {
  readonly bytes: Uint8Array;
  readonly header: (name: string) => string | undefined;
  /** The bytes as JSON. */
  readonly value: unknown;
}

/** SendGrid: ECDSA over timestamp and body; the key is SPKI in Base64. */
export function isSignedBySendGrid({ bytes, header }: SignedMessage, key: string): boolean {
  const signature = header('X-Twilio-Email-Event-Webhook-Signature') ?? '';
  const timestamp = header('X-Twilio-Email-Event-Webhook-Timestamp') ?? '';
  if (signature === '' || timestamp === '') return false;
  const signed = Buffer.concat([Buffer.from(timestamp), bytes]);
  return orFalse(() => {
    const publicKey = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
  });
}

/** Milliseconds: Mailgun says that its requests may come late. */
const MAILGUN_WITHIN_MS = 15 * 60_000;

interface MailgunKey {
  readonly key: string;
  readonly now: number;
}

/**
 * Mailgun: HMAC-SHA256 over timestamp and token, in hexadecimal. The body is not signed, so a signature counts near
 * its time only, and each token once (`onlyOnce`).
 */
export function isSignedByMailgun({ value }: SignedMessage, { key, now }: MailgunKey): boolean {
  const { signature: given } = isObject(value) ? value : {};
  if (!isObject(given)) return false;
  const { timestamp, token, signature } = given;
  if (![timestamp, token, signature].every((one) => typeof one === 'string' && one !== ''))
    return false;
  if (!(Math.abs(Number(timestamp) * 1000 - now) <= MAILGUN_WITHIN_MS)) return false;
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
  return isSameText(expected, String(signature).toLowerCase());
}

/** Of a message that Mailgun signed. */
export function mailgunToken({ value }: SignedMessage): string {
  const { signature } = value as { readonly signature: { readonly token: string } };
  return signature.token;
}

/** Fields that SNS signs, in their order; Subject only where there is one. */
const NOTIFIED = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const CONFIRMED = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

/** Amazon SNS: RSA over some fields, with the certificate that the message names. */
export function isSignedBySns(message: JsonObject, certificate: string): boolean {
  const { SignatureVersion, Signature, Type } = message;
  const algorithm = SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const names = Type === 'Notification' ? NOTIFIED : CONFIRMED;
  const signed = names
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  return orFalse(() =>
    createVerify(algorithm).update(signed, 'utf8').verify(certificate, String(Signature), 'base64'),
  );
}

/** Certificates and confirmations of SNS lie at Amazon: an address elsewhere is an attempt to be believed. */
export function isSnsUrl(text: unknown, path: RegExp): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isPlain && SNS_HOST.test(hostname) && path.test(pathname);
}

const SNS_HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/;

/** A key that can't be read, or a signature of another form, proves nothing. */
function orFalse(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
