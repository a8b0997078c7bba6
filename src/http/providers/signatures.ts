import { createHmac, createPublicKey, createVerify, verify } from 'node:crypto';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { isSameText } from '../../lib/same-text.ts';

/** A message that is signed: its bytes and header, as they came. */
export interface ProviderMessage {
  readonly bytes: Uint8Array;
  readonly header: (name: string) => string | undefined;
  /** The bytes as JSON. */
  readonly value: unknown;
}

/** SendGrid: ECDSA over timestamp and body; the key is SPKI in Base64. */
export function isSignedBySendGrid({ bytes, header }: ProviderMessage, key: string): boolean {
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
export function isSignedByMailgun({ value }: ProviderMessage, { key, now }: MailgunKey): boolean {
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
export function mailgunToken({ value }: ProviderMessage): string {
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

/** Gets a text from an address that was judged. Rejects if there is no answer. */
type FetchText = (url: string) => Promise<string>;

/** Amazon has a few certificates a region, and changes them every year. */
const MOST_CERTIFICATES = 50;

/** Checks messages of Amazon SNS, and confirms subscriptions. */
export class SnsMessages {
  readonly #fetchText: FetchText;
  readonly #certificates = new BoundedMap<string, string>(MOST_CERTIFICATES);

  constructor(ask: FetchText = fetchText) {
    this.#fetchText = ask;
  }

  async isGenuine(message: JsonObject): Promise<boolean> {
    const { SigningCertURL: url } = message;
    if (!isSnsUrl(url, /^\/SimpleNotificationService-[\w-]+\.pem$/)) return false;
    return isSignedBySns(message, await this.#certificate(url));
  }

  /** Of a message that is genuine. */
  async confirm({ SubscribeURL: url }: JsonObject): Promise<boolean> {
    if (!isSnsUrl(url, /^\/$/)) return false;
    await this.#fetchText(url);
    return true;
  }

  async #certificate(url: string): Promise<string> {
    const known = this.#certificates.get(url);
    if (known !== undefined) return known;
    const certificate = await this.#fetchText(url);
    this.#certificates.set(url, certificate);
    return certificate;
  }
}

const WITHIN_MS = 10_000;
/** In characters: a certificate has 2,000. */
const LONGEST = 100_000;

/** Over HTTPS, without following a redirect. */
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  const text = await response.text();
  if (text.length > LONGEST) throw new Error(`${new URL(url).host} answered too much`);
  return text;
}
