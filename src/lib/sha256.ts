import { createHash } from 'node:crypto';

/** SHA-256 of a text, in hexadecimal: enough for what can't be guessed, never for a password. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
