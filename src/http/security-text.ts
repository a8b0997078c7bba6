import { headersOf } from './answer.ts';
import type { HttpDeps, ProbeOperator } from './environment.ts';
import type { Handler } from './serve-path.ts';

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

const DAY_MS = 24 * 60 * 60_000;
const VALID_DAYS = 90;

/** Whom to report security holes of this service to (RFC 9116). */
export function securityText(
  { publicUrl, service: { clock } }: Pick<HttpDeps, 'publicUrl' | 'service'>,
  { contact }: Pick<ProbeOperator, 'contact'>,
): Handler {
  return (c) => {
    const expires = new Date((Math.floor(clock.now() / DAY_MS) + VALID_DAYS) * DAY_MS);
    const fields = [
      `Contact: ${contactUri(contact)}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      // Section 2.5.2: a web address here is https.
      ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`] : []),
    ];
    const headers = headersOf(c, { 'Content-Type': 'text/plain; charset=utf-8' });
    return new Response(fields.map((field) => `${field}\n`).join(''), { headers });
  };
}

/** An e-mail address or a web address as a URI. */
export function contactUri(contact: string): string {
  return contact.includes('://') ? contact : `mailto:${contact}`;
}
