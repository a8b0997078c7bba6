import { BoundedMap } from '../../lib/bounded-map.ts';
import type { JsonObject } from '../../lib/json.ts';
import { isSignedBySns, isSnsUrl } from './signatures.ts';

/** Gets a text from an address that was judged. Rejects if that fails. */
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
