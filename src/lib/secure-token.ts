import { randomBytes } from 'node:crypto';

/** `length` characters that can't be guessed, each of `A-Z a-z 0-9 - _` (6 bits). */
export function secureToken(length: number): string {
  return randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64url')
    .slice(0, length);
}
