/**
 * A token that a browser keeps after signing in, to be recognised at the next sign-in to the same
 * account (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants no access: it
 * only gives the browser guess limits of its own, which strangers can't use up.
 */
import { createHmac } from 'node:crypto';
import { isSameText } from '../../lib/same-text.ts';
import type { PersonWithPassword } from './people-ports.ts';

const NONCE_LENGTH = 22;
/** How long a device token is valid. */
export const DEVICE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

type TokenOwner = Pick<PersonWithPassword, 'id' | 'passwordHash'>;

interface TokenSource {
  readonly now: number;
  readonly token: (length: number) => string;
}

/** `<nonce>.<time of issue>.<signature>`, bound to the person and to their current password. */
export function newDeviceToken(person: TokenOwner, { now, token }: TokenSource): string {
  const body = `${token(NONCE_LENGTH)}.${now.toString(36)}`;
  return `${body}.${signature(person, body)}`;
}

/** The nonce of the first valid token of one of these people; `tokens` by the person's id. */
export function findDevice(
  people: readonly TokenOwner[],
  tokens: ReadonlyMap<string, string>,
  now: number,
): string | undefined {
  for (const person of people) {
    const nonce = validNonce(person, tokens.get(person.id) ?? '', now);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

function validNonce(person: TokenOwner, presented: string, now: number): string | undefined {
  const [nonce = '', issued = '', signed = ''] = presented.split('.');
  if (!isSameText(signed, signature(person, `${nonce}.${issued}`))) return undefined;
  return now - Number.parseInt(issued, 36) <= DEVICE_LIFETIME_MS ? nonce : undefined;
}

/** The stored hash is secret, the same for all processes, and changes with the password. */
function signature({ id, passwordHash }: TokenOwner, body: string): string {
  return createHmac('sha256', passwordHash).update(`device ${id} ${body}`).digest('base64url');
}
